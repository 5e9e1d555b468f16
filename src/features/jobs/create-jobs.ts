// The queue on pg-boss, in the platform's database: its tables are disposable, the truth of what is to run is elsewhere.

import type { PoolClient } from 'pg';
import type { PgBoss } from 'pg-boss';
import { AppError, messageOf } from '#base/app-error.ts';
import { jobTexts } from '#contract/texts/job-texts.ts';
import { sqlStateOf } from '#system/database/database-failure.ts';
import type { Database } from '#system/database/database.ts';
import { bossDatabase, bossTransaction } from './boss-database.ts';
import type { JobFacts, JobName, Jobs, NewJob, Work } from './jobs.ts';
import { createRunningJobs, type RunningJobs } from './running-jobs.ts';

export interface JobsParts {
  readonly database: Pick<Database, 'again' | 'connect' | 'execute'>;
  readonly queues: readonly string[];
  /** Whether this process works: then it also looks for jobs whose worker is gone. */
  readonly works: boolean;
  /** What went wrong in the background. For the log. */
  readonly onProblem: (error: unknown) => void;
}

/** A backup leaves it out, a restore drops it. */
const SCHEMA = 'pgboss';
const NO_RIGHT = '42501';

/** A worker says so often that it lives, and is taken for gone after so long without a word. */
const PULSE_SEC = 5;
const LEASE_SEC = 20;
const LOOK_SEC = 5;
/** Beside the notifications, which may get lost. */
const POLL_SEC = 2;
const NOTIFIED_POLL_SEC = 5;
const KEEP_WAITING_SEC = 30 * 24 * 3600;
const KEEP_OVER_SEC = 24 * 3600;
/** How often a job comes again: whoever runs it counts for itself, and ends it sooner. */
const MOST_RETRIES = 20;
const RETRY_SEC = 1;
const WAKE_MS = 1100;

/** Opens no connection until it is used. */
export function createJobs(parts: JobsParts): Jobs {
  const { database, queues, works, onProblem } = parts;
  const running = createRunningJobs();
  let opening: Promise<PgBoss> | undefined;
  let isClosing = false;
  const workers: string[] = [];
  const wakeUps: NodeJS.Timeout[] = [];
  const boss = (): Promise<PgBoss> =>
    (opening ??= openBoss({ database, queues, works, onProblem }));
  /** What failed to open may open the next time. */
  const opened = async (): Promise<PgBoss> => {
    const mine = boss();
    return await mine.catch((error: unknown) => {
      if (opening === mine) opening = undefined;
      throw error;
    });
  };

  const stopWork = async (graceMs: number): Promise<void> => {
    isClosing = true;
    for (const timer of wakeUps) clearTimeout(timer);
    const open = await opening?.catch(() => undefined);
    if (open === undefined) return;
    for (const queue of queues) await open.offWork(queue, { wait: false });
    await running.close(graceMs);
  };

  return {
    async open() {
      await opened();
    },
    async add(job, client) {
      await addJob(await opened(), job, client);
    },
    async remove(job, client) {
      await removeJob(await opened(), job, client);
    },
    async forget({ queue, id }) {
      await (await opened()).deleteJob(queue, id);
    },
    async giveBack({ queue, id }) {
      const open = await opened();
      const [found] = await open.findJobs(queue, { id });
      if (found?.state !== 'active') return;
      await open.fail(queue, id);
      // Nobody is notified of what comes again.
      wakeUps.push(setTimeout(() => workers.forEach((each) => open.notifyWorker(each)), WAKE_MS));
    },
    look: async (job) => lookFor(await opened(), job),
    async work(work) {
      if (isClosing) return;
      workers.push(await workOn(await opened(), work, running));
    },
    running: () => running.count(),
    stopWork,
    async close(graceMs) {
      await stopWork(graceMs);
      const open = await opening?.catch(() => undefined);
      await open?.stop({ graceful: false });
    },
  };
}

async function openBoss({ database, queues, works, onProblem }: JobsParts): Promise<PgBoss> {
  // Who never opens the queue, and who waits for an address, need not wait for the library.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: bossDatabase(database),
    schema: SCHEMA,
    supervise: works,
    useListenNotify: works,
    schedule: false,
    superviseIntervalSeconds: LOOK_SEC,
    monitorIntervalSeconds: LOOK_SEC,
    maintenanceIntervalSeconds: 3600,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', onProblem);
  try {
    await database.again(() => boss.start());
    for (const queue of queues) await database.again(() => ensureQueue(boss, queue));
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    if (sqlStateOf(error) !== NO_RIGHT) throw error;
    const text = jobTexts.noSchemaRight(SCHEMA, messageOf(error));
    throw new AppError('database-unavailable', text, { cause: error });
  }
}

async function ensureQueue(boss: PgBoss, queue: string): Promise<void> {
  const options = {
    notify: true,
    retryLimit: MOST_RETRIES,
    retryDelay: RETRY_SEC,
    heartbeatSeconds: LEASE_SEC,
    retentionSeconds: KEEP_WAITING_SEC,
    deleteAfterSeconds: KEEP_OVER_SEC,
  };
  await boss.createQueue(queue, options);
  await boss.updateQueue(queue, options);
}

async function addJob(
  boss: PgBoss,
  { queue, id, group, groupAhead, expireSec }: NewJob,
  client: PoolClient | undefined,
): Promise<void> {
  await boss.send(queue, null, {
    id,
    group: { id: group },
    priority: -groupAhead,
    expireInSeconds: expireSec,
    ...(client !== undefined && { db: bossTransaction(client) }),
  });
}

async function removeJob(
  boss: PgBoss,
  { queue, id }: JobName,
  client: PoolClient | undefined,
): Promise<void> {
  const inside = client === undefined ? {} : { db: bossTransaction(client) };
  const [found] = await boss.findJobs(queue, { id, queued: true, ...inside });
  if (found !== undefined) await boss.deleteJob(queue, id, inside);
}

async function lookFor(boss: PgBoss, { queue, id }: JobName): Promise<JobFacts> {
  const [job] = await boss.findJobs(queue, { id });
  switch (job?.state) {
    case undefined:
      return { state: 'gone' };
    case 'created':
    case 'retry':
      return { state: 'waiting' };
    case 'active':
      return { state: 'running' };
    default:
      return { state: 'over' };
  }
}

async function workOn(
  boss: PgBoss,
  { queue, places, groupPlaces, ...work }: Work,
  running: RunningJobs,
): Promise<string> {
  const worker = await boss.work(
    queue,
    {
      localConcurrency: places,
      localGroupConcurrency: groupPlaces,
      heartbeatRefreshSeconds: PULSE_SEC,
      pollingIntervalSeconds: POLL_SEC,
      notifyPollingIntervalSeconds: NOTIFIED_POLL_SEC,
    },
    async (jobs) => {
      try {
        for (const { id, signal } of jobs)
          await running.run({ queue, id }, signal, (job) => work.run(job));
      } finally {
        // A place is free: whether more waits is asked at once.
        boss.notifyWorker(worker);
      }
    },
  );
  return worker;
}
