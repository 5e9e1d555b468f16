// Kills a server at each step between a turn's end and the channel's answer, and looks at what a person there has got.

import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ChannelMessageBody } from '#contract/api/delivery-bodies.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import { openDatabase } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import type { OpenAiStub } from '../stubs/openai-stub.ts';
import { startServer, type TestServer } from './run-server.ts';
import { startObedientModel } from './talk.ts';

export interface DeliveryKillReport {
  readonly kills: number;
  /** How often it was killed at which step. */
  readonly steps: Readonly<Record<string, number>>;
  readonly messages: number;
  /** Sentences, each a fault. */
  readonly faults: readonly string[];
}

/** A trigger that waits for an advisory lock: whoever holds it stops the server exactly there. */
interface Gate {
  readonly name: string;
  readonly number: number;
  readonly at: string;
}

const GATES: readonly Gate[] = [
  {
    name: 'the turn ends',
    number: 4001,
    at: 'before insert on platform.delivery_parts for each row',
  },
  {
    name: 'the message is taken',
    number: 4002,
    at: `before update on platform.delivery_parts for each row
      when (old.state in ('made', 'queued') and new.state = 'sending')`,
  },
  {
    name: 'the channel has it',
    number: 4003,
    at: 'before insert on platform.text_messages for each row',
  },
  {
    name: 'its answer is stored',
    number: 4004,
    at: `before update on platform.delivery_parts for each row
      when (old.state = 'sending' and new.state = 'sent')`,
  },
];

interface Step {
  readonly name: string;
  readonly gate?: Gate;
  /** The server is gone in the middle of a statement: PostgreSQL takes that back, or carries it out all the same. */
  readonly isTakenBack: boolean;
}

const STEPS: readonly Step[] = [
  ...GATES.flatMap((gate) => [
    { name: `${gate.name}: taken back`, gate, isTakenBack: true },
    { name: `${gate.name}: carried out`, gate, isTakenBack: false },
  ]),
  { name: 'after the answer', isTakenBack: true },
];

const WAIT_MS = 60_000;

export async function deliveryKillRounds(kills: number): Promise<DeliveryKillReport> {
  const stub = await startObedientModel((said) => ({ text: answerTo(said) }));
  let server = await startServer({ environment: environmentOf(stub) });
  const postgres = await openPostgres({
    dataFolder: server.dataFolder,
    databaseUrl: undefined,
    sharesDatabase: false,
    programs: undefined,
  });
  const database = openDatabase(postgres.address, { poolSize: 2, statementMs: WAIT_MS });
  const keeper = await database.connect();
  try {
    await buildGates(keeper);
    const { id: session } = await server.client.call('sessions.create', {
      body: { channel: 'text' },
    });
    const steps: Record<string, number> = {};
    for (let round = 0; round < kills; round += 1) {
      const step = STEPS[round % STEPS.length] ?? STEPS[0];
      if (step === undefined) break;
      steps[step.name] = (steps[step.name] ?? 0) + 1;
      server = await killAt(step, { server, keeper, session, text: `message ${round}` });
      await settled(server, session);
    }
    return { kills, steps, ...(await examine(server, session, kills)) };
  } finally {
    await keeper.end();
    await database.close();
    await server.remove();
    await postgres.stop();
    await stub.close();
  }
}

function environmentOf({ baseUrl }: OpenAiStub): Readonly<Record<string, string>> {
  return { QIAO_MODEL: 'openai/stub', OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'k' };
}

/** Every second one is longer than a message may be. */
function answerTo(said: string): string {
  const number = Number(/\d+/.exec(said)?.[0] ?? 0);
  const line = `**Answer ${number}**: 一行文字，说一点什么。`;
  return number % 2 === 0 ? line : `${line}\n`.repeat(300);
}

async function buildGates(keeper: Client): Promise<void> {
  await keeper.query(`
    create function platform.gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint);
      return new;
    end $$`);
  for (const { number, at } of GATES)
    await keeper.query(
      `create trigger gate_${number} ${at} execute function platform.gate('${number}')`,
    );
}

interface Round {
  readonly server: TestServer;
  readonly keeper: Client;
  readonly session: string;
  readonly text: string;
}

async function killAt({ gate, isTakenBack }: Step, round: Round): Promise<TestServer> {
  const { server, keeper } = round;
  const number = gate?.number;
  if (number !== undefined) await keeper.query('select pg_advisory_lock($1)', [number]);
  await say(round);
  if (number === undefined) await settled(server, round.session);
  else await untilWaiting(keeper, number);
  await server.kill();
  if (number !== undefined) {
    if (isTakenBack) await keeper.query(TAKE_BACK, [number]);
    await keeper.query('select pg_advisory_unlock($1)', [number]);
  }
  return server.restart();
}

const WAITING = `from pg_locks where locktype = 'advisory' and objid = $1 and not granted`;
const TAKE_BACK = `select pg_terminate_backend(pid, 5000) ${WAITING}`;

async function untilWaiting(keeper: Client, number: number): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while ((await keeper.query(`select ${WAITING}`, [number])).rowCount === 0) {
    if (performance.now() > until) throw new Error(`nobody came to gate ${number}`);
    await pause(10);
  }
}

/** A client that isn't answered says it again under the same key. */
async function say({ server, session, text }: Round): Promise<void> {
  await server.client.call('turns.create', {
    params: { session_id: session },
    body: { text, client_key: `${session}-${text}` },
  });
}

/** Resolves when every turn has ended and every message has arrived, or never will. */
async function settled({ client, log }: TestServer, session: string): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const page = await client
      .call('turns.list', { params: { session_id: session }, query: { limit: 2 } })
      .catch(() => undefined);
    if (page?.items.every(isSettled) === true) return;
    if (performance.now() > until)
      throw new Error(`not settled: ${JSON.stringify(page)} ${log().slice(-3000)}`);
    await pause(30);
  }
}

function isSettled({ state, deliveries }: TurnBody): boolean {
  return (
    (state === 'done' || state === 'interrupted') &&
    deliveries.every((delivery) => ['sent', 'failed', 'unknown'].includes(delivery.state))
  );
}

async function examine(
  server: TestServer,
  session: string,
  kills: number,
): Promise<Pick<DeliveryKillReport, 'messages' | 'faults'>> {
  const turns = await turnsOf(server, session);
  const messages = await messagesOf(server, session);
  const said = turns.map(({ reply }) => bare(reply ?? ''));
  const shown = bare(messages.map(({ text }) => text).join(''));
  const faults = [
    ...(turns.length === kills ? [] : [`${kills} messages, ${turns.length} turns`]),
    ...turns.flatMap(faultsOfTurn),
    ...messages
      .filter(({ text }) => text.length > 4000 || text.includes('**'))
      .map(({ number }) => `message ${number} is none of this channel's`),
    // Each once, in its order, and nothing else.
    ...(shown === said.join('')
      ? []
      : [`what is there is not what was said: ${faultIn(shown, said)}`]),
  ];
  return { messages: messages.length, faults };
}

function bare(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function faultIn(shown: string, said: readonly string[]): string {
  const counts = said.map((text) => (text === '' ? 0 : shown.split(text).length - 1));
  return counts.map((count, index) => (count === 1 ? '' : `${count} of turn ${index}`)).join(' ');
}

function faultsOfTurn({ id, state, reply, deliveries }: TurnBody): string[] {
  const [delivery, ...others] = deliveries;
  return [
    ...(reply === null || reply === '' ? [`${id} (${state}) has no reply`] : []),
    ...(delivery === undefined ? [`${id} was to be sent nowhere`] : []),
    ...(others.length > 0 ? [`${id} was to be sent ${deliveries.length} times`] : []),
    ...(delivery?.parts ?? [])
      .filter((part) => part.state !== 'sent' || part.is_perhaps_duplicate)
      .map((part) => `part ${part.index} of ${id} is ${part.state}`),
  ];
}

async function turnsOf({ client }: TestServer, session: string): Promise<readonly TurnBody[]> {
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

async function messagesOf(
  { client }: TestServer,
  session: string,
): Promise<readonly ChannelMessageBody[]> {
  const messages: ChannelMessageBody[] = [];
  for (;;) {
    const { items } = await client.call('messages.list', {
      params: { session_id: session },
      query: { after: messages.at(-1)?.number ?? 0, limit: 200 },
    });
    if (items.length === 0) return messages;
    messages.push(...items);
  }
}
