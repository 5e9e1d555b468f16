// What is said of a field that a request has wrong: the end of a sentence that begins with the field's name.

import type { Text } from '#base/text.ts';

/** Forms that a text must have, by the name that its schema gives as the reason. */
const fieldForms = {
  id: (): Text => ({
    zh: '应为 id：字母、数字、“_”和“-”，最多 64 个字符',
    en: 'it must be an id: letters, digits, "_" and "-", 64 characters at most',
  }),
  line: (): Text => ({
    zh: '应为一行文字，不能换行，也不能含控制字符',
    en: 'it must be one line, without line breaks and control characters',
  }),
  login: (): Text => ({
    zh: '登录名只能包含字母、数字和 . _ @ + -',
    en: 'a login has letters, digits and . _ @ + - only',
  }),
  'whole-number': (): Text => ({ zh: '应为整数', en: 'it must be a whole number' }),
  model: (): Text => ({
    zh: '应为 offline、openai/<模型> 或 anthropic/<模型>',
    en: 'it must be offline, openai/<model> or anthropic/<model>',
  }),
  money: (): Text => ({
    zh: '应为金额，写成文本，例如 "12.50"',
    en: 'it must be an amount, written as text such as "12.50"',
  }),
  'configuration-key': (): Text => ({
    zh: '应以字母或 “_” 开头，只含字母、数字、“_”“.”“-”，最多 100 个字符',
    en: 'it must begin with a letter or "_" and have letters, digits, "_", "." and "-" only, 100 characters at most',
  }),
} as const satisfies Record<string, () => Text>;

/** The reason that a schema gives for a text of the wrong form; `formText` makes the sentence of it. */
export function fieldForm(name: keyof typeof fieldForms): string {
  return name;
}

/** Undefined where the reason is none of these names. */
export function formText(reason: string): Text | undefined {
  return Object.entries(fieldForms).find(([name]) => name === reason)?.[1]();
}

const KINDS: Readonly<Record<string, Text>> = {
  string: { zh: '文本', en: 'text' },
  number: { zh: '数字', en: 'a number' },
  int: { zh: '整数', en: 'a whole number' },
  boolean: { zh: 'true 或 false', en: 'true or false' },
  array: { zh: '列表', en: 'a list' },
  object: { zh: '对象', en: 'an object' },
  record: { zh: '对象', en: 'an object' },
  null: { zh: 'null', en: 'null' },
};

export const fieldTexts = {
  missing: (): Text => ({ zh: '缺少这一项', en: 'it is missing' }),
  empty: (): Text => ({ zh: '不能为空', en: 'it is empty' }),
  unknown: (): Text => ({ zh: '没有这个字段', en: 'there is no such field' }),
  kind: (expected: string, given: string): Text => {
    const [wanted, got] = [kindOf(expected), kindOf(given)];
    return {
      zh: `应为${wanted.zh}，而不是${got.zh}`,
      en: `it must be ${wanted.en}, not ${got.en}`,
    };
  },
  tooShort: (least: number): Text => ({
    zh: `至少需要 ${least} 个字符`,
    en: `it must have ${least} characters at least`,
  }),
  tooLong: (most: number): Text => ({
    zh: `最多 ${most} 个字符`,
    en: `it may have ${most} characters at most`,
  }),
  tooFew: (least: number): Text => ({
    zh: `至少需要 ${least} 项`,
    en: `it must have ${least} items at least`,
  }),
  tooMany: (most: number): Text => ({
    zh: `最多 ${most} 项`,
    en: `it may have ${most} items at most`,
  }),
  tooSmall: (least: string, isReached: boolean): Text =>
    isReached
      ? { zh: `不能小于 ${least}`, en: `it must be ${least} at least` }
      : { zh: `必须大于 ${least}`, en: `it must be more than ${least}` },
  tooLarge: (most: string, isReached: boolean): Text =>
    isReached
      ? { zh: `不能大于 ${most}`, en: `it may be ${most} at most` }
      : { zh: `必须小于 ${most}`, en: `it must be less than ${most}` },
  oneOf: (values: readonly string[]): Text => ({
    zh: `应为以下之一：${values.join('、')}`,
    en: `it must be one of: ${values.join(', ')}`,
  }),
  date: (): Text => ({
    zh: '应为日期，例如 2026-01-31',
    en: 'it must be a date such as 2026-01-31',
  }),
  moment: (): Text => ({
    zh: '应为 UTC 时间，例如 2026-01-31T08:00:00Z',
    en: 'it must be a time in UTC such as 2026-01-31T08:00:00Z',
  }),
  url: (): Text => ({
    zh: '应为 http:// 或 https:// 开头的地址',
    en: 'it must be an address that starts with http:// or https://',
  }),
  badForm: (): Text => ({ zh: '格式不正确', en: 'it does not have the form that is taken' }),
  notTaken: (): Text => ({ zh: '这个值不可用', en: 'this value is not taken' }),
} as const;

function kindOf(name: string): Text {
  return KINDS[name] ?? { zh: name, en: name };
}
