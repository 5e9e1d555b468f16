// The queue on a real database, with several processes' worth of workers on it.

import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#system/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { createJobs } from './create-jobs.ts';
import type { Job, Jobs, NewJob } from './jobs.ts';

let database: TestDatabase;
const open: Jobs[] = [];
const problems: unknown[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.close(0)));
});
afterAll(() => database.drop());

function jobsOf(queue: string): Jobs {
  const jobs = createJobs({
    database,
    queues: [queue],
    works: true,
    onProblem: (error) => problems.push(error),
  });
  open.push(jobs);
  return jobs;
}

function jobOf(queue: string, more: Partial<NewJob> = {}): NewJob {
  return { queue, id: randomUUID(), group: 'org', groupAhead: 0, expireSec: 60, ...more };
}

const PLACES = { places: 4, groupPlaces: 4 };

test('ASY-06 a job that is added twice is one job, and two processes that work run it once', async () => {
  const [one, two] = [jobsOf('twice'), jobsOf('twice')];
  const ran: string[] = [];
  const run = async ({ id }: Job) => void ran.push(id);
  const added = Array.from({ length: 20 }, () => jobOf('twice'));
  for (const job of added) {
    await one.add(job);
    await two.add(job);
  }
  await Promise.all([one, two].map((jobs) => jobs.work({ queue: 'twice', ...PLACES, run })));
  await vi.waitFor(() => expect(ran.length).toBeGreaterThanOrEqual(20), 10_000);
  for (const job of added)
    await vi.waitFor(async () => expect(await one.look(job)).toEqual({ state: 'over' }), 10_000);
  expect(ran.toSorted()).toEqual(added.map(({ id }) => id).toSorted());
});

test('ASY-06 a transaction that is rolled back leaves no job', async () => {
  const jobs = jobsOf('rolled');
  const [kept, lost] = [jobOf('rolled'), jobOf('rolled')];
  await database.transaction((client) => jobs.add(kept, client));
  await expect(
    database.transaction(async (client) => {
      await jobs.add(lost, client);
      throw new TypeError('no');
    }),
  ).rejects.toThrow('no');
  expect(await jobs.look(kept)).toEqual({ state: 'waiting' });
  expect(await jobs.look(lost)).toEqual({ state: 'gone' });
});

test('a flood of one organisation does not keep the next one waiting: measured by order', async () => {
  const jobs = jobsOf('fair');
  const flood = Array.from({ length: 40 }, (_, at) =>
    jobOf('fair', { group: 'a', groupAhead: at }),
  );
  for (const job of flood) await jobs.add(job);
  const late = Array.from({ length: 3 }, (_, at) => jobOf('fair', { group: 'b', groupAhead: at }));
  for (const job of late) await jobs.add(job);
  const order: string[] = [];
  await jobs.work({
    queue: 'fair',
    places: 2,
    groupPlaces: 1,
    run: async ({ id }) => void order.push(late.some((job) => job.id === id) ? 'b' : 'a'),
  });
  await vi.waitFor(() => expect(order).toHaveLength(43), 40_000);
  expect(order.lastIndexOf('b')).toBeLessThan(12);
});

test('a place is left for others while one organisation holds all of its own', async () => {
  const jobs = jobsOf('held');
  const release = Promise.withResolvers<void>();
  const ran: string[] = [];
  for (let at = 0; at < 4; at += 1) await jobs.add(jobOf('held', { group: 'a', groupAhead: at }));
  const other = jobOf('held', { group: 'b' });
  await jobs.work({
    queue: 'held',
    places: 3,
    groupPlaces: 2,
    async run({ id }) {
      ran.push(id);
      if (id !== other.id) await release.promise;
    },
  });
  await vi.waitFor(() => expect(ran).toHaveLength(2), 10_000);
  await jobs.add(other);
  await vi.waitFor(async () => expect(await jobs.look(other)).toEqual({ state: 'over' }), 10_000);
  expect(ran).toHaveLength(3);
  release.resolve();
});

test('closing lets a job end; one that does not is aborted, and comes again in another process', async () => {
  const [one, two] = [jobsOf('closed'), jobsOf('closed')];
  const job = jobOf('closed');
  const started = Promise.withResolvers<void>();
  await one.add(job);
  await one.work({
    queue: 'closed',
    ...PLACES,
    run: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        started.resolve();
      }),
  });
  await started.promise;
  await one.close(50);
  expect(one.running()).toBe(0);
  const again: string[] = [];
  await two.work({ queue: 'closed', ...PLACES, run: async ({ id }) => void again.push(id) });
  await vi.waitFor(() => expect(again).toEqual([job.id]), 10_000);
});

test('one whose worker is known to be gone comes again; one that runs here is joined, not run twice', async () => {
  const jobs = jobsOf('joined');
  const job = jobOf('joined');
  const release = Promise.withResolvers<void>();
  let runs = 0;
  await jobs.add(job);
  await jobs.work({
    queue: 'joined',
    ...PLACES,
    async run() {
      runs += 1;
      await release.promise;
    },
  });
  await vi.waitFor(() => expect(runs).toBe(1), 10_000);
  await jobs.giveBack(job);
  await vi.waitFor(async () => expect(await jobs.look(job)).toEqual({ state: 'running' }), 10_000);
  release.resolve();
  await vi.waitFor(async () => expect(await jobs.look(job)).toEqual({ state: 'over' }), 10_000);
  expect(runs).toBe(1);
});

test('a job that waits is taken back, and what is over can be forgotten and added again', async () => {
  const jobs = jobsOf('removed');
  const job = jobOf('removed');
  await jobs.add(job);
  await jobs.remove(job);
  expect(await jobs.look(job)).toEqual({ state: 'gone' });
  await jobs.add(job);
  let runs = 0;
  await jobs.work({ queue: 'removed', ...PLACES, run: async () => void (runs += 1) });
  await vi.waitFor(async () => expect(await jobs.look(job)).toEqual({ state: 'over' }), 10_000);
  await jobs.forget(job);
  await jobs.add(job);
  await vi.waitFor(() => expect(runs).toBe(2), 10_000);
});

test('a role that may not make the schema is told what to do', async () => {
  const { user } = { user: `r_${randomUUID().replaceAll('-', '')}` };
  const superuser = openDatabase(database.superuser, { poolSize: 1 });
  await superuser.execute(`create role ${user} login password '${user}'`);
  const poor = openDatabase(
    { ...database.address, user, password: user, database: 'postgres' },
    { poolSize: 1 },
  );
  const jobs = createJobs({ database: poor, queues: ['x'], works: false, onProblem: () => {} });
  await expect(jobs.open()).rejects.toThrow(/create schema pgboss authorization/);
  await poor.close();
  await superuser.execute(`drop role ${user}`);
  await superuser.close();
});
