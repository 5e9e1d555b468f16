import { expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import { toCallSkillAnswer } from './call-skill-answer.ts';
import { settleUnknownSkill } from './settle-ends.ts';
import { settleReturned } from './settle-returned.ts';

const answer = (value: JsonValue) =>
  toCallSkillAnswer('callee', settleReturned({ skill: 'callee', language: 'zh', value }));

test('CAL-01 a success is the raw envelope, without a layer', () => {
  const value = { success: true, data: { list: [1] } };
  expect(answer(value)).toBe(value);
});

test('CAL-01, ENV-14 a list comes wrapped', () => {
  expect(answer([1])).toEqual({ ok: true, result: [1] });
});

test.each([
  [{ success: false, error: 'e', msg: 'm' }, 'e'],
  [{ ok: false, msg: 'm' }, 'm'],
  [{ ok: false, error: ' ', msg: 'm' }, 'm'],
  [{ success: false, stderr: 's' }, '技能自报失败'],
  [{ success: false, user_message: 'u', need_param: 'p' }, '技能自报失败'],
  [{ success: false }, '技能自报失败'],
  [{ ok: false, error: { message: 'inner' } }, 'inner'],
])('CAL-02 the error of a failure is its error or msg: %o', (value, error) => {
  expect(answer(value)).toEqual({ ok: false, error, skill: 'callee', output: value });
});

test("CAL-02 the output is what the callee gave, before the platform's hints and cuts", () => {
  const value = { ok: false, error: '未配置。请先配置', need_param: 'x' };
  expect(answer(value)['output']).toBe(value);
});

test('CAL-02, ENV-13 an unknown name is answered with the text that callers look for', () => {
  const settled = settleUnknownSkill({ skill: 'nobody', language: 'en' });
  expect(toCallSkillAnswer('nobody', settled)).toMatchObject({
    ok: false,
    error: '未知工具：nobody，请检查技能是否已安装',
    skill: 'nobody',
  });
});
