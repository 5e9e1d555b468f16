// Services that keep everything in memory, with the same walls between orgs and people as the real ones.

import { randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import type { ConfigurationEntryBody } from '#contract/api/configuration-routes.ts';
import type { RunBody, RunSummaryBody } from '#contract/api/run-routes.ts';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import type { AcceptedBody, SessionBody } from '#contract/api/session-routes.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { LimitBody } from '#contract/api/usage-routes.ts';
import type { Accounts, Caller } from '#features/accounts/index.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import type { ConversationService, PageBody, TurnPlace } from '../services.ts';
import { memoryArtifacts } from './memory-artifacts.ts';
import { memoryAttachments } from './memory-attachments.ts';
import { memoryBackground } from './memory-background.ts';
import { memoryDeliveries } from './memory-deliveries.ts';

const MOMENT = '2026-01-02T03:04:05.000Z';
const NO_SANDBOX: SandboxesBody = { setting: 'auto', providers: [], own: null, any: null };

export interface ApiServices extends Pick<
  HttpAppParts,
  | 'conversations'
  | 'attachments'
  | 'artifacts'
  | 'deliveries'
  | 'background'
  | 'streams'
  | 'configuration'
  | 'providerKeys'
  | 'skills'
  | 'sandboxes'
  | 'usage'
  | 'runs'
> {
  /** A run of the caller's; gives its id. */
  addRun(caller: Caller, sessionId: string): string | Promise<string>;
  /** A file that was delivered in the turn; gives its id. */
  addArtifact(caller: Caller, place: TurnPlace): string | Promise<string>;
  /** One of the turn's that failed; gives its id. */
  addDelivery(caller: Caller, place: TurnPlace): string | Promise<string>;
  /** One in the background of the caller's turn; gives its id. */
  addBackground(caller: Caller, place: TurnPlace): string | Promise<string>;
}

interface Owned<Thing> {
  readonly orgId: string;
  readonly personId: string;
  readonly thing: Thing;
}

interface Kept {
  readonly sessions: Map<string, Owned<SessionBody>>;
  readonly turns: Map<string, Owned<TurnBody>>;
  readonly runs: Map<string, Owned<RunBody>>;
}

export function createMemoryServices(accounts: Accounts): ApiServices {
  const kept: Kept = { sessions: new Map(), turns: new Map(), runs: new Map() };
  const ownSession = (caller: Caller, id: string) => found(kept.sessions, caller, id);
  const deliveries = memoryDeliveries(ownSession);
  const artifacts = memoryArtifacts();
  const background = memoryBackground(ownSession);
  return {
    conversations: memoryConversations(kept, accounts),
    attachments: memoryAttachments(ownSession),
    artifacts,
    addArtifact: (caller) => artifacts.addArtifact(caller),
    deliveries,
    addDelivery: (caller) => deliveries.addDelivery(caller),
    background: background.service,
    addBackground: (_caller, { sessionId, turnId }) => background.add(sessionId, turnId),
    streams: memoryStreams(kept),
    configuration: memoryConfiguration(accounts),
    providerKeys: memoryProviderKeys(),
    skills: { list: async () => [], unknownOf: async () => [] },
    sandboxes: { state: async () => NO_SANDBOX, examine: async () => NO_SANDBOX },
    usage: memoryUsage(accounts),
    runs: {
      list: async (caller) => pageOf(own(kept.runs, caller).map(summaryOf)),
      get: async (caller, id) => found(kept.runs, caller, id),
    },
    addRun(caller, sessionId) {
      const run: RunBody = {
        id: randomUUID(),
        skill: 'weather',
        version: '1',
        role_id: 'role',
        session_id: sessionId,
        turn_id: null,
        call_id: null,
        called_by: null,
        status: 'done',
        attempts: 1,
        started_at: MOMENT,
        duration_ms: 5,
        decisions: [],
        output: { ok: true },
        log: '',
      };
      kept.runs.set(run.id, { ...whose(caller), thing: run });
      return run.id;
    },
  };
}

function memoryConversations({ sessions, turns }: Kept, accounts: Accounts): ConversationService {
  const say = (caller: Caller, sessionId: string, text: string): TurnBody => {
    found(sessions, caller, sessionId);
    const turn = newTurn(sessionId, text);
    turns.set(turn.id, { ...whose(caller), thing: turn });
    return turn;
  };
  const turnOf = (caller: Caller, { turnId }: { readonly turnId: string }): TurnBody =>
    found(turns, caller, turnId);
  return {
    list: async (caller) => pageOf(own(sessions, caller)),
    search: async (caller, { q }) =>
      pageOf(
        own(turns, caller)
          .filter(({ text }) => text.includes(q))
          .map((turn) => ({
            session: found(sessions, caller, turn.session_id),
            turn_id: turn.id,
            excerpt: turn.text,
            author: 'person',
            created_at: MOMENT,
          })),
      ),
    async create(caller, { role_id: roleId, title = '' }) {
      const role = roleId ?? (await accounts.roles.list(caller)).items[0]?.id ?? '';
      await accounts.roles.get(caller, role);
      const session = newSession(role, title);
      sessions.set(session.id, { ...whose(caller), thing: session });
      return session;
    },
    get: async (caller, id) => found(sessions, caller, id),
    async rename(caller, id, title) {
      const session = { ...found(sessions, caller, id), title };
      sessions.set(id, { ...whose(caller), thing: session });
      return session;
    },
    async delete(caller, id) {
      found(sessions, caller, id);
      sessions.delete(id);
    },
    async turns(caller, id) {
      found(sessions, caller, id);
      return {
        ...pageOf(own(turns, caller).filter((turn) => turn.session_id === id)),
        follow_from: 0,
      };
    },
    turn: async (caller, place) => turnOf(caller, place),
    say: async (caller, id, { text }) => accepted(say(caller, id, text)),
    stop: async (caller, place) => void turnOf(caller, place),
    async regenerate(caller, place) {
      const { session_id: sessionId, text } = turnOf(caller, place);
      return accepted(say(caller, sessionId, text));
    },
    edit: async (caller, place, { text }) =>
      accepted(say(caller, turnOf(caller, place).session_id, text)),
  };
}

function newSession(role: string, title: string): SessionBody {
  return {
    id: randomUUID(),
    role_id: role,
    title,
    channel: 'web',
    is_busy: false,
    created_at: MOMENT,
    active_at: MOMENT,
  };
}

function newTurn(sessionId: string, text: string): TurnBody {
  return {
    id: randomUUID(),
    session_id: sessionId,
    origin: 'person',
    text,
    attachments: [],
    state: 'done',
    reason: null,
    reply: null,
    calls: [],
    artifacts: [],
    rounds: null,
    failures: null,
    banned: [],
    deliveries: [],
    is_superseded: false,
    created_at: MOMENT,
    ended_at: null,
  };
}

function accepted({ id }: TurnBody): AcceptedBody {
  return { turn_id: id, seq: 0, state: 'running' };
}

function summaryOf({
  decisions: _decisions,
  output: _output,
  log: _log,
  ...summary
}: RunBody): RunSummaryBody {
  return summary;
}

/** Two events after `after`, and then it stays open until the client goes away. */
function memoryStreams({ sessions }: Kept): HttpAppParts['streams'] {
  return {
    async sseStream({ caller, sessionId, after, signal }) {
      found(sessions, caller, sessionId);
      const encoder = new TextEncoder();
      return new ReadableStream({
        start(controller) {
          for (const seq of [after + 1, after + 2]) {
            const event = { type: 'text-delta', text: `${seq} ` };
            const message = { type: 'event', session: sessionId, seq, turn: 'turn', event };
            controller.enqueue(encoder.encode(`id: ${seq}\ndata: ${JSON.stringify(message)}\n\n`));
          }
          signal.addEventListener('abort', () => controller.close(), { once: true });
        },
      });
    },
  };
}

function memoryConfiguration(accounts: Accounts): HttpAppParts['configuration'] {
  const entries = new Map<string, ConfigurationEntryBody[]>();
  return {
    list: async ({ orgId }) => entries.get(orgId) ?? [],
    async update(caller, { skill, layer, owner_id: owner }, { values, secrets = [] }) {
      if (layer === 'team') await accounts.teams.get(caller, owner ?? '');
      if (layer === 'role') await accounts.roles.get(caller, owner ?? '');
      const made = Object.entries(values).map(([key, value]) => ({
        skill,
        layer,
        owner_id: owner ?? null,
        key,
        is_secret: secrets.includes(key),
        value: secrets.includes(key) ? null : value,
        updated_at: MOMENT,
      }));
      entries.set(caller.orgId, [...(entries.get(caller.orgId) ?? []), ...made]);
      return { items: made, warnings: [] };
    },
  };
}

function memoryProviderKeys(): HttpAppParts['providerKeys'] {
  const set = new Map<string, string | null>();
  return {
    async list({ orgId }) {
      const url = set.get(orgId);
      const source = url === undefined ? 'none' : 'org';
      return [{ provider: 'openai', source, base_url: url ?? null, updated_at: null }];
    },
    async set({ orgId }, provider, { base_url: url = null }) {
      set.set(orgId, url);
      return { provider, source: 'org', base_url: url, updated_at: MOMENT };
    },
    try: async () => ({ status: 'answered', text: 'Hello.', duration_ms: 5 }),
    async remove({ orgId }) {
      set.delete(orgId);
    },
  };
}

function memoryUsage(accounts: Accounts): HttpAppParts['usage'] {
  const limits = new Map<string, LimitBody[]>();
  return {
    report: async () => [],
    limits: async ({ orgId }) => limits.get(orgId) ?? [],
    async setLimit(caller, { role_id: role, person_id: person }, amounts) {
      if (role !== undefined) await accounts.roles.get(caller, role);
      if (person !== undefined) await accounts.people.get(caller, person);
      const limit = {
        role_id: role ?? null,
        person_id: person ?? null,
        tokens_per_day: amounts.tokens_per_day ?? null,
        cost_per_month: amounts.cost_per_month ?? null,
        tokens_today: 0,
        cost_this_month: '0',
      };
      limits.set(caller.orgId, [limit]);
    },
  };
}

function whose({ orgId, personId }: Caller): Omit<Owned<never>, 'thing'> {
  return { orgId, personId };
}

function own<Thing>(things: ReadonlyMap<string, Owned<Thing>>, caller: Caller): Thing[] {
  return [...things.values()]
    .filter(({ orgId, personId }) => orgId === caller.orgId && personId === caller.personId)
    .map(({ thing }) => thing);
}

function found<Thing>(
  things: ReadonlyMap<string, Owned<Thing>>,
  caller: Caller,
  id: string,
): Thing {
  const kept = things.get(id);
  if (kept !== undefined && kept.orgId === caller.orgId && kept.personId === caller.personId) {
    return kept.thing;
  }
  throw new AppError('not-found', sameText('There is no such thing.'));
}

function pageOf<Item>(items: Item[]): PageBody<Item> {
  return { items, next_cursor: null };
}
