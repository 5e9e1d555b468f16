import { expect, test } from 'vitest';
import { buildFixedContext, FIXED_CONTEXT_KEYS, triggeredAt } from './fixed-context.ts';

test('CTX-02 the fixed context has 18 keys that always exist, empty where unknown', () => {
  const context = buildFixedContext({});
  expect(Object.keys(context)).toHaveLength(18);
  expect(FIXED_CONTEXT_KEYS).toHaveLength(18);
  const { attachments, actor_tags: tags, actor_is_admin: isAdmin, ...texts } = context;
  expect([attachments, tags, isAdmin]).toEqual([[], [], false]);
  expect(new Set(Object.values(texts))).toEqual(new Set(['']));
});

test('CTX-02 the builder accepts only these words', () => {
  const context = buildFixedContext({ channel: 'web', role_id: 'r', raw_input: '你好', extra: 1 });
  expect(context).toMatchObject({ channel: 'web', raw_input: '你好' });
  expect(Object.keys(context)).toHaveLength(18);
});

test('tells the moment in UTC and in local time', () => {
  const moment = new Date('2026-11-30T08:00:00.000Z');
  expect(triggeredAt(moment).triggered_at).toBe('2026-11-30T08:00:00.000Z');
  expect(triggeredAt(moment).triggered_at_str).toMatch(/^2026-1[12]-\d\d \d\d:\d0:00$/);
});
