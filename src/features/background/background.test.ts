// Async skills on a real database: each is run once, ends once, and is told once, whatever goes away meanwhile.

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { NewBackgroundRun, BackgroundRun } from './background-run.ts';
import { BACKGROUND_QUEUE } from './create-background.ts';
import {
  goneOwner,
  openBackgroundFixture,
  untilStopped,
  type BackgroundFixture,
  type Worker,
} from './testing/background-fixture.ts';

let fixture: BackgroundFixture;
beforeAll(async () => {
  fixture = await openBackgroundFixture();
});
afterEach(() => fixture.closeWorkers());
afterAll(() => fixture.close());

async function runOf({ background }: Worker, { identity }: NewBackgroundRun) {
  const [run] = await background.list(identity.orgId, identity.sessionId, { limit: 10 });
  if (run === undefined) throw new TypeError('there is no run');
  return run;
}

function until(
  worker: Worker,
  asked: NewBackgroundRun,
  wanted: Partial<BackgroundRun>,
): Promise<void> {
  return vi.waitFor(async () => expect(await runOf(worker, asked)).toMatchObject(wanted), {
    timeout: 20_000,
    interval: 100,
  });
}

/** A process that is gone takes nothing more. */
function freeze({ jobs }: Worker): void {
  void jobs.stopWork(60_000);
}

async function pushesOf(run: BackgroundRun) {
  return (await fixture.pushes()).filter(({ key }) => key === `background:${run.id}`);
}

test('ASY-02 the record, its job and what the stream tells are stored before anything runs', async () => {
  const asker = fixture.worker();
  const asked = await fixture.asked();
  await asker.background.start(asked);
  await asker.background.start(asked);
  const run = await runOf(asker, asked);
  expect(run).toMatchObject({ state: 'queued', callId: 'c1', skill: 'film', fraction: null });
  expect(await asker.jobs.look({ queue: BACKGROUND_QUEUE, id: run.id })).toEqual({
    state: 'waiting',
  });
  expect(await fixture.told(asked)).toEqual([
    { type: 'background-started', id: run.id, call: 'c1', skill: 'film' },
  ]);
  await asker.background.cancel({ ...asked.identity, id: run.id });
});

test('ASY-04 the result takes the place of the placeholder, whichever is stored first, and is pushed', async () => {
  const worker = fixture.worker(({ isBackground, line, input }) => ({
    ok: true,
    message: `${String(isBackground)} ${line} ${JSON.stringify(input)}`,
  }));
  await worker.background.work();
  const asked = await fixture.asked();
  await worker.background.start(asked);
  await until(worker, asked, { state: 'done', reason: '', fraction: 1 });
  const result = { ok: true, message: 'true dialog {"topic":"cat"}' };
  const { ledger } = fixture.conversations.openTurn(asked.turnId);
  await ledger.settle('c1', 'done', { ok: true, async: true, message: 'later' });
  expect(await fixture.call(asked)).toEqual({ state: 'done', result });
  const run = await runOf(worker, asked);
  expect(await pushesOf(run)).toMatchObject([{ text: 'true dialog {"topic":"cat"}' }]);
  expect((await fixture.told(asked)).at(-1)).toEqual({
    type: 'background-ended',
    id: run.id,
    call: 'c1',
    skill: 'film',
    state: 'done',
    reason: '',
  });
  await worker.close();
});

test('ASY-04 a failure is pushed as a plain sentence, and is the result that the model gets', async () => {
  const worker = fixture.worker(() => ({ success: false, error: 'no such film' }));
  await worker.background.work();
  const asked = await fixture.asked();
  await worker.background.start(asked);
  await until(worker, asked, { state: 'failed', reason: 'no such film' });
  expect(await fixture.call(asked)).toMatchObject({ state: 'failed' });
  const run = await runOf(worker, asked);
  expect(await pushesOf(run)).toMatchObject([{ text: '"film" did not finish: no such film' }]);
  await worker.close();
});

test('ASY-06 two workers that take one job run it once', async () => {
  const ran: string[] = [];
  const skill = ({ turnId }: { turnId?: string }) => {
    ran.push(String(turnId));
    return { ok: true };
  };
  const [one, two] = [fixture.worker(skill, 'a/1/1'), fixture.worker(skill, 'b/1/1')];
  await Promise.all([one.background.work(), two.background.work()]);
  const asked = await Promise.all(Array.from({ length: 12 }, () => fixture.asked()));
  for (const [at, run] of asked.entries()) await (at % 2 === 0 ? one : two).background.start(run);
  for (const run of asked) await until(one, run, { state: 'done' });
  expect(ran.toSorted()).toEqual(asked.map(({ turnId }) => turnId).toSorted());
  await Promise.all([one.close(), two.close()]);
});

test('ASY-06 one whose process is gone ends as failed: it may have happened, and is said once', async () => {
  const dead = fixture.worker(untilStopped, goneOwner());
  await dead.background.work();
  const asked = await fixture.asked();
  await dead.background.start(asked);
  await until(dead, asked, { state: 'running' });
  freeze(dead);
  let runs = 0;
  const worker = fixture.worker(() => {
    runs += 1;
    return { ok: true };
  });
  await worker.background.work();
  await until(worker, asked, { state: 'failed' });
  const run = await runOf(worker, asked);
  expect(run.reason).toContain('may have happened');
  expect(await pushesOf(run)).toHaveLength(1);
  expect(runs).toBe(0);
  await dead.close();
  await worker.close();
});

test('ASY-06 one that may be repeated is run again once, and the first attempt tells nothing more', async () => {
  const release = Promise.withResolvers<void>();
  const dead = fixture.worker(async () => {
    await release.promise;
    return { message: 'the first' };
  }, goneOwner());
  await dead.background.work();
  const asked = await fixture.asked({ isIdempotent: true });
  await dead.background.start(asked);
  await until(dead, asked, { state: 'running' });
  freeze(dead);
  let runs = 0;
  const worker = fixture.worker(() => {
    runs += 1;
    return { message: 'the second' };
  });
  await worker.background.work();
  await until(worker, asked, { state: 'done' });
  release.resolve();
  await dead.close(2000);
  const run = await runOf(worker, asked);
  expect(await pushesOf(run)).toMatchObject([{ text: 'the second' }]);
  expect(await fixture.call(asked)).toMatchObject({ result: { message: 'the second' } });
  expect(runs).toBe(1);
  await worker.close();
});

test('ASY-07 one that waits is cancelled at once, one that runs when it has stopped; again it does nothing', async () => {
  const asker = fixture.worker();
  const waiting = await fixture.asked();
  await asker.background.start(waiting);
  const { id } = await runOf(asker, waiting);
  await asker.background.cancel({ ...waiting.identity, id });
  await asker.background.cancel({ ...waiting.identity, id });
  expect(await runOf(asker, waiting)).toMatchObject({ state: 'cancelled' });
  expect(await asker.jobs.look({ queue: BACKGROUND_QUEUE, id })).toEqual({ state: 'gone' });

  const worker = fixture.worker(untilStopped, 'elsewhere/1/1');
  await worker.background.work();
  const running = await fixture.asked();
  await asker.background.start(running);
  await until(worker, running, { state: 'running' });
  const run = await runOf(worker, running);
  // Not by the process that runs it.
  await asker.background.cancel({ ...running.identity, id: run.id });
  await until(worker, running, { state: 'cancelled' });
  expect(await fixture.call(running)).toMatchObject({ state: 'aborted' });
  expect(await pushesOf(run)).toEqual([]);
  await expect(
    asker.background.cancel({ ...running.identity, sessionId: 'other', id: run.id }),
  ).rejects.toMatchObject({ code: 'not-found' });
  await worker.close();
});

test('ASY-07 progress is kept and told, the newest of what comes at once', async () => {
  const release = Promise.withResolvers<void>();
  const worker = fixture.worker(async (call) => {
    for (let step = 1; step <= 50; step += 1) call.progress(step / 100, `step ${step}`);
    await release.promise;
    return { ok: true };
  });
  await worker.background.work();
  const asked = await fixture.asked();
  await worker.background.start(asked);
  await until(worker, asked, { fraction: 0.5, progressText: 'step 50' });
  release.resolve();
  await until(worker, asked, { state: 'done' });
  const told = (await fixture.told(asked)).filter(({ type }) => type === 'background-progress');
  expect(told.length).toBeLessThan(4);
  expect(told.at(-1)).toMatchObject({ fraction: 0.5, text: 'step 50', call: 'c1' });
  await worker.close();
});

test('ASY-06 a process that closes gives back what may be repeated, and says of the rest that it may have happened', async () => {
  const first = fixture.worker(untilStopped, 'closing/1/1');
  await first.background.work();
  const [again, once] = [await fixture.asked({ isIdempotent: true }), await fixture.asked()];
  await first.background.start(again);
  await first.background.start(once);
  await until(first, again, { state: 'running' });
  await until(first, once, { state: 'running' });
  await first.close(100);
  expect(await runOf(first, once)).toMatchObject({ state: 'failed' });
  const second = fixture.worker(() => ({ message: 'after the restart' }));
  await second.background.work();
  await until(second, again, { state: 'done' });
  expect(await pushesOf(await runOf(second, again))).toMatchObject([{ text: 'after the restart' }]);
  await second.close();
});

test('ASY-06 runs whose jobs were lost, in a backup that leaves them out say, are run all the same', async () => {
  const asker = fixture.worker();
  const asked = await fixture.asked();
  await asker.background.start(asked);
  await fixture.database.execute('delete from pgboss.job');
  const worker = fixture.worker();
  await worker.background.work();
  await until(worker, asked, { state: 'done' });
  expect(await pushesOf(await runOf(worker, asked))).toHaveLength(1);
  await worker.close();
});

test('what a deleted conversation asked for is stopped, and nothing of it is pushed', async () => {
  const worker = fixture.worker(untilStopped);
  await worker.background.work();
  const asked = await fixture.asked();
  await worker.background.start(asked);
  await until(worker, asked, { state: 'running' });
  const run = await runOf(worker, asked);
  await fixture.conversations.sessions.remove('org', asked.identity.sessionId);
  await worker.background.removeSession('org', asked.identity.sessionId);
  await vi.waitFor(() => expect(worker.jobs.running()).toBe(0), 10_000);
  expect(await pushesOf(run)).toEqual([]);
  await worker.close();
});

test('ended runs go after their days, those under way stay', async () => {
  const asker = fixture.worker();
  const asked = await fixture.asked();
  await asker.background.start(asked);
  await fixture.database.execute(
    `update platform.background_runs set ended_at = ended_at - interval '10 days',
      created_at = created_at - interval '10 days'`,
  );
  expect(await asker.background.removeBefore(5)).toBeGreaterThan(5);
  expect(await runOf(asker, asked)).toMatchObject({ state: 'queued' });
  await asker.background.cancel({ ...asked.identity, id: (await runOf(asker, asked)).id });
});
