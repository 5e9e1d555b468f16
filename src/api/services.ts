// What the HTTP API needs of the rest, in the contract's words. The app hands these in; each method takes the caller first.

import type { Language, Text } from '#base/text.ts';
import type { PreviewBody } from '#contract/api/artifact-routes.ts';
import type { AttachmentBody } from '#contract/api/attachment-bodies.ts';
import type { AttachmentsBody, UploadNoteBody } from '#contract/api/attachment-routes.ts';
import type { BackgroundRunBody } from '#contract/api/background-routes.ts';
import type {
  ConfigurationChanges,
  ConfigurationEntryBody,
  LayerQuery,
  ProviderChangeBody,
  ProviderKeyBody,
  ProviderTryBody,
} from '#contract/api/configuration-routes.ts';
import type { ChannelMessageBody, DeliveryBody } from '#contract/api/delivery-bodies.ts';
import type { RunBody, RunsQuery, RunSummaryBody } from '#contract/api/run-routes.ts';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import type { AcceptedBody, FoundBody, SessionBody } from '#contract/api/session-routes.ts';
import type { SkillBody } from '#contract/api/skill-routes.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type {
  LimitAmountsBody,
  LimitBody,
  LimitScopeBody,
  UsageLineBody,
  UsageQueryBody,
} from '#contract/api/usage-routes.ts';
import type { KeptChannel } from '#contract/kept-channels.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { IncomingFile } from './incoming-file.ts';

export interface PageBody<Item> {
  readonly items: Item[];
  readonly next_cursor: string | null;
}

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Everything is the caller's own; what is somebody else's or of another org is `not-found`, told exactly like what
 * does not exist (ORG-01).
 */
export interface ConversationService {
  list(
    caller: Caller,
    query: PageQuery & {
      readonly role_id?: string | undefined;
      readonly is_empty?: 'true' | 'false' | undefined;
    },
  ): Promise<PageBody<SessionBody>>;
  search(caller: Caller, query: PageQuery & { readonly q: string }): Promise<PageBody<FoundBody>>;
  create(
    caller: Caller,
    session: {
      readonly role_id?: string | undefined;
      readonly title?: string | undefined;
      readonly channel?: KeptChannel | undefined;
    },
  ): Promise<SessionBody>;
  get(caller: Caller, sessionId: string): Promise<SessionBody>;
  rename(caller: Caller, sessionId: string, title: string): Promise<SessionBody>;
  delete(caller: Caller, sessionId: string): Promise<void>;
  turns(
    caller: Caller,
    sessionId: string,
    query: PageQuery & { readonly order?: 'newest' | 'oldest' | undefined },
  ): Promise<PageBody<TurnBody> & { readonly follow_from: number }>;
  turn(caller: Caller, place: TurnPlace): Promise<TurnBody>;
  /** Resolves when the turn is stored: from then on it is never lost. */
  say(caller: Caller, sessionId: string, said: SaidText): Promise<AcceptedBody>;
  /** Again, and of a turn that has ended, it does nothing. */
  stop(caller: Caller, place: TurnPlace): Promise<void>;
  regenerate(caller: Caller, place: TurnPlace, again: ClientKey): Promise<AcceptedBody>;
  edit(
    caller: Caller,
    place: TurnPlace,
    again: ClientKey & Attached & { readonly text: string },
  ): Promise<AcceptedBody>;
}

export interface TurnPlace {
  readonly sessionId: string;
  readonly turnId: string;
}

interface ClientKey {
  readonly client_key?: string | undefined;
}

interface Attached {
  /** Ids of the conversation's files that go with the message. */
  readonly attachments?: readonly string[] | undefined;
}

interface SaidText extends ClientKey, Attached {
  readonly text: string;
  /** What the platform says in the turn is in this language. */
  readonly language: Language;
}

/** The caller's own, as in `ConversationService`. */
export interface DeliveryService {
  /** Throws `conflict` where nothing of it is to be sent again. */
  resend(
    caller: Caller,
    place: { readonly sessionId: string; readonly deliveryId: string },
    again: ClientKey,
  ): Promise<DeliveryBody>;
  /** What the local text channel was sent, the oldest first. */
  messages(
    caller: Caller,
    sessionId: string,
    page: { readonly after?: number | undefined; readonly limit?: number | undefined },
  ): Promise<readonly ChannelMessageBody[]>;
}

/** The caller's own, as in `ConversationService`. */
export interface AttachmentService {
  list(caller: Caller, sessionId: string): Promise<AttachmentsBody>;
  /**
   * Stores it whole, or throws and leaves nothing: `request-too-large` and `limit-reached` before the body is asked
   * for where its length is told, else at the first byte too many.
   */
  upload(caller: Caller, sessionId: string, file: IncomingFile): Promise<UploadedFile>;
  remove(caller: Caller, place: AttachmentPlace): Promise<void>;
  open(caller: Caller, place: AttachmentPlace): Promise<ServedFile>;
  /** Whatever lies in the conversation's workspace. Throws `path-refused` for a path that leaves it. */
  openFile(
    caller: Caller,
    place: { readonly sessionId: string; readonly path: string },
  ): Promise<ServedFile>;
}

/** The caller's own, as in `ConversationService`; what is not kept any more is `not-found` too. */
export interface ArtifactService {
  open(caller: Caller, artifactId: string): Promise<ServedFile>;
  /** Never throws for what is in the file: then there is no preview, with the reason. */
  preview(
    caller: Caller,
    artifactId: string,
    asked: { readonly language: Language; readonly signal: AbortSignal },
  ): Promise<PreviewBody>;
  /**
   * By a signed link. Throws `link-expired`, the same whatever is wrong: it has ended or was never made, its
   * conversation is gone, or whoever it was made for may not talk to the role any more.
   */
  openLinked(token: string): Promise<ServedFile>;
}

interface AttachmentPlace {
  readonly sessionId: string;
  readonly attachmentId: string;
}

export interface UploadedFile extends AttachmentBody {
  readonly notes: readonly { readonly code: UploadNoteBody['code']; readonly text: Text }[];
}

/** Open: to be read once, or closed. */
export interface ServedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** Differs where the content does. */
  readonly tag: string;
  /** Up to, not with, the byte `end`; closes the file at its end and where it is left. */
  read(start: number, end: number): ReadableStream<Uint8Array>;
  close(): Promise<void>;
}

/** For admins, in every method. Secrets go in and never come out (CFG-03). */
export interface ConfigurationService {
  list(
    caller: Caller,
    query: { readonly skill?: string | undefined },
  ): Promise<readonly ConfigurationEntryBody[]>;
  /** Gives that skill's entries on that layer afterwards. `not-found` for a team or role of another org. */
  update(
    caller: Caller,
    place: LayerQuery & { readonly skill: string },
    changes: ConfigurationChanges,
  ): Promise<{
    readonly items: readonly ConfigurationEntryBody[];
    /** Saved all the same: a skill or a key that nobody knows. */
    readonly warnings: readonly Text[];
  }>;
}

type Provider = ProviderKeyBody['provider'];

/** For admins; setting and removing is for owners. */
export interface ProviderKeyService {
  list(caller: Caller): Promise<readonly ProviderKeyBody[]>;
  set(caller: Caller, provider: Provider, change: ProviderChangeBody): Promise<ProviderKeyBody>;
  /** One short answer with what is stored; what the provider said against it is an answer too. */
  try(
    caller: Caller,
    provider: Provider,
    tried: { readonly model: string; readonly language: Language },
  ): Promise<ProviderTryBody>;
  remove(caller: Caller, provider: Provider): Promise<void>;
}

export interface SkillService {
  /** All that could be loaded, by name, with why one is not offered. */
  list(language: Language): Promise<readonly SkillBody[]>;
  /** Those of `names` that no installed skill has. */
  unknownOf(names: readonly string[]): Promise<readonly string[]>;
}

/** For admins. They are the machine's, not an org's. */
export interface SandboxService {
  /** What was found last; looks where nobody has yet. */
  state(language: Language): Promise<SandboxesBody>;
  /** Looks anew. */
  examine(language: Language): Promise<SandboxesBody>;
}

/** For admins. */
export interface UsageService {
  report(caller: Caller, query: UsageQueryBody): Promise<readonly UsageLineBody[]>;
  limits(caller: Caller): Promise<readonly LimitBody[]>;
  /** `not-found` for a role or person of another org. */
  setLimit(caller: Caller, scope: LimitScopeBody, amounts: LimitAmountsBody): Promise<void>;
}

/** Of the caller's own conversations; what is somebody else's is `not-found`. */
export interface BackgroundService {
  list(caller: Caller, sessionId: string, query: PageQuery): Promise<PageBody<BackgroundRunBody>>;
  /** Again, and of one that is over, it does nothing. */
  cancel(caller: Caller, place: { readonly sessionId: string; readonly id: string }): Promise<void>;
}

/** Admins see every run of the org, members those of their own conversations. */
export interface RunService {
  list(caller: Caller, query: RunsQuery): Promise<PageBody<RunSummaryBody>>;
  get(caller: Caller, runId: string): Promise<RunBody>;
}

type Readiness = { readonly isReady: true } | { readonly isReady: false; readonly reason: string };

export interface HealthService {
  /** Whether the database answers and its migrations are done; the reason is for operators, and names no secret. */
  readiness(): Promise<Readiness>;
}
