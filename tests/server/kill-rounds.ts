// Kills a server, or its PostgreSQL, in the middle of turns, again and again, and looks whether anything is broken.

import { setTimeout as pause } from 'node:timers/promises';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import { makeSkill } from '../make-skill.ts';
import { startOpenAiStub, toolRounds, type OpenAiStub } from '../stubs/openai-stub.ts';
import { startServer, type TestServer } from './run-server.ts';

const ROUNDS = 5;
const SESSIONS = 3;
const WAIT_MS = 60_000;

export interface KillReport {
  readonly kills: number;
  /** Messages that were accepted. */
  readonly accepted: number;
  readonly done: number;
  readonly interrupted: number;
  /** Sentences, each a fault. */
  readonly faults: readonly string[];
}

export async function killRounds(whom: 'server' | 'postgres', kills: number): Promise<KillReport> {
  const stub = await startOpenAiStub(toolRounds(ROUNDS, { tool: 'slow-note' }));
  const skill = await makeSkill('slow-note', {
    'SKILL.md':
      '---\nname: slow-note\ndescription: Waits a moment.\nschema: {"type":"object","properties":{"step":{"type":"number"}}}\n---\n',
    'handler.ts': `export async function execute(input) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { success: true, step: input.step };
    }`,
  });
  let server = await startServer({
    skills: [skill],
    environment: { QIAO_MODEL: 'openai/stub', OPENAI_BASE_URL: stub.baseUrl, OPENAI_API_KEY: 'k' },
  });
  try {
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, async () => (await openSession(server)).id),
    );
    const accepted: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      for (const session of sessions) accepted.push(await say(server, session, `message ${kill}`));
      await pause(20 + ((kill * 37) % 260));
      server = whom === 'server' ? await killServer(server) : killPostgres(server);
      await settled(server, sessions);
    }
    return await examine({ server, stub, sessions, accepted, kills });
  } finally {
    await server.remove();
    await stub.close();
  }
}

async function openSession({ client }: TestServer) {
  return client.call('sessions.create', { body: {} });
}

/** A client that isn't answered says it again under the same key. */
async function say({ client }: TestServer, session: string, text: string): Promise<string> {
  const body = { text, client_key: `${session}-${text}` };
  const { turn_id: turn } = await client.call('turns.create', {
    params: { session_id: session },
    body,
  });
  return turn;
}

async function killServer(server: TestServer): Promise<TestServer> {
  await server.kill();
  return server.restart();
}

function killPostgres(server: TestServer): TestServer {
  process.kill(server.postgresPid(), 'SIGKILL');
  return server;
}

/** Resolves when nothing runs or waits any more. */
async function settled({ client, log }: TestServer, sessions: readonly string[]): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (const session of sessions) {
    for (;;) {
      const found = await client
        .call('sessions.get', { params: { session_id: session } })
        .catch(() => undefined);
      if (found?.is_busy === false) break;
      if (performance.now() > until) throw new Error(`still busy: ${log().slice(-3000)}`);
      await pause(50);
    }
  }
}

interface Evidence {
  readonly server: TestServer;
  readonly stub: OpenAiStub;
  readonly sessions: readonly string[];
  readonly accepted: readonly string[];
  readonly kills: number;
}

async function examine(evidence: Evidence): Promise<KillReport> {
  const { server, sessions, accepted, kills } = evidence;
  const turns = (await Promise.all(sessions.map((session) => turnsOf(server, session)))).flat();
  const known = new Map(turns.map((turn) => [turn.id, turn]));
  const faults = [
    ...accepted.filter((id) => !known.has(id)).map((id) => `lost: ${id}`),
    ...turns.flatMap(faultsOfTurn),
    ...(await faultsOfConversations(evidence)),
  ];
  return {
    kills,
    accepted: accepted.length,
    done: turns.filter(({ state }) => state === 'done').length,
    interrupted: turns.filter(({ state }) => state === 'interrupted').length,
    faults,
  };
}

async function turnsOf({ client }: TestServer, session: string): Promise<TurnBody[]> {
  const turns: TurnBody[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.call('turns.list', {
      params: { session_id: session },
      query: { cursor, limit: 100, order: 'oldest' },
    });
    turns.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return turns;
}

function faultsOfTurn(turn: TurnBody): string[] {
  const isOver = turn.state === 'done' || turn.state === 'interrupted';
  return [
    ...(isOver ? [] : [`${turn.id} is ${turn.state}`]),
    ...(turn.reply === null || turn.reply === '' ? [`${turn.id} has no reply`] : []),
    ...turn.calls
      .filter(({ state, result }) => state === 'open' || state === 'running' || result === null)
      .map(({ id, state }) => `call ${id} of ${turn.id} is ${state} without a result`),
  ];
}

/** One more message in each: what the model is sent then is the whole conversation. */
async function faultsOfConversations({ server, stub, sessions }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  for (const session of sessions) {
    await say(server, session, 'last');
    await settled(server, [session]);
    faults.push(...stub.requests.flatMap(({ body }) => faultsOfRequest(body)));
  }
  return [...new Set(faults)];
}

interface SentMessage {
  readonly role: string;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** As strict as the strictest provider: every call has exactly one result, right behind it, and nobody talks twice. */
function faultsOfRequest(body: unknown): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the official request
  const { messages } = body as { readonly messages: readonly SentMessage[] };
  const faults: string[] = [];
  let awaited: string[] = [];
  let before = 'system';
  for (const { role, tool_calls: calls = [], tool_call_id: id } of messages) {
    if (role === 'tool' && !awaited.includes(id ?? '')) faults.push(`a result of no call: ${id}`);
    if (role !== 'tool' && awaited.length > 0) faults.push(`no result of ${awaited.join()}`);
    if (role === 'user' && before === 'user') faults.push('two user messages in a row');
    awaited =
      role === 'tool' ? awaited.filter((each) => each !== id) : calls.map((call) => call.id);
    before = role;
  }
  return faults;
}
