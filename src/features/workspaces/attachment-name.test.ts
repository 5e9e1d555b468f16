import { expect, test } from 'vitest';
import { numberedFileName, safeFileName } from './attachment-name.ts';

test.each([
  ['report.csv', 'report.csv'],
  ['年度 报告（终）.xlsx', '年度 报告（终）.xlsx'],
  ['cafe\u0301.txt', 'caf\u00e9.txt'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt'],
  ['..', 'file'],
  ['', 'file'],
  [' .hidden ', 'hidden'],
  ['a\u0000b\nc.txt', 'a_b_c.txt'],
  ['a<b>:"|?*.txt', 'a_b______.txt'],
  ['con.txt', '_con.txt'],
  ['NUL', '_NUL'],
  ['LPT1.tar.gz', '_LPT1.tar.gz'],
  ['console.txt', 'console.txt'],
  ['name. . ', 'name'],
  ['exe\u202egpj.txt', 'exe_gpj.txt'],
  ['\ud800.txt', '_.txt'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
])('keeps of %j what every file system takes', (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test.each([
  ['a'.repeat(296) + '.txt', '.txt'],
  [`${'报'.repeat(100)}.xlsx`, '.xlsx'],
  [`${'👩‍👩‍👧'.repeat(40)}.png`, '.png'],
])('a name of 300 bytes is cut between characters and keeps its ending', (given, ending) => {
  const safe = safeFileName(given);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
  expect(Buffer.byteLength(safe)).toBeGreaterThan(170);
  expect(safe.endsWith(ending)).toBe(true);
  expect(given.startsWith(safe.slice(0, -ending.length))).toBe(true);
});

test('what is too long to be an ending is none', () => {
  const safe = safeFileName(`a.${'x'.repeat(400)}`);
  expect(Buffer.byteLength(safe)).toBe(200);
});

test('a number stands before the ending', () => {
  expect(numberedFileName('a.tar.gz', 1)).toBe('a.tar.gz');
  expect(numberedFileName('report.csv', 2)).toBe('report (2).csv');
  expect(numberedFileName('Makefile', 3)).toBe('Makefile (3)');
});
