// Previews of real files: CSV as programs write it, workbooks as ZIP files of XML, texts in whatever encoding.

import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { makePreview } from './make-preview.ts';
import type { Preview } from './preview.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const { signal } = new AbortController();

function previewOf(
  content: string | Uint8Array,
  { name = 'a', mediaType }: { readonly name?: string; readonly mediaType: string },
): Promise<Preview | undefined> {
  const bytes = Buffer.from(content);
  const read = async (most: number): Promise<Uint8Array> => bytes.subarray(0, most);
  return makePreview({ name, mediaType, bytes: bytes.length, read }, signal);
}

const csv = (content: string | Uint8Array) => previewOf(content, { mediaType: 'text/csv' });

test('a CSV file is a table, with quotes, other separators, marks and the ends of lines', async () => {
  expect(await csv('\uFEFFa,b\r\n"x, ""y""","2\n3"\n\nlast')).toEqual({
    kind: 'table',
    sheets: [],
    rows: [['a', 'b'], ['x, "y"', '2\n3'], [''], ['last']],
    hasMoreRows: false,
    hasMoreColumns: false,
  });
  expect(await csv('a;b,c;d\n1;2,5;3')).toMatchObject({ rows: [['a', 'b,c', 'd'], ['1', '2,5', '3']] }); // prettier-ignore
  expect(await csv('a\tb\n1\t2')).toMatchObject({
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  });
  expect(await csv('')).toMatchObject({ rows: [] });
  expect(await csv('"never ends,\nx')).toMatchObject({ rows: [['never ends,\nx']] });
});

test('a CSV file of an older Chinese program is read as that', async () => {
  const gbk = Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31]);
  expect(await csv(gbk)).toMatchObject({ rows: [['姓名', '1']] });
  const wide = Buffer.from('\uFEFF姓名,1', 'utf16le');
  expect(await csv(wide)).toMatchObject({ rows: [['姓名', '1']] });
});

test('of a large CSV file the first rows and columns are shown, and that there is more', async () => {
  const row = Array.from({ length: 60 }, (_, n) => String(n)).join(',');
  const large = await csv(`${row}\n`.repeat(100_000));
  expect(large).toMatchObject({ kind: 'table', hasMoreRows: true, hasMoreColumns: true });
  if (large?.kind !== 'table') throw new TypeError('no table');
  expect([large.rows.length, large.rows[0]?.length]).toEqual([200, 50]);
  const long = await csv(`"${'长'.repeat(1000)}"`);
  expect(long?.kind === 'table' && long.rows[0]?.[0]?.length).toBe(300);
});

test('a CSV file that is cut in a line or a character ends with the line before', async () => {
  const line = `${'报'.repeat(1000)},x\n`;
  const cut = await csv(line.repeat(400));
  expect(cut).toMatchObject({ kind: 'table', hasMoreRows: true });
  expect(cut?.kind === 'table' && cut.rows.every((cells) => cells.length === 2)).toBe(true);
});

function workbook(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name);
  zip.end();
  return buffer(zip.outputStream);
}

const PARTS = {
  'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="r"><x:workbookPr/><x:sheets>
    <x:sheet name="数据 &amp; more" sheetId="1" r:id="rId7"/><x:sheet name="Other" sheetId="2" r:id="rId2"/></x:sheets></x:workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/>
    <Relationship Id="rId2" Target="/xl/worksheets/other.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot; hh:mm"/>
    <numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst><si><t>姓名</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>x</t></rPh></si></sst>`,
  'xl/worksheets/first.xml': `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
    <row r="2"><c r="A2" s="1"><v>45292</v></c><c r="B2" s="2"><v>45292.5</v></c><c r="C2" s="3"><v>1.5</v></c>
      <c r="D2" s="4"><v>0.25</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#DIV/0!</v></c></row>
    <row r="4"><c t="inlineStr"><is><t>in &lt;line&gt;</t></is></c><c t="str"><f>A1</f><v>made</v></c></row>
    </sheetData></worksheet>`,
};

test('a workbook’s first sheet is a table, with shared texts, dates and gaps', async () => {
  expect(await previewOf(await workbook(PARTS), { mediaType: SHEET })).toEqual({
    kind: 'table',
    sheets: ['数据 & more', 'Other'],
    rows: [
      ['姓名', '', 'two runs'],
      ['2024-01-01', '2024-01-01 12:00:00', '1.5', '06:00:00', 'TRUE', '#DIV/0!'],
      ['in <line>', 'made'],
    ],
    hasMoreRows: false,
    hasMoreColumns: false,
  });
});

test('a workbook that unpacks to anything is read no further than is shown', async () => {
  const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`;
  const bomb = { ...PARTS, 'xl/worksheets/first.xml': `<worksheet>${row.repeat(20_000)}` };
  const started = process.memoryUsage().rss;
  const shown = await previewOf(await workbook(bomb), { mediaType: SHEET });
  expect(shown).toMatchObject({ kind: 'table', hasMoreRows: true, hasMoreColumns: true });
  const one = { ...PARTS, 'xl/worksheets/first.xml': `<worksheet><row><c><v>${'1'.repeat(2e8)}` };
  expect(await previewOf(await workbook(one), { mediaType: SHEET })).toMatchObject({ rows: [] });
  expect(process.memoryUsage().rss - started).toBeLessThan(1.5e9);
}, 60_000);

test.each([
  ['no ZIP file', 'hello'],
  ['nothing', ''],
  ['a ZIP file without a sheet', undefined],
])('%s is told, and nothing breaks', async (_, content) => {
  const bytes = content ?? (await workbook({ 'a.txt': 'x' }));
  await expect(previewOf(bytes, { mediaType: SHEET })).rejects.toMatchObject({
    code: 'input-invalid',
    text: { en: expect.stringContaining('damaged') },
  });
});

test.each([
  ['text/markdown', 'a.md', 'markdown'],
  ['application/json', 'a.json', 'json'],
  ['text/plain', 'a.txt', 'plain'],
  ['application/octet-stream', 'a.py', 'plain'],
])('%s is text as it is', async (mediaType, name, format) => {
  expect(await previewOf('# 你好', { mediaType, name })).toEqual({
    kind: 'text',
    format,
    text: '# 你好',
    isCut: false,
  });
});

test('a long text is cut between characters, and what is no text is told', async () => {
  const long = await previewOf('报'.repeat(100_000), { mediaType: 'text/plain' });
  expect(long).toMatchObject({ isCut: true, text: '报'.repeat(Math.floor((200 * 1024) / 3)) });
  await expect(previewOf('a\0b', { mediaType: 'text/plain' })).rejects.toMatchObject({
    code: 'input-invalid',
  });
  expect(await previewOf('x', { mediaType: 'image/png', name: 'a.png' })).toBeUndefined();
});
