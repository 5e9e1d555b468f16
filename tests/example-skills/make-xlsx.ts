// Makes XLSX files for tests, whole or with a part of them changed.

import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Sheets by their name, each as the XML of its rows; `parts` replaces or, with undefined, leaves out parts. */
export async function makeXlsx(
  sheets: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string | undefined>> = {},
): Promise<Buffer> {
  const names = Object.keys(sheets);
  const all: Record<string, string | undefined> = {
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${RELATION}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}><si><t>城市</t></si><si><r><t>上</t></r><r><t>海</t></r><rPh><t>shanghai</t></rPh></si></sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(all)) {
    if (content !== undefined) zip.addBuffer(Buffer.from(content), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Rows of plain values: numbers as numbers, texts inline. */
export function xlsxRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((cells) => {
      const written = cells.map((cell) =>
        typeof cell === 'number'
          ? `<c><v>${cell}</v></c>`
          : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
      );
      return `<row>${written.join('')}</row>`;
    })
    .join('');
}
