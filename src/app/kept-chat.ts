// A conversation in the terminal that is kept in the database, run by this very process.

import { AppError } from '#base/app-error.ts';
import { closeInTurn } from '#base/close-in-turn.ts';
import type { Text } from '#base/text.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import type { ChatEvent, ChatMessage } from '#contract/chat-events.ts';
import type { KeptChannel } from '#contract/kept-channels.ts';
import { chatTexts } from '#contract/texts/chat-texts.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { instanceTexts } from '#contract/texts/instance-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { Settings } from '#system/settings.ts';
import { composePlatform, type Platform } from './compose-platform.ts';
import { openFileToAttach } from './file-to-attach.ts';
import { requireInstance } from './find-instance.ts';
import { refuseTooMany } from './local-attachments.ts';
import { orgModelHost } from './model-place.ts';
import { openInstance } from './open-instance.ts';
import { roleByName } from './role-by-name.ts';
import { followMessages, type MessageSource, type SentMessages } from './sent-messages.ts';
import { createAttachmentService } from './services/attachment-service.ts';
import { createConversationService } from './services/conversation-service.ts';
import { createDeliveryService } from './services/delivery-service.ts';
import { skillRoots } from './skill-roots.ts';
import { hearStopNotices } from './stop-notices.ts';

export interface KeptChatRequest {
  readonly settings: Settings;
  readonly skillRoots: readonly string[] | undefined;
  /** Name or id. */
  readonly role: string | undefined;
  /** Id; a new one where it is left out. */
  readonly session: string | undefined;
  /** The session's own where it is left out, `web` of a new one. */
  readonly channel: KeptChannel | undefined;
}

export interface KeptChat {
  readonly greeting: readonly Text[];
  /** Answers come as messages. */
  readonly isByMessages: boolean;
  turn(request: KeptTurn): Promise<ChatEvent & { readonly type: 'turn-finished' }>;
  close(): Promise<void>;
}

export interface KeptTurn {
  readonly text: string;
  /** Paths of files that go with it. */
  readonly files: readonly string[];
  /** Told what to know of them. */
  readonly onNote: (note: Text) => void;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ChatEvent) => void;
  readonly onMessage: (message: ChatMessage) => void;
}

const POOL_SIZE = 6;
const GRACE_MS = 3000;

/** As the instance's first owner. Throws `not-found` for a role or session that isn't there, or what `openInstance` does. */
export async function openKeptChat(request: KeptChatRequest): Promise<KeptChat> {
  const { settings, session } = request;
  if (session !== undefined) await requireInstance(settings);
  // The person at the terminal is told in words; the log of a short program would only be in the way.
  const instance = await openInstance({
    settings,
    poolSize: POOL_SIZE,
    logStream: { write: () => undefined },
  });
  const opened = [() => instance.close()];
  const close = (): Promise<void> => closeInTurn(opened);
  try {
    const platform = await composePlatform(instance, await skillRoots(request.skillRoots));
    opened.unshift(() => platform.close(GRACE_MS));
    const notices = hearStopNotices(platform);
    opened.unshift(() => notices.close());
    await platform.runner.start({ takesOver: false });
    const { caller, isNew } = await localOwner(platform);
    const kept = await sessionFor(platform, caller, request);
    const { id: sessionId, channel } = kept;
    const greeting = await greetingOf(platform, caller, kept);
    const isByMessages = channel === 'text';
    // Nobody else may be there to send what this program answers.
    if (isByMessages) platform.channels.deliverer.start();
    const place = { caller, sessionId };
    const sent = isByMessages ? await followMessages(sourceOf(platform, place)) : undefined;
    return {
      isByMessages,
      greeting: [...(isNew ? [madeIn(settings)] : []), ...greeting],
      turn: (turn) => runTurn(platform, { ...place, sent }, turn),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface LocalOwner {
  readonly caller: Caller;
  /** The instance was made just now. */
  readonly isNew: boolean;
}

async function localOwner({ accounts, instance }: Platform): Promise<LocalOwner> {
  const { orgId, personId, isNew } = await accounts.ensureFirstOwner({
    language: instance.settings.language,
  });
  const caller = await accounts.access.actAs({ orgId, personId });
  if (caller === undefined) throw new AppError('not-found', chatTexts.noOwner());
  return { caller, isNew };
}

function madeIn({ databaseUrl, dataFolder }: Settings): Text {
  return databaseUrl === undefined
    ? instanceTexts.made(dataFolder)
    : instanceTexts.madeInDatabase();
}

async function sessionFor(
  platform: Platform,
  caller: Caller,
  { role, session, channel }: KeptChatRequest,
): Promise<SessionBody> {
  const service = createConversationService(platform);
  const { roles } = platform.accounts;
  const wanted =
    role === undefined
      ? undefined
      : await roleByName(role, (after) => roles.list(caller, { limit: 200, after }));
  if (session === undefined) return service.create(caller, { role_id: wanted?.id, channel });
  const kept = await service.get(caller, session);
  if (wanted !== undefined && kept.role_id !== wanted.id)
    throw new AppError('input-invalid', chatTexts.otherRole(session));
  refuseOtherChannel(kept, channel);
  return kept;
}

/** A conversation stays where it is. */
export function refuseOtherChannel(
  { id, channel }: SessionBody,
  wanted: KeptChannel | undefined,
): void {
  if (wanted !== undefined && channel !== wanted)
    throw new AppError('input-invalid', chatTexts.otherChannel(id, channel));
}

interface Place {
  readonly caller: Caller;
  readonly sessionId: string;
}

function sourceOf(platform: Platform, { caller, sessionId }: Place): MessageSource {
  const conversations = createConversationService(platform);
  const deliveries = createDeliveryService(platform);
  return {
    turn: (turnId) => conversations.turn(caller, { sessionId, turnId }),
    messages: (after) => deliveries.messages(caller, sessionId, { after }),
  };
}

async function runTurn(
  platform: Platform,
  { caller, sessionId, sent }: Place & { readonly sent: SentMessages | undefined },
  { text, files, onNote, signal, onEvent, onMessage }: KeptTurn,
): Promise<ChatEvent & { readonly type: 'turn-finished' }> {
  const service = createConversationService(platform);
  const { language } = platform.instance.settings;
  const { turn_id: turnId, seq } = await service.say(caller, sessionId, {
    text,
    language,
    attachments: await attached(platform, { caller, sessionId }, { files, onNote }),
  });
  const stop = (): void => {
    service.stop(caller, { sessionId, turnId }).catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const finished = Promise.withResolvers<ChatEvent & { readonly type: 'turn-finished' }>();
  const subscription = platform.events.subscribe(
    { orgId: caller.orgId, sessionId, after: seq },
    {
      onEvents(events) {
        for (const stored of events) {
          if (stored.turnId !== turnId) continue;
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was appended
          const event = JSON.parse(stored.json) as ChatEvent;
          if (event.type === 'turn-finished') finished.resolve(event);
          else if (event.type !== 'delivery') onEvent(event);
        }
        return undefined;
      },
      onEnded: () =>
        finished.reject(new AppError('database-unavailable', chatTexts.streamEnded(sessionId))),
    },
  );
  try {
    const end = await finished.promise;
    await sent?.tell(turnId, { onEvent, onMessage });
    onEvent(end);
    return end;
  } finally {
    subscription.end();
    signal.removeEventListener('abort', stop);
  }
}

/** Ids, in the order of the files. */
async function attached(
  platform: Platform,
  { caller, sessionId }: Place,
  { files, onNote }: Pick<KeptTurn, 'files' | 'onNote'>,
): Promise<readonly string[]> {
  refuseTooMany(files);
  const service = createAttachmentService(platform);
  const ids: string[] = [];
  for (const file of files) {
    const { id, notes } = await service.upload(caller, sessionId, await openFileToAttach(file));
    for (const note of notes) onNote(note.text);
    ids.push(id);
  }
  return ids;
}

/** What is said goes where the role's own model is. */
async function greetingOf(
  { accounts, configuration, instance: { settings } }: Platform,
  { orgId }: Caller,
  { id, role_id: roleId }: SessionBody,
): Promise<readonly Text[]> {
  const role = await accounts.roles.find(orgId, roleId);
  const model = role?.model ?? settings.model;
  const host = await orgModelHost({ settings, configuration }, orgId, model);
  return [
    host === undefined ? cliTexts.startOffline() : cliTexts.startModel(model, host),
    chatTexts.session(id),
  ];
}
