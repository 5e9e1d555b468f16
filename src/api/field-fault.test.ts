import { expect, test } from 'vitest';
import * as z from 'zod';
import { nameSchema, queryNumber } from '#contract/api/fields.ts';
import { loginSchema } from '#contract/api/people-routes.ts';
import { fieldFault } from './field-fault.ts';

const schema = z.strictObject({
  text: z
    .string()
    .max(200_000)
    .refine((text) => text.trim() !== '')
    .optional(),
  name: nameSchema.optional(),
  login: loginSchema.optional(),
  token: z.string().min(16).optional(),
  list: z.array(z.string()).min(2).max(3).optional(),
  language: z.enum(['zh', 'en']).optional(),
  count: z.number().int().min(1).max(9).optional(),
  limit: queryNumber(1, 9).optional(),
  at: z.iso.datetime().optional(),
  day: z.iso.date().optional(),
  url: z.url().optional(),
  flag: z.boolean().optional(),
});

test.each([
  [{ text: '  ' }, 'it is empty', '不能为空'],
  [{ name: ' ' }, 'it is empty', '不能为空'],
  [{ name: 'a\nb' }, 'it must be one line', '一行文字'],
  [{ name: 7 }, 'it must be text, not a number', '应为文本，而不是数字'],
  [{ name: 'a'.repeat(201) }, '200 characters at most', '最多 200 个字符'],
  [{ login: 'a b' }, 'letters, digits', '登录名只能包含'],
  [{ token: 'short' }, '16 characters at least', '至少需要 16 个字符'],
  [{ list: ['a'] }, '2 items at least', '至少需要 2 项'],
  [{ list: ['a', 'b', 'c', 'd'] }, '3 items at most', '最多 3 项'],
  [{ language: 'fr' }, 'one of: zh, en', '以下之一：zh、en'],
  [{ count: 0 }, 'it must be 1 at least', '不能小于 1'],
  [{ count: 1.5 }, 'a whole number', '整数'],
  [{ limit: '1e3' }, 'a whole number', '整数'],
  [{ limit: '10' }, 'it may be 9 at most', '不能大于 9'],
  [{ at: 'now' }, '2026-01-31T08:00:00Z', '2026-01-31T08:00:00Z'],
  [{ day: 'now' }, '2026-01-31', '2026-01-31'],
  [{ url: 'here' }, 'https://', 'https://'],
  [{ flag: null }, 'true or false, not null', '而不是null'],
  [{ oops: 1 }, 'no such field', '没有这个字段'],
])('%j is told what is expected, in both languages', (given, en, zh) => {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  if (issue === undefined) throw new TypeError('It is taken.');
  const fault = fieldFault(issue, given);
  expect(fault.en).toContain(en);
  expect(fault.zh).toContain(zh);
});
