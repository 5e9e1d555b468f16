import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SKILLS, startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
afterEach(() => example.end());

beforeEach(async () => {
  example = await startExample();
  const rows = [
    'city,amount,amount',
    '上海,"1,234.50",1',
    '北京,¥80',
    '上海,(12.5),2',
    '上海,,',
    '北京,abc,',
  ];
  await writeFile(join(example.workspace, 'orders.csv'), `\uFEFF${rows.join('\r\n')}\r\n`);
});

test('lists columns under distinct names', async () => {
  expect(await ask('columns', '--file', 'orders.csv')).toEqual({
    success: true,
    data: {
      columns: [
        { name: 'city', filled: 5 },
        { name: 'amount', filled: 4 },
        { name: 'amount_2', filled: 2 },
      ],
      rows: 5,
    },
  });
});

test('shows the first rows and how many there are', async () => {
  expect(await ask('head', '--file', 'orders.csv', '--rows', '1')).toEqual({
    success: true,
    data: {
      rows: [{ city: '上海', amount: '1,234.50', amount_2: '1' }],
      shown: 1,
      total_rows: 5,
    },
  });
});

test('adds up by group, and its figures add up', async () => {
  const words = ['sum', '--file', 'orders.csv', '--column', 'Amount', '--by', 'city'];
  expect(await ask(...words)).toMatchObject({
    success: true,
    warning: expect.stringContaining('row 6: abc'),
    data: {
      sum: '1302.00',
      summed: 3,
      blank: 1,
      not_numeric: 1,
      total_rows: 5,
      groups: [
        { value: '上海', sum: '1222.00' },
        { value: '北京', sum: '80' },
      ],
    },
  });
});

test('sums are exact, and numbers of absurd size are no numbers', async () => {
  await writeFile(join(example.workspace, 'n.csv'), 'n\n0.1\n0.2\n1e30\n1e999999999\nNaN\n');
  expect(await ask('sum', '--file', 'n.csv', '--column', 'n')).toMatchObject({
    data: { sum: `1${'0'.repeat(30)}.3`, summed: 3, not_numeric: 2 },
  });
});

test('reads GB18030, other delimiters and line breaks within cells', async () => {
  const gb = Buffer.from([
    0xb3, 0xc7, 0xca, 0xd0, 0x3b, 0x78, 0x0a, 0x22, 0x61, 0x0a, 0x62, 0x22, 0x3b, 0x31,
  ]);
  await writeFile(join(example.workspace, 'gb.csv'), gb);
  expect(await ask('head', '--file', 'gb.csv')).toMatchObject({
    data: { rows: [{ 城市: 'a\nb', x: '1' }] },
  });
});

test('refuses what lies outside the workspace', async () => {
  await symlink('/etc/hostname', join(example.workspace, 'link.csv'));
  for (const file of ['/etc/hostname', '../orders.csv', 'link.csv']) {
    expect(await ask('head', '--file', file)).toMatchObject({
      success: false,
      need_param: 'file',
      error: expect.stringContaining('outside the workspace'),
    });
  }
});

test.each([
  [['sum', '--file', 'orders.csv'], 'column', 'city, amount, amount_2'],
  [['sum', '--file', 'orders.csv', '--column', 'x'], 'column', 'city, amount, amount_2'],
  [['head', '--file', 'absent.csv'], 'file', 'orders.csv'],
  [['head', '--file', 'orders.csv', '--rows', '0'], 'rows', '1 to 200'],
  [['head', '--file', 'orders.csv', '--rows', 'x'], 'rows', 'invalid int'],
  [['head'], 'file', 'required'],
  [['head', '--file', 'orders.csv', '--delimiter', '::'], 'delimiter', 'one character'],
])('says how to correct %j', async (words, name, told) => {
  expect(await ask(...words)).toMatchObject({
    error_type: 'recoverable',
    need_param: name,
    error: expect.stringContaining(told),
  });
});

test('an empty file is told as such', async () => {
  await writeFile(join(example.workspace, 'empty.csv'), '\n\n');
  expect(await ask('columns', '--file', 'empty.csv')).toMatchObject({
    error: expect.stringContaining('is empty'),
  });
});

function ask(...words: readonly string[]): Promise<unknown> {
  return example.run('python3', [join(SKILLS, 'csv-tool/scripts/main.py'), ...words]);
}
