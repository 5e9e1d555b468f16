// `csv-profile` on text tables, run by the platform as anybody's skill is.

import { mkdir, open, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { profileIn, type Profiled } from './profile-in.ts';
import { startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

async function profile(
  content: string | Uint8Array,
  input: object = {},
  name = 'orders.csv',
): Promise<Profiled> {
  await writeFile(join(example.workspace, name), content);
  return profileIn(example.workspace, input);
}

const ORDERS = `订单,日期,金额,备注,电话,旗
1,2026-01-01,"1,234.50",a|b,013800000000,是
2,2026/1/2,¥80,,013800000001,否
2,2026/1/2,¥80,,013800000001,否
3,2026-02-30,N/A,"多
行",,是
`;

test('tells the type, range, missing and distinct values of each column, and duplicates', async () => {
  const { report, output } = await profile(ORDERS);
  expect(report.status).toBe('done');
  expect(output).toMatchObject({
    rows: 4,
    column_count: 6,
    encoding: 'utf-8',
    delimiter: ',',
    duplicates: { rows: 1, checked: 4, complete: true },
    unreadable_rows: 0,
    action_note: 'file = orders.csv',
    columns: [
      {
        name: '订单',
        type: 'integer',
        filled: 4,
        missing: 0,
        distinct: 3,
        min: '1',
        max: '3',
        mean: 2,
      },
      { name: '日期', type: 'mixed', types: { date: 3, text: 1 }, distinct: 3 },
      {
        name: '金额',
        type: 'number',
        missing: 1,
        missing_percent: 25,
        min: '¥80',
        max: '1,234.50',
      },
      { name: '备注', type: 'text', filled: 2, missing: 2, shortest: 3, longest: 3 },
      { name: '电话', type: 'text', filled: 3 },
      { name: '旗', type: 'boolean', distinct: 2 },
    ],
    display_md: expect.stringContaining(String.raw`| 备注 | text | 2 (50%) | 2 |  |  | a\|b |`),
  });
});

test('draws a chart, which is an artifact', async () => {
  const { report, output } = await profile(`城市,<n>\n${'上海,1\n北京,2\n'.repeat(5)}`);
  expect(output).toMatchObject({ filename: 'profile_orders.svg', media: 'image' });
  expect(report.artifacts).toMatchObject([{ name: 'profile_orders.svg' }]);
  const svg = await readFile(join(example.workspace, 'profile_orders.svg'), 'utf8');
  expect(svg).toMatch(/^<svg xmlns/);
  expect(svg).toContain('上海');
  expect(svg).toContain('&lt;n&gt;');
  expect(svg).not.toMatch(/<script|<n>/);
});

test('ART-10 what a run needs on its way lies in a folder of its own, goes with success, and is named where it stays', async () => {
  await profile(ORDERS);
  expect((await readdir(example.workspace)).toSorted()).toEqual([
    'orders.csv',
    'profile_orders.svg',
  ]);
  await rm(join(example.workspace, 'profile_orders.svg'));
  await mkdir(join(example.workspace, 'profile_orders.svg'));
  const { output } = await profileIn(example.workspace, { file: 'orders.csv' });
  const [left] = await readdir(join(example.workspace, '.parts'));
  expect(JSON.stringify(output)).toContain(`.parts/${left}`);
  expect(output).not.toHaveProperty('local_path');
});

test('ENV-16 another run gives the same answer and the same one chart', async () => {
  const first = await profile(ORDERS);
  const second = await profileIn(example.workspace, { file: 'orders.csv' });
  expect({ ...second.output, action_note: undefined }).toEqual({
    ...first.output,
    action_note: undefined,
  });
});

test.each([
  ['utf-8-sig', Buffer.from('\uFEFF名;n\n中;1\n')],
  ['utf-16', Buffer.from('\uFEFF名;n\n中;1\n', 'utf16le')],
  ['utf-16', Buffer.from('\uFEFF名;n\n中;1\n', 'utf16le').swap16()],
  ['utf-16-le', Buffer.from('name;number\nplain words;1\n', 'utf16le')],
  ['gb18030', Buffer.from([0xc3, 0xfb, 0x3b, 0x6e, 0x0a, 0xd6, 0xd0, 0x3b, 0x31, 0x0a])],
])('finds %s and the delimiter by itself', async (encoding, content) => {
  const { output } = await profile(content);
  expect(output).toMatchObject({ encoding, delimiter: ';', rows: 1, column_count: 2 });
});

test('a table of numbers alone has no header, unless somebody says so', async () => {
  expect((await profile('1\t2\n3\t4\n')).output).toMatchObject({
    rows: 2,
    delimiter: '\t',
    columns: [{ name: 'column_1', min: '1', max: '3' }, { name: 'column_2' }],
  });
  expect((await profileIn(example.workspace, { header: true })).output).toMatchObject({ rows: 1 });
});

test('1,000 columns are profiled, with distinct names', async () => {
  const header = Array.from({ length: 1000 }, (_, at) => (at < 2 ? 'same' : `c${at}`)).join(',');
  const row = Array.from({ length: 1000 }, (_, at) => at).join(',');
  const { report, output } = await profile(`${header}\n${row}\n${row}\n`);
  expect(report.status).toBe('done');
  expect(output).toMatchObject({ column_count: 1000, duplicates: { rows: 1 } });
  expect(output['columns']).toHaveLength(1000);
  expect(output['columns']).toMatchObject({
    1: { name: 'same_2' },
    999: { name: 'c999', max: '999' },
  });
  expect(output['display_md']).toContain('960 more columns');
});

test('ENV-11 rows that could not be read are counted, and the figures add up', async () => {
  const { report, output } = await profile(`a,b\n1,2\n3\n4,5,6\n"${'x'.repeat(1_100_000)}\n7,8\n`);
  expect(report.status).toBe('partial');
  expect(output).toMatchObject({ unreadable_rows: 1, short_rows: 1, long_rows: 1 });
  const { rows, warning } = output as { rows: number; warning: string };
  expect(warning).toContain(
    `1 of ${rows + 1} rows could not be read and were left out; ${rows} were.`,
  );
});

test('ENV-11 characters of another encoding are told, with the way out', async () => {
  const rest = Buffer.concat([
    Buffer.alloc(1_000_000, 'x,y\n'),
    Buffer.from([0xff, 0x2c, 0x31, 0x0a]),
  ]);
  expect((await profile(rest)).output).toMatchObject({
    warning: expect.stringContaining(
      '1 lines hold characters that are not utf-8; encoding may name',
    ),
  });
});

test('ENV-11 a file too long for its time is profiled as far as it was read, and says how far', async () => {
  const path = join(example.workspace, 'orders.csv');
  const rows = Array.from({ length: 20_000 }, (_, at) => `${at},name ${at},${at / 7},x`).join('\n');
  const file = await open(path, 'w');
  await file.write('id,name,share,flag\n');
  for (let at = 0; at < 200; at += 1) await file.write(`${rows}\n`);
  await file.close();
  const { report, output } = await profileIn(example.workspace, { max_seconds: 5 });
  await rm(path);
  expect(report.status).toBe('partial');
  expect(output).toMatchObject({
    duplicates: { complete: false },
    warning: expect.stringMatching(
      /^Only the first \d+ rows \(\d+% of the file\) were read: the 5 s of max_seconds/,
    ),
  });
});

test('a line of hundreds of megabytes does not fill the memory', async () => {
  const path = join(example.workspace, 'orders.csv');
  await writeFile(path, `a,b\n1,2\n${'x'.repeat(1_000_000)}`);
  const file = await open(path, 'a');
  for (let at = 0; at < 200; at += 1) await file.write('y'.repeat(1_000_000));
  await file.write('\n3,4\n');
  await file.close();
  const { report, output } = await profileIn(example.workspace, {});
  await rm(path);
  expect(report.status).toBe('partial');
  expect(output).toMatchObject({ rows: 2, unreadable_rows: 1 });
});

test('the only attachment is meant where no file is named, under an alias too', async () => {
  await writeFile(join(example.workspace, 'b.tsv'), 'x\ty\n1\t2\n');
  await writeFile(join(example.workspace, 'a.csv'), 'x,y\n1,2\n');
  expect((await profileIn(example.workspace, { 文件: 'b.tsv' })).output).toMatchObject({
    file: 'b.tsv',
    action_note: '文件 → file',
  });
  expect((await profileIn(example.workspace, {})).output).toMatchObject({
    success: false,
    need_param: 'file',
    error: expect.stringContaining('a.csv, b.tsv'),
  });
});

test.each([
  [{ file: 'absent.csv' }, 'file', 'orders.csv'],
  [{ file: '../orders.csv' }, 'file', 'outside the workspace'],
  [{ file: '/etc/passwd' }, 'file', 'outside the workspace'],
  [{ file: 'link.csv' }, 'file', 'outside the workspace'],
  [{ file: `${'n'.repeat(300)}.csv` }, 'file', 'there is no file'],
  [{ encoding: 'klingon' }, 'encoding', 'gb18030'],
  [{ delimiter: '::' }, 'delimiter', 'one character'],
  [{ max_seconds: 1 }, 'max_seconds', '5 to 500'],
])('ENV-15 %j is told with what to correct', async (input, name, told) => {
  await symlink('/etc/passwd', join(example.workspace, 'link.csv'));
  const { report, output } = await profile('a,b\n1,2\n', { file: 'orders.csv', ...input });
  expect(report.status).toBe('failed');
  expect(output).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: name,
    error: expect.stringContaining(told),
    user_message: expect.stringMatching(/[\u4E00-\u9FFF]/),
  });
});

test.each([
  ['an empty file', '', 'is empty'],
  ['blank lines', '\n\n \n', 'is empty'],
  ['a PDF', '%PDF-1.7\n', 'a PDF'],
  ['bytes', new Uint8Array(500), 'is empty'],
  ['more bytes', Buffer.from([1, 0, 0, 0, 2, 0, 0, 9, 3, 0, 0, 0]), 'zero bytes'],
])('%s is told as what it is', async (_, content, told) => {
  const { output } = await profile(content);
  expect(output).toMatchObject({ need_param: 'file', error: expect.stringContaining(told) });
});

test('a huge hole in a file is no table', async () => {
  await writeFile(join(example.workspace, 'orders.csv'), '');
  await truncate(join(example.workspace, 'orders.csv'), 2_000_000_000);
  expect((await profileIn(example.workspace, {})).output).toMatchObject({ success: false });
});
