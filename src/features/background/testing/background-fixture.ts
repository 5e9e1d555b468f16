// Background runs on a real database and a real queue, with skills that a test plays.

import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import {
  conversationMigrations,
  createConversations,
  holdSession,
  replaceCallResult,
  type Conversations,
} from '#features/conversations/index.ts';
import { createEventLog, eventsMigrations, type EventLog } from '#features/events/index.ts';
import { buildFixedContext, type Execution } from '#features/execution/index.ts';
import { createJobs, type Jobs } from '#features/jobs/index.ts';
import { settleReturned, settleStopped } from '#features/results/index.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import type { BackgroundParts } from '../background-parts.ts';
import type { NewBackgroundRun } from '../background-run.ts';
import { backgroundMigrations } from '../background-tables.ts';
import { BACKGROUND_QUEUE, createBackground, type Background } from '../create-background.ts';

type SkillCall = Parameters<Execution['execute']>[0];

/** What a skill gives back; it may wait for the signal. */
type PlayedSkill = (call: SkillCall) => Promise<JsonObject> | JsonObject;

/** One process that runs background runs, or only asks for them. */
export interface Worker {
  readonly background: Background;
  readonly jobs: Jobs;
  close(graceMs?: number): Promise<void>;
}

export interface BackgroundFixture {
  readonly database: TestDatabase;
  readonly conversations: Conversations;
  readonly events: EventLog;
  readonly problems: unknown[];
  worker(skill?: PlayedSkill, owner?: string): Worker;
  /** A turn that runs in a new session, with one call under way. */
  asked(more?: Partial<NewBackgroundRun>): Promise<NewBackgroundRun>;
  told(run: NewBackgroundRun): Promise<readonly ChatEvent[]>;
  pushes(): Promise<
    readonly { readonly key: string; readonly text: string; readonly files: number }[]
  >;
  call(run: NewBackgroundRun): Promise<{ readonly state: string; readonly result: unknown }>;
  /** Those of a test that failed would take the next one's jobs. */
  closeWorkers(): Promise<void>;
  close(): Promise<void>;
}

/** Of a process on this machine that is gone for certain. */
export function goneOwner(): string {
  const [machine] = ownProcessIdentity().split('/');
  return `${machine}/4194303/${randomUUID()}`;
}

export async function openBackgroundFixture(): Promise<BackgroundFixture> {
  const database = await createTestDatabase({
    ...conversationMigrations,
    ...eventsMigrations,
    ...backgroundMigrations,
  });
  await database.execute(
    'create table platform.test_pushes (key text primary key, text text, files integer)',
  );
  const problems: unknown[] = [];
  const onProblem = (error: unknown): void => void problems.push(error);
  const workspacesRoot = await realpath(await mkdtemp(join(tmpdir(), 'background-')));
  const events = createEventLog({ database, processId: randomUUID(), onFailure: onProblem });
  const owner = ownProcessIdentity();
  const conversations = createConversations({ database, newId: randomUUID, owner });
  const workers: Worker[] = [];
  const place = { database, events, workspacesRoot, onProblem };

  return {
    database,
    conversations,
    events,
    problems,
    worker(skill = () => ({ ok: true }), as = owner) {
      const made = openWorker(place, skill, as);
      workers.push(made);
      return made;
    },
    asked: (more = {}) => askIn(conversations, more),
    async told({ identity }) {
      await events.flush(identity.sessionId);
      const page = await events.read(identity.orgId, identity.sessionId, { after: 0 });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was appended
      return page.events.map(({ json }) => JSON.parse(json) as ChatEvent);
    },
    async pushes() {
      const rows = await database.execute('select key, text, files from platform.test_pushes');
      return rows.map(({ key, text, files }) => ({
        key: String(key),
        text: String(text),
        files: Number(files),
      }));
    },
    async call({ identity, turnId }) {
      const turn = await conversations.views.get(identity.orgId, turnId);
      const [call] = turn.calls;
      return { state: call?.state ?? '', result: call?.result };
    },
    async closeWorkers() {
      await Promise.all(workers.splice(0).map((each) => each.close()));
    },
    async close() {
      await events.close();
      await database.drop();
    },
  };
}

function openWorker(
  place: Pick<BackgroundParts, 'database' | 'events' | 'workspacesRoot' | 'onProblem'>,
  skill: PlayedSkill,
  owner: string,
): Worker {
  const { database, onProblem } = place;
  const jobs = createJobs({ database, queues: [BACKGROUND_QUEUE], works: true, onProblem });
  const background = createBackground({
    ...place,
    jobs,
    owner,
    holdSession,
    replaceCallResult,
    newId: randomUUID,
    wallSec: 600,
    places: 4,
    refusalOf: async (run) =>
      run.skill === 'forbidden' ? { zh: '不行', en: 'No more.' } : undefined,
    undeliveredNotices: () => [],
    subAgentsFor: () => undefined,
    collector: {
      begin: async () => ({ concerns: () => false, collect: async (settled) => settled }),
    },
    async push(client, { key, text, files }) {
      const values = [key, text, files.length];
      await client.query('insert into platform.test_pushes values ($1, $2, $3)', values);
    },
    execution: { execute: (call) => play(skill, call) },
  });
  return {
    background,
    jobs,
    async close(graceMs = 0) {
      await background.close();
      await jobs.close(graceMs);
    },
  };
}

async function askIn(
  conversations: Conversations,
  more: Partial<NewBackgroundRun>,
): Promise<NewBackgroundRun> {
  const owner = ownProcessIdentity();
  const orgId = more.identity?.orgId ?? 'org';
  const session = await conversations.sessions.create({
    orgId,
    roleId: 'role',
    personId: 'person',
    channel: 'text',
  });
  const sessionId = session.id;
  const place = { orgId, sessionId, personId: 'person', channel: 'text' } as const;
  const turn = await conversations.turns.accept({ ...place, language: 'en', text: 'hi' });
  await conversations.leases.claim(sessionId);
  await conversations.turns.next(sessionId, owner);
  const { ledger } = conversations.openTurn(turn.turnId);
  const argumentsText = '{}';
  await ledger.open(
    [{ id: 'c1', tool: 'film', argumentsText }],
    [{ type: 'tool-call', id: 'c1', name: 'film', argumentsText }],
  );
  await ledger.start('c1');
  const identity = { orgId, roleId: 'role', sessionId, teamId: 't', userId: 'u', isAdmin: false };
  return {
    turnId: turn.turnId,
    callId: 'c1',
    skill: 'film',
    input: { topic: 'cat' },
    fixed: buildFixedContext({ channel: 'text' }),
    language: 'en',
    channel: 'text',
    isIdempotent: false,
    ...more,
    identity,
  };
}

async function play(skill: PlayedSkill, call: SkillCall): ReturnType<Execution['execute']> {
  const about = { skill: call.skill, language: 'en' } as const;
  const fields = {
    skill: call.skill,
    attempts: 1,
    durationMs: 1,
    workspace: '',
    log: '',
    version: '',
  };
  try {
    return { ...settleReturned({ ...about, value: await skill(call) }), ...fields };
  } catch (error) {
    if (!call.signal.aborted) throw error;
    return { ...settleStopped({ ...about, because: undefined }), ...fields };
  }
}

/** A skill that goes on until it is stopped. */
export function untilStopped({ signal }: SkillCall): Promise<JsonObject> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
