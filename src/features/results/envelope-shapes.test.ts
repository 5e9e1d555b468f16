// What becomes of every shape of return that skills were seen to give, row by row.

import { expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import type { RunStatus } from '#contract/run-status.ts';
import { settleReturned } from './settle-returned.ts';

interface Expected {
  readonly status: RunStatus;
  readonly reason?: string | RegExp;
  readonly isRecoverable?: boolean;
  readonly bansSkill?: boolean;
  readonly hint?: RegExp;
  readonly rules?: readonly string[];
}
type Row = readonly [title: string, value: JsonValue | undefined, expected: Expected];

const SKILL = 'weather';
const done = { status: 'done' } as const;
const partial = { status: 'partial', rules: ['ENV-07'] } as const;
const failed = (reason: string | RegExp, rest: Partial<Expected> = {}): Expected => ({
  status: 'failed',
  reason,
  ...rest,
});
const noReason = /「weather」.*没有给出原因/;
const correct = /改正/;
const another = /^改用其它技能$/;

const SUCCESSES: readonly Row[] = [
  ['ENV-01 success with data', { success: true, data: { list: [1] } }, done],
  ['ENV-01 fields at the top level without a flag', { temperature: 21, city: '上海' }, done],
  ['ENV-01 an empty object', {}, done],
  ['ENV-01 ok true', { ok: true, rows: [] }, done],
  ['ENV-01, ENV-04 action_note on a success', { success: true, action_note: 'q → query' }, done],
  ['ENV-02 success null', { success: null, data: {} }, done],
  ['ENV-02 ok null with an error', { ok: null, error: 'x' }, { ...done, rules: ['ENV-02'] }],
  ['ENV-02 only an error', { error: 'boom' }, { ...done, rules: ['ENV-02'] }],
  ['ENV-02 a blank error alone is not worth a note', { error: '' }, { ...done, rules: [] }],
  ['ENV-02 success 0 is not false', { success: 0, error: 'x' }, done],
  ['ENV-02 the text "false" is not false', { success: 'false' }, done],
  ['ENV-02 ok ""', { ok: '' }, done],
  ['ENV-02 success "no"', { success: 'no', error: 'x' }, done],
  ['ENV-02 false below the top level', { data: { success: false, error: 'x' } }, done],
  ['ENV-02 false in a list', { results: [{ ok: false }, { ok: true }] }, done],
  ['ENV-02 a status text', { status: 'error', message: 'x' }, done],
  ['ENV-02 Success with a capital', { Success: false }, done],
  ['ENV-02 an MCP result with isError', { isError: true, content: [] }, done],
  ['ENV-02, ENV-08 a JSON-RPC error', { jsonrpc: '2.0', error: { code: -32_601 } }, done],
  ['ENV-08 code 500', { code: 500, data: {} }, { ...done, rules: ['ENV-08'] }],
  ['ENV-08 code "40001" as text', { code: '40001', msg: 'x' }, { ...done, rules: ['ENV-08'] }],
  ['ENV-08 code 0', { code: 0, msg: 'ok' }, { ...done, rules: [] }],
  ['ENV-08 code 200', { code: 200 }, { ...done, rules: [] }],
  ['ENV-08 code "200"', { code: '200' }, { ...done, rules: [] }],
  ['ENV-08 a code that is program text', { code: 'print(1)' }, { ...done, rules: [] }],
  ['ENV-09 a success that speaks of keys', { ok: true, text: '密钥。请先看第一章' }, done],
  ['ENV-06 non_retriable on a success', { success: true, non_retriable: true }, done],
  ['ENV-05 need_param on a success', { success: true, need_param: 'x' }, done],
];

const PARTIALS: readonly Row[] = [
  ['ENV-07 completed false', { success: true, completed: false }, partial],
  ['ENV-07 a warning', { success: true, warning: '3 行没有导入' }, partial],
  ['ENV-07 a list of warnings', { warning: ['a'] }, partial],
  ['ENV-07 an empty warning', { success: true, warning: '' }, done],
  ['ENV-07 a blank warning', { success: true, warning: ' \n' }, done],
  ['ENV-07 no warning in the list', { success: true, warning: [] }, done],
  ['ENV-07 a null warning', { success: true, warning: null }, done],
  ['ENV-07 completed null', { success: true, completed: null }, done],
  ['ENV-07 completed false on a failure', { ok: false, error: 'e', completed: false }, failed('e')],
];

const WRAPPED: readonly Row[] = [
  ['ENV-14 no return', undefined, { ...done, rules: ['ENV-14'] }],
  ['ENV-14 null', null, { ...done, rules: ['ENV-14'] }],
  ['ENV-14 a text', 'sunny', { ...done, rules: ['ENV-14'] }],
  ['ENV-14 an empty text', '', { ...done, rules: ['ENV-14'] }],
  ['ENV-14 a text that looks like a failure', '{"ok": false}', { ...done, rules: ['ENV-14'] }],
  ['ENV-14 a number', 42, { ...done, rules: ['ENV-14'] }],
  ['ENV-14 true', true, { ...done, rules: ['ENV-14'] }],
  ['ENV-14 false is a value, not a verdict', false, { ...done, rules: ['ENV-14'] }],
  ['ENV-14 a list', [1, 2], { ...done, rules: ['ENV-14'] }],
  ['ENV-14 a list of failures', [{ ok: false }], { ...done, rules: ['ENV-14'] }],
];

const REASONS: readonly Row[] = [
  ['ENV-03 success: stderr before error', { success: false, error: 'e', stderr: 's' }, failed('s')],
  ['ENV-03 success: error before msg', { success: false, msg: 'm', error: 'e' }, failed('e')],
  ['ENV-03 success: msg', { success: false, msg: 'm', user_message: 'u' }, failed('m')],
  ['ENV-03 success: user_message last', { success: false, user_message: 'u' }, failed('u')],
  ['ENV-03 blanks are passed over', { success: false, stderr: ' \n', error: 'e' }, failed('e')],
  ['ENV-03 ok: error before msg', { ok: false, msg: 'm', error: 'e' }, failed('e')],
  ['ENV-03 ok: msg', { ok: false, msg: 'm' }, failed('m')],
  ['ENV-03 ok: stderr does not count', { ok: false, stderr: 's', error: 'e' }, failed('e')],
  ['ENV-03 ok: user_message does not count', { ok: false, user_message: 'u' }, failed(noReason)],
  ['ENV-03 both: the longer order', { ok: false, success: false, stderr: 's' }, failed('s')],
  ['ENV-03 ok true, success false', { ok: true, success: false, error: 'e' }, failed('e')],
  ['ENV-03 ok false, success true', { ok: false, success: true, error: 'e' }, failed('e')],
  ['ENV-03 nothing at all', { success: false }, failed(noReason)],
  ['ENV-03 all blank', { success: false, error: '', msg: null }, failed(noReason)],
  ['ENV-03 message is none of the fields', { ok: false, message: 'x' }, failed(noReason)],
  [
    'ENV-03 an object that says why',
    { ok: false, error: { code: 7, message: 'no' } },
    failed('no'),
  ],
  ['ENV-03 an object that says nothing known', { ok: false, error: { n: 1 } }, failed('{"n":1}')],
  ['ENV-03 an empty object', { ok: false, error: {} }, failed(noReason)],
  ['ENV-03 a list of reasons', { ok: false, error: ['a', { message: 'b' }] }, failed('a; b')],
  ['ENV-03 a number', { ok: false, error: 404 }, failed('404')],
  ['ENV-03 error true says nothing', { ok: false, error: true }, failed(noReason)],
  ['ENV-03 a string before an object', { ok: false, error: { m: 1 }, msg: 'm' }, failed('m')],
  ['ENV-03 a script that failed', { success: false, exit_code: 2, stderr: 'E\n' }, failed('E')],
  [
    'ENV-08 code and false',
    { ok: false, code: 500, error: 'e' },
    failed('e', { rules: ['ENV-08'] }),
  ],
];

const recovers = (hint = correct) => ({ isRecoverable: true, bansSkill: false, hint });
const CORRECTABLE: readonly Row[] = [
  ...['recoverable', 'retryable', 'need_input', 'need_param', ' Recoverable '].map((type): Row => [
    `ENV-05 error_type "${type}"`,
    { success: false, error: 'e', error_type: type },
    failed('e', recovers()),
  ]),
  [
    'ENV-05 need_param',
    { ok: false, error: 'e', need_param: 'city' },
    failed('e', recovers(/city/)),
  ],
  [
    'ENV-05 a list',
    { ok: false, error: 'e', need_param: ['a', 'b'] },
    failed('e', recovers(/a、b/)),
  ],
  [
    'ENV-05 named',
    { ok: false, error: 'e', need_param: [{ name: 'q' }] },
    failed('e', recovers(/q/)),
  ],
  [
    'ENV-05 a map',
    { ok: false, error: 'e', need_param: { q: 'text' } },
    failed('e', recovers(/q/)),
  ],
  ['ENV-05 the key alone', { ok: false, error: 'e', need_param: null }, failed('e', recovers())],
  [
    'ENV-05 its own hint is kept',
    { ok: false, error: 'e', need_param: 'd', _hint: 'use YYYY-MM-DD' },
    failed('e', recovers(/^use YYYY-MM-DD$/)),
  ],
  [
    'ENV-05 a redirect is told',
    { ok: false, error: 'e', error_type: 'recoverable', redirect: 'list_tables' },
    failed('e', recovers(/list_tables/)),
  ],
  ['ENV-05 config', { ok: false, error: 'e', error_type: 'config' }, failed('e')],
  ['ENV-05 transient', { ok: false, error: 'e', error_type: 'transient' }, failed('e')],
  ['ENV-05 a type that is no text', { ok: false, error: 'e', error_type: 5 }, failed('e')],
  [
    'ENV-06 non_retriable',
    { success: false, error: 'no module', non_retriable: true },
    failed('no module', { bansSkill: true, rules: ['ENV-06'] }),
  ],
  [
    'ENV-06 ignored where recoverable',
    { success: false, error: 'e', non_retriable: true, error_type: 'recoverable' },
    failed('e', { ...recovers(), rules: ['ENV-05', 'ENV-06'] }),
  ],
  [
    'ENV-06 ignored with need_param',
    { ok: false, error: 'e', non_retriable: true, need_param: 'x' },
    failed('e', recovers()),
  ],
  ['ENV-06 the text "true"', { ok: false, error: 'e', non_retriable: 'true' }, failed('e')],
  ['ENV-06 1', { ok: false, error: 'e', non_retriable: 1 }, failed('e')],
];

const configured = { hint: another, rules: ['ENV-09'] };
const CONFIGURATION: readonly Row[] = [
  ...[
    '服务未配置',
    'call save_skill_param',
    'API_KEY missing',
    'no api_token',
    'ApiKey?',
    '密钥错误',
    '未授权',
    'HTTP 401',
    'Invalid API',
  ].map((text): Row => [
    `ENV-09 ${text}`,
    { success: false, error: `${text}。请先去设置` },
    failed(text, configured),
  ]),
  [
    'ENV-09 in a field that is not the reason',
    { ok: false, error: '失败', user_message: '未配置。请先联系' },
    failed('失败', configured),
  ],
  ['ENV-09 without guidance', { ok: false, error: '密钥无效' }, failed('密钥无效', configured)],
  [
    'ENV-09 nothing but guidance',
    { ok: false, error: '。请先填 api_key' },
    failed(noReason, configured),
  ],
  [
    'ENV-09 「。请先」 alone is no matter of it',
    { ok: false, error: '忙。请先等' },
    failed('忙。请先等'),
  ],
  [
    'ENV-09 its own hint gives way',
    { ok: false, error: '未配置', _hint: '请先 save_skill_param' },
    failed('未配置', configured),
  ],
  [
    'ENV-05, ENV-09 correctable, and speaks of a key',
    { ok: false, error: '参数 api_key 的格式不对', need_param: 'api_key' },
    failed('参数 api_key 的格式不对', { isRecoverable: true, hint: /api_key[\s\S]*改用其它技能/ }),
  ],
  [
    'ENV-06, ENV-09 banned all the same',
    { ok: false, error: '未授权', error_type: 'config', non_retriable: true },
    failed('未授权', { ...configured, bansSkill: true }),
  ],
];

test.each(SUCCESSES)('ENV-01, ENV-02, ENV-04, ENV-08 a success: %s', (_, value, expected) => {
  expect(told(value)).toEqual(wanted(expected));
});

test.each(PARTIALS)('ENV-07 done or partial: %s', (_, value, expected) => {
  expect(told(value)).toEqual(wanted(expected));
});

test.each(WRAPPED)('ENV-14 what is no object: %s', (_, value, expected) => {
  expect(told(value)).toEqual(wanted(expected));
});

test.each(REASONS)('ENV-03, ENV-08 the reason of a failure: %s', (_, value, expected) => {
  expect(told(value)).toEqual(wanted(expected));
});

test.each(CORRECTABLE)('ENV-05, ENV-06 recoverable and banning: %s', (_, value, expected) => {
  expect(told(value)).toEqual(wanted(expected));
});

test.each(CONFIGURATION)('ENV-09 configuration errors: %s', (_, value, expected) => {
  expect(told(value)).toEqual(wanted(expected));
});

function told(value: Row[1]): unknown {
  const settled = settleReturned({ skill: SKILL, language: 'zh', value });
  const { verdict, envelope, decisions } = settled;
  return { verdict, hint: envelope['_hint'], rules: decisions.map(({ rule }) => rule) };
}

function wanted(expected: Row[2]): unknown {
  const { status, reason, hint, isRecoverable = false, bansSkill = false, rules } = expected;
  return {
    verdict: { status, reason: matching(reason), isRecoverable, bansSkill },
    hint: matching(hint),
    rules: holding(rules ?? null),
  };
}

function matching(text: string | RegExp | undefined): unknown {
  if (text === undefined) return undefined;
  const pattern = text instanceof RegExp ? text : new RegExp(`^${RegExp.escape(text)}$`);
  return expect.stringMatching(pattern);
}

/** No rules at all where none are expected, at least the named ones else; null for whatever there is. */
function holding(rules: readonly string[] | null): unknown {
  const named = [...(rules ?? [])];
  const least: unknown = expect.arrayContaining(named);
  return rules?.length === 0 ? named : least;
}
