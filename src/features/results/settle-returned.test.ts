import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { decisionSchema } from '#contract/decision.ts';
import { USE_ANOTHER_SKILL } from '#contract/literal-texts.ts';
import { settleFailure, settleReturned } from './settle-returned.ts';

const settle = (value: JsonValue | undefined, language: 'zh' | 'en' = 'zh') =>
  settleReturned({ skill: 'weather', language, value });

test('ENV-01 gives a success back field by field, adding nothing', () => {
  const value = { success: true, data: { list: [{ a: 1 }] }, note: 'x' };
  expect(settle(value).envelope).toEqual(value);
});

test.each([undefined, null, 'text', 42, true, false, [1], []])(
  'ENV-14 wraps %o so that later stages see an object',
  (value) => {
    expect(settle(value)).toMatchObject({
      envelope: { ok: true, result: value ?? null },
      raw: { ok: true, result: value ?? null },
    });
  },
);

test('ENV-03 writes the filled-in text, which names the skill, into error', () => {
  for (const language of ['zh', 'en'] as const) {
    const { envelope, verdict } = settle({ success: false, error: '  ' }, language);
    expect(envelope['error']).toBe(verdict.reason);
    expect(verdict.reason).toContain('weather');
  }
});

test("ENV-03 puts the reason into error where the skill's own error says nothing", () => {
  expect(settle({ success: false, user_message: 'u' }).envelope).toEqual({
    success: false,
    user_message: 'u',
    error: 'u',
  });
  expect(settle({ success: false, stderr: 's', error: 'e' }).envelope['error']).toBe('e');
  expect(settle({ ok: false, error: { message: 'm' } }).envelope['error']).toEqual({
    message: 'm',
  });
});

test('ENV-03 bounds a reason of megabytes, keeping its start and its end', () => {
  const { verdict } = settle({ success: false, stderr: `start${'x'.repeat(3_000_000)}end` }, 'en');
  expect(verdict.reason?.length).toBeLessThanOrEqual(2000);
  expect(verdict.reason).toMatch(/^start[\s\S]*characters left out[\s\S]*end$/);
});

test('ENV-03 says in the trace where the reason was found', () => {
  const { decisions } = settle({ ok: false, msg: 'm' }, 'en');
  expect(decisions).toContainEqual({
    stage: 'normalise',
    rule: 'ENV-03',
    note: 'the reason is taken from msg',
  });
});

test('ENV-04 passes every failure field through as the skill gave it', () => {
  const value = {
    success: false,
    error: 'e',
    user_message: 'u',
    need_param: ['a'],
    error_type: 'recoverable',
    non_retriable: false,
    redirect: 'other',
    action_note: 'n',
    upstream: { ok: false, error: 'below' },
    verified_total: 3,
  };
  expect(settle(value).envelope).toMatchObject(value);
});

test('ENV-09 cuts the guidance in every text at any depth, and leaves the raw envelope whole', () => {
  const value = {
    success: false,
    error: '未配置密钥。请先 save_skill_param 再试',
    user_message: '稍等。\n请先去设置页',
    upstream: { error: '401。请先登录', list: ['好。请先看', 7, null], when: '先。请坐' },
  };
  const { envelope, raw, verdict } = settle(value);
  expect(envelope).toEqual({
    success: false,
    error: '未配置密钥',
    user_message: '稍等',
    upstream: { error: '401', list: ['好', 7, null], when: '先。请坐' },
    _hint: USE_ANOTHER_SKILL,
  });
  expect(verdict.reason).toBe('未配置密钥');
  expect(raw).toBe(value);
});

test("ENV-09 does not judge the platform's own texts", () => {
  const failure = { error: '技能执行超过 401 s 已中止' };
  const { envelope } = settleFailure(failure, { skill: 'weather', language: 'zh' });
  expect(envelope).toEqual({ success: false, error: failure.error });
});

test('ENV-04 never changes what the skill gave', () => {
  const value = deepFreeze({
    ok: false,
    error: '未配置。请先配置',
    need_param: 'a',
    upstream: { error: '未配置。请先配置' },
  });
  const before = structuredClone(value);
  settle(value);
  expect(value).toEqual(before);
});

test('ENV-02 a key named __proto__ stays a key and gives nothing away', () => {
  const value = JSON.parse('{"ok": false, "error": "密钥", "__proto__": {"polluted": true}}');
  const { envelope } = settle(value);
  expect(Object.hasOwn(envelope, '__proto__')).toBe(true);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('ENV-09 an envelope nested thousands deep is settled too', () => {
  let deep: JsonObject = { error: '未配置。请先配置' };
  for (let level = 0; level < 3000; level += 1) deep = { below: deep };
  expect(settle({ ok: false, error: '密钥', deep }).verdict.reason).toBe('密钥');
});

test('ENV-08 notes of the trace follow the contract and stay short', () => {
  const long = 'x'.repeat(5000);
  const { decisions } = settle({
    success: false,
    error: `api_key ${long}`,
    code: 12_345,
    non_retriable: true,
    need_param: long,
  });
  expect(decisions.map(({ rule }) => rule)).toEqual([
    'ENV-08',
    'ENV-02',
    'ENV-09',
    'ENV-03',
    'ENV-05',
    'ENV-06',
  ]);
  for (const decision of decisions) {
    expect(decisionSchema.parse(decision)).toEqual(decision);
    expect(decision.note.length).toBeLessThan(200);
  }
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
