// What may not be queued, or not run any more; and what becomes of a flood.

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { NewBackgroundRun } from './background-run.ts';
import {
  openBackgroundFixture,
  type BackgroundFixture,
  type Worker,
} from './testing/background-fixture.ts';

let fixture: BackgroundFixture;
beforeAll(async () => {
  fixture = await openBackgroundFixture();
});
afterEach(() => fixture.closeWorkers());
afterAll(() => fixture.close());

const STARTED = { status: 'started' };

function runsOf({ background }: Worker, { identity }: NewBackgroundRun) {
  return background.list(identity.orgId, identity.sessionId, { limit: 100 });
}

async function openOf(worker: Worker, asked: NewBackgroundRun) {
  return (await runsOf(worker, asked)).filter(({ endedAt }) => endedAt === null);
}

function untilOver(worker: Worker, asked: NewBackgroundRun) {
  return vi.waitFor(
    async () => {
      const [run] = await runsOf(worker, asked);
      if (run === undefined || run.endedAt === null) throw new TypeError('not yet');
      return run;
    },
    { timeout: 20_000, interval: 100 },
  );
}

test('ASY-06 of a conversation twenty runs are open at most, of a person a hundred: one more is refused with a sentence, and nothing of it is stored', async () => {
  const asker = fixture.worker();
  const asked = await fixture.asked();
  const person = { ...asked.identity, userId: 'flooder' };
  const ask = (more: Partial<NewBackgroundRun>) =>
    asker.background.start({ ...asked, identity: person, ...more });
  for (let n = 0; n < 20; n += 1) expect(await ask({ callId: `n${n}` })).toEqual(STARTED);
  expect(await ask({ callId: 'more' })).toMatchObject({
    status: 'refused',
    reason: { en: expect.stringContaining('20 background runs') },
  });
  // The same call again is the run that there is.
  expect(await ask({ callId: 'n0' })).toEqual(STARTED);
  expect(await openOf(asker, asked)).toHaveLength(20);
  expect(
    (await fixture.told(asked)).filter(({ type }) => type === 'background-started'),
  ).toHaveLength(20);
  const others = await Promise.all(Array.from({ length: 5 }, () => fixture.asked()));
  for (const [at, other] of others.entries())
    for (let n = 0; n < 20; n += 1) {
      const identity = { ...other.identity, userId: 'flooder' };
      const started = await asker.background.start({ ...other, identity, callId: `n${n}` });
      expect(started.status).toBe(at < 4 ? 'started' : 'refused');
    }
  const [first] = await openOf(asker, asked);
  await asker.background.cancel({ ...asked.identity, id: first?.id ?? '' });
  expect(await ask({ callId: 'more' })).toEqual(STARTED);
  for (const { identity } of [asked, ...others])
    await asker.background.removeSession(identity.orgId, identity.sessionId);
});

test('ASY-06 in a conversation that was deleted meanwhile nothing is started', async () => {
  const asker = fixture.worker();
  const asked = await fixture.asked();
  await fixture.conversations.sessions.remove(asked.identity.orgId, asked.identity.sessionId);
  expect(await asker.background.start(asked)).toMatchObject({ status: 'refused' });
  expect(await openOf(asker, asked)).toEqual([]);
});

test('ASY-06 where the queue was lost all of a flood is queued again, and others do not wait for it', async () => {
  const { database } = fixture;
  const asker = fixture.worker();
  const asked = await fixture.asked();
  await asker.background.start(asked);
  await database.execute(
    `insert into platform.background_runs (id, org_id, role_id, session_id, turn_id, call_id, skill, input, identity,
      fixed, language, channel, is_idempotent, created_at)
    select gen_random_uuid()::text, 'flood', role_id, 'flooded', turn_id, 'f' || n, skill, input, identity,
      fixed, language, channel, is_idempotent, now() - make_interval(hours => 1) + make_interval(secs => n)
    from platform.background_runs, generate_series(1, 1100) n where turn_id = '${asked.turnId}'`,
  );
  await database.execute('delete from pgboss.job');
  const order: string[] = [];
  const worker = fixture.worker(({ identity }) => {
    order.push(identity.sessionId);
    return { ok: true };
  });
  await worker.background.work();
  expect(await untilOver(worker, asked)).toMatchObject({ state: 'done' });
  expect(order.indexOf(asked.identity.sessionId)).toBeLessThan(20);
  await worker.background.removeSession('flood', 'flooded');
}, 120_000);

test('ASY-06 what may not run any more when its time comes ends with the reason, and was not begun', async () => {
  let begun = 0;
  const worker = fixture.worker(() => {
    begun += 1;
    return { ok: true };
  });
  await worker.background.work();
  const asked = await fixture.asked({ skill: 'forbidden' });
  await worker.background.start(asked);
  const run = await untilOver(worker, asked);
  expect(run).toMatchObject({ state: 'failed', reason: 'No more.' });
  expect(begun).toBe(0);
  expect(await fixture.pushes()).toContainEqual({
    key: `background:${run.id}`,
    text: '"forbidden" did not finish: No more.',
    files: 0,
  });
});
