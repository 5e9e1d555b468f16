// `csv-profile` on XLSX files: whole, broken in every part, and made to harm.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeXlsx, xlsxRows } from './make-xlsx.ts';
import { profileIn, type Profiled } from './profile-in.ts';
import { startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

async function profile(content: Uint8Array | string, input: object = {}): Promise<Profiled> {
  await writeFile(join(example.workspace, 'book.xlsx'), content);
  return profileIn(example.workspace, input);
}

const TABLE = xlsxRows([
  ['n', 'word'],
  [1, 'a'],
  [2, 'b'],
]);

test('reads shared and inline texts, numbers, dates, booleans and gaps', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>金额</t></is></c><c r="C1" t="str"><v>日</v></c><c r="D1" t="str"><v>at</v></c><c r="F1" t="str"><v>ok</v></c></row>
    <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>1.1000000000000001</v></c><c r="C2" s="1"><v>46023</v></c><c r="D2" s="3"><v>46023.5</v></c><c r="F2" t="b"><v>1</v></c></row>
    <row r="3"/><row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4"><v>20</v></c><c r="C4" s="2"><v>46024</v></c><c r="F4" t="b"><v>0</v></c></row>`;
  const { report, output } = await profile(await makeXlsx({ 数据: rows }));
  expect(report.status).toBe('done');
  expect(output).toMatchObject({
    format: 'xlsx',
    sheet: '数据',
    rows: 2,
    column_count: 6,
    columns: [
      { name: '城市', type: 'text', top: [{ value: '上海', count: 2 }] },
      { name: '金额', type: 'number', min: '1.1', max: '20' },
      { name: '日', type: 'date', min: '2026-01-01', max: '2026-01-02' },
      { name: 'at', type: 'datetime', min: '2026-01-01 12:00:00', missing: 1 },
      { name: 'column_5', type: 'empty', missing: 2 },
      { name: 'ok', type: 'boolean' },
    ],
  });
});

test('a sheet is chosen by its name or number, and others are named', async () => {
  const book = await makeXlsx({ One: TABLE, Two: xlsxRows([['x'], [7]]) });
  expect((await profile(book, { sheet: 'two' })).output).toMatchObject({ sheet: 'Two', rows: 1 });
  expect((await profile(book, { sheet: '1' })).output).toMatchObject({ sheets: ['One', 'Two'] });
  expect((await profile(book, { sheet: 'Three' })).output).toMatchObject({
    need_param: 'sheet',
    error: expect.stringContaining('One, Two'),
  });
});

test('an empty sheet names the others', async () => {
  expect((await profile(await makeXlsx({ Cover: '', Data: TABLE }))).output).toMatchObject({
    success: false,
    need_param: 'sheet',
    error: expect.stringContaining('Cover, Data'),
  });
});

test('text that is named XLSX, and XLSX that is named CSV, are read as what they are', async () => {
  expect((await profile('a,b\n1,2\n')).output).toMatchObject({
    format: 'text',
    rows: 1,
    action_note: expect.stringContaining('read as CSV'),
  });
  await writeFile(join(example.workspace, 'b.csv'), await makeXlsx({ S: TABLE }));
  expect((await profileIn(example.workspace, { file: 'b.csv' })).output).toMatchObject({
    format: 'xlsx',
    rows: 2,
  });
});

test.each([
  ['xl/workbook.xml', undefined, 'without xl/workbook.xml'],
  ['xl/workbook.xml', '<workbook><sheets>', "xl/workbook.xml can't be read"],
  ['xl/workbook.xml', '<workbook><sheets/></workbook>', 'lists no sheet'],
  ['xl/_rels/workbook.xml.rels', undefined, 'it has no xl/_rels/workbook.xml.rels'],
  ['xl/_rels/workbook.xml.rels', '<Relationships/>', 'nothing says where it is'],
  ['xl/worksheets/sheet1.xml', undefined, 'its part xl/worksheets/sheet1.xml is missing'],
  ['xl/sharedStrings.xml', '<sst><si><t>x', "xl/sharedStrings.xml can't be read"],
  ['xl/styles.xml', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', 'document type'],
  ['xl/worksheets/sheet1.xml', '<!DOCTYPE x><worksheet/>', 'document type'],
])('a file whose %s is %j is told with that part', async (part, content, told) => {
  const { report, output } = await profile(await makeXlsx({ S: TABLE }, { [part]: content }));
  expect(report.status).toBe('failed');
  expect(output).toMatchObject({
    error_type: 'recoverable',
    need_param: 'file',
    error: expect.stringContaining(told),
  });
});

test('ENV-11 a sheet that breaks off is profiled up to there, and says where', async () => {
  const part = `<worksheet><sheetData>${TABLE}<row><c><v>3</v></c`;
  const book = await makeXlsx({ S: TABLE }, { 'xl/worksheets/sheet1.xml': part });
  const { report, output } = await profile(book);
  expect(report.status).toBe('partial');
  expect(output).toMatchObject({
    rows: 2,
    warning: expect.stringMatching(/^Only 2 rows were read: the sheet breaks off after row 3/),
  });
});

test('a file that was cut in the middle is told as damaged', async () => {
  const book = await makeXlsx({ S: TABLE });
  expect((await profile(book.subarray(0, book.length / 2))).output).toMatchObject({
    error: expect.stringContaining('cut or damaged'),
  });
});

test('a ZIP bomb named XLSX is refused before it is unpacked', async () => {
  const zeros = `<worksheet><sheetData>${' '.repeat(60_000_000)}</sheetData></worksheet>`;
  const book = await makeXlsx({ S: TABLE }, { 'xl/worksheets/sheet1.xml': zeros });
  expect(book.length).toBeLessThan(200_000);
  const { report, output } = await profile(book);
  expect(report.duration_ms).toBeLessThan(5000);
  expect(output).toMatchObject({
    success: false,
    need_param: 'file',
    error: expect.stringMatching(/would unpack to 60 MB, \d+ times its size/),
  });
});

test('an old .xls, or one with a password, is told to be saved anew', async () => {
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  expect((await profile(Buffer.concat([old, Buffer.alloc(600)]))).output).toMatchObject({
    error: expect.stringContaining('save it as .xlsx'),
  });
});
