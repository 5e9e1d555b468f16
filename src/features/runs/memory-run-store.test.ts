import { expect, test } from 'vitest';
import { createMemoryRunStore } from './memory-run-store.ts';
import { runRecord as record } from './testing/run-record.ts';

test('answers the newest runs of one skill by one role, and none older than asked for', async () => {
  const store = createMemoryRunStore();
  await store.add(record({ startedAt: new Date(100), status: 'failed' }));
  await store.add(record({ startedAt: new Date(5000), status: 'failed' }));
  await store.add(record({ startedAt: new Date(6000), status: 'partial' }));
  await store.add(record({ startedAt: new Date(7000), skill: 'other' }));
  await store.add(record({ startedAt: new Date(8000), roleId: 'other' }));
  await store.add(record({ startedAt: new Date(9000), orgId: 'other' }));
  const query = { orgId: 'org', roleId: 'role', skill: 'weather', limit: 2 };
  const recent = await store.recent({ ...query, since: new Date(4000) });
  expect(recent.map(({ status }) => status)).toEqual(['partial', 'failed']);
  expect(await store.recent({ ...query, since: new Date(5500) })).toHaveLength(1);
});
