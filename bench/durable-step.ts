// Node's CPU time for one tool step with ledger, trace and events in PostgreSQL, against `ai`'s bare streamText.

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { LoopEvent } from '#features/agents/index.ts';
import { conversationMigrations, createConversations } from '#features/conversations/index.ts';
import { createEventLog, eventsMigrations } from '#features/events/index.ts';
import { createRunStore, runMigrations } from '#features/runs/index.ts';
import { openDatabase } from '#system/database/database.ts';
import { migrate } from '#system/database/migrate.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import { kindOf, measure, middle, print } from './cpu-rounds.ts';
import { ourTurn, startStub, theirTurn } from './loop-turns.ts';

const BAR = 1;
const LENGTHS = [10, 50] as const;
const OWNER = 'bench/1/1';
const ORG = 'org';
const HISTORY_CHARS = 256_000;
/** Conversations that are there before anybody measures: to make one is no part of a turn. */
const SESSIONS = 50_000;

const folder = mkdtempSync('/var/tmp/qiao-bench-');
chmodSync(folder, 0o711);
const postgres = await openPostgres({
  dataFolder: folder,
  databaseUrl: undefined,
  sharesDatabase: false,
  programs: undefined,
});
const database = openDatabase(postgres.address, { poolSize: 12 });
await migrate(database, { ...conversationMigrations, ...runMigrations, ...eventsMigrations });
await database.run({
  name: '',
  text: `insert into platform.sessions (id, org_id, role_id, person_id, channel)
    select 'session-' || n, $1, 'role', 'person', 'web' from generate_series(1, $2::integer) n`,
  values: [ORG, SESSIONS],
});
let used = 0;
const conversations = createConversations({ database, newId: randomUUID, owner: OWNER });
const events = createEventLog({ database, processId: randomUUID(), onFailure: fail });
const runs = createRunStore({ database });
const stubs = new Map<number, Awaited<ReturnType<typeof startStub>>>();
for (const steps of LENGTHS) stubs.set(steps, await startStub(steps));
const urlOf = (steps: number): string => stubs.get(steps)?.baseUrl ?? '';

try {
  const ours = LENGTHS.map((steps) => kindOf(steps, keptTurn));
  const theirs = LENGTHS.map((steps) => kindOf(steps, (count) => theirTurn(urlOf(count), count)));
  const only = process.env['ONLY'];
  await measure([...(only === 'ai' ? [] : ours), ...(only === 'ours' ? [] : theirs)]);
  for (const [at, kind] of ours.entries()) {
    const their = theirs[at] ?? kind;
    print({
      bench: `durable-step-${kind.steps}`,
      n: kind.steps,
      ratio: middle(kind) / middle(their),
      bar: BAR,
      ours_cpu_us: Math.round(middle(kind)),
      ai_cpu_us: Math.round(middle(their)),
    });
  }
} finally {
  for (const stub of stubs.values()) stub.process.kill();
  await runs.close();
  await events.close();
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** From the message that is accepted to the turn's end, all of it stored. */
async function keptTurn(steps: number): Promise<void> {
  const { turns, leases } = conversations;
  const sessionId = `session-${(used += 1)}`;
  const { turnId } = await turns.accept({
    orgId: ORG,
    sessionId,
    personId: 'person',
    channel: 'web',
    language: 'en',
    text: 'go',
  });
  await leases.claim(sessionId);
  await turns.next(sessionId, OWNER);
  const place = { orgId: ORG, sessionId, turnId };
  const turn = conversations.openTurn(turnId);
  await turn.history(HISTORY_CHARS);
  const { newMessages, usage, text, rounds } = await ourTurn(urlOf(steps), steps, {
    ledger: turn.ledger,
    onEvent: (event) => void events.append(place, asChatEvent(event)),
    onCall: (callId, skill, { envelope, decisions, verdict }) =>
      runs.add({
        id: randomUUID(),
        orgId: ORG,
        roleId: 'role',
        sessionId,
        turnId,
        callId,
        skill,
        version: '1',
        line: 'dialog',
        calledBy: undefined,
        startedAt: new Date(),
        durationMs: 1,
        attempts: 1,
        status: verdict.status,
        decisions,
        envelope,
        log: '',
      }),
  });
  await events.flush(sessionId);
  const event = { type: 'turn-finished', text, reason: 'answered', rounds } as const;
  await turn.finish({
    newMessages,
    usage,
    decisions: [],
    event: { ...event, failures: 0, banned: [] },
  });
  await leases.release(sessionId);
}

/** As the dialog tells them. */
function asChatEvent(event: LoopEvent): ChatEvent {
  switch (event.type) {
    case 'tool-started':
      return { type: event.type, id: event.id, tool: event.tool, arguments: event.input };
    case 'tool-finished': {
      const { type, id, tool, result, durationMs } = event;
      const told = { status: result.verdict.status, result: { ...result.envelope } };
      return { type, id, tool, ...told, duration_ms: Math.round(durationMs) };
    }
    case 'tool-refused':
      return { type: event.type, id: event.id, tool: event.tool, reason: event.reason };
    default:
      return event;
  }
}

function fail(error: unknown): void {
  throw error;
}
