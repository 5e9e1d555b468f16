import { expect, test } from 'vitest';
import { factsOf } from './text-facts.ts';

const nothing = { urls: [], emails: [], dates: [], quoted: [], numbers: [] };

test.each([
  ['see https://a.example/b?c=1, please', { urls: ['https://a.example/b?c=1'] }],
  ['打开 https://a.example/路径。谢谢', { urls: ['https://a.example/路径'] }],
  ['mail ann.lee+x@mail.example.com now', { emails: ['ann.lee+x@mail.example.com'] }],
  ['on 2026-03-07 or 2026/3/8', { dates: ['2026-03-07', '2026-03-08'] }],
  ['在2026年3月7日开会', { dates: ['2026-03-07'] }],
  ['no such day 2026-02-30', {}],
  ['say "good day" and ‘bye’', { quoted: ['good day', 'bye'] }],
  ['读《三体》和「第一章」', { quoted: ['三体', '第一章'] }],
  ["it's Ann's and 'quoted'", { quoted: ['quoted'] }],
  ['add 3 and -4.5 to 1,200', { numbers: ['3', '-4.5', '1,200'] }],
  ['买3个，每个12.5元', { numbers: ['3', '12.5'] }],
  ['version v2 of gpt-4 in http://x.example/7', { urls: ['http://x.example/7'] }],
  ['', {}],
])('finds in "%s"', (text, found) => {
  expect(factsOf(text)).toEqual({ ...nothing, ...found });
});
