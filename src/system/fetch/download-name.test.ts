import { expect, test } from 'vitest';
import { downloadName } from './download-name.ts';

const PLACE = new URL('https://a.example/files/%E6%8A%A5%E5%91%8A.csv?sign=1');
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

test.each([
  [undefined, '报告.csv'],
  ['', '报告.csv'],
  ['attachment', '报告.csv'],
  ['attachment; filename=plain.txt', 'plain.txt'],
  ['attachment; filename="two words; and.txt"', 'two words; and.txt'],
  ['filename="no-type.txt"', 'no-type.txt'],
  ['attachment; FileName = "Case.txt"', 'Case.txt'],
  ['attachment; filename="a \\"quote\\".txt"', 'a "quote".txt'],
  [`attachment; filename="old.csv"; filename*=UTF-8''%E6%96%B0.csv`, '新.csv'],
  [`attachment; filename*=utf-8'zh'%E6%96%B0.csv; filename="old.csv"`, '新.csv'],
  [`attachment; filename*=GBK''%D0%C2.csv`, '新.csv'],
  [`attachment; filename*=iso-8859-1''caf%E9.csv`, 'café.csv'],
  [`attachment; filename*=nonsense''%E6%96%B0.csv`, '新.csv'],
  [`attachment; filename="kept.csv"; filename*=broken`, 'kept.csv'],
  ['attachment; filename="%E6%96%B0%20%E7%9A%84.csv"', '新 的.csv'],
  ['attachment; filename="100%.csv"', '100%.csv'],
  [`attachment; filename="${latin1('新.csv')}"`, '新.csv'],
  [`attachment; filename="${Buffer.from([0xd0, 0xc2]).toString('latin1')}.csv"`, '新.csv'],
  ['attachment; filename="=?UTF-8?B?5pawLmNzdg==?="', '新.csv'],
  ['attachment; filename="=?UTF-8?Q?=E6=96=B0_1.csv?="', '新 1.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\temp\\\\a.csv"', 'a.csv'],
  ['attachment; filename="..\\..\\a.csv"', 'a.csv'],
  ['attachment; filename=""', '报告.csv'],
])('the name in %j is %s', (disposition, name) => {
  expect(downloadName(disposition, PLACE)).toBe(name);
});

test.each([
  ['https://a.example/', ''],
  ['https://a.example/get?id=1', 'get'],
  ['https://a.example/a%2Fb.csv', 'b.csv'],
  ['https://a.example/%D0%C2.csv', '新.csv'],
  ['https://a.example/a/', ''],
])('without a header %s is called %j', (url, name) => {
  expect(downloadName(undefined, new URL(url))).toBe(name);
});
