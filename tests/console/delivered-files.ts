// Files of each kind that the page shows, and a skill that delivers those it is asked for.

import { makeXlsx } from '../example-skills/make-xlsx.ts';
import { makeSkill } from '../make-skill.ts';

/** Writes what is asked for, and names besides what there is not. */
const DELIVER = `import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
export async function execute({ names = [], missing = [] }, ctx) {
  const contents = JSON.parse(readFileSync(join(import.meta.dirname, 'files.json'), 'utf8'));
  for (const name of names) writeFileSync(join(ctx.workspace_dir, name), Buffer.from(contents[name], 'base64'));
  return { success: true, files: [...names, ...missing].map((filename) => ({ filename })) };
}`;

/** Tries to reach the page that it is shown in, and something beyond it. */
const PAGE = `<!doctype html><title>t</title><h1>Quarterly report</h1><p>All is well.</p>
<script>document.querySelector('h1').textContent = 'A script ran'; parent.document.title = 'taken';</script>
<img src="/api/me" onerror="document.body.append('handler ran')">`;

const MARKDOWN = `# Findings

Sales **grew** by 12 % in the north.

| region | growth |
| --- | --- |
| north | 12 % |

<script>document.title = 'taken'</script>
<img src=x onerror="document.title = 'taken'">

${Array.from({ length: 60 }, (_, line) => `${line + 1}. Paragraph ${line + 1} of the findings.`).join('\n')}
`;

const CSV = [
  ['region', 'month', 'revenue', ...Array.from({ length: 57 }, (_, at) => `column ${at + 4}`)],
  ...Array.from({ length: 300 }, (_, row) => [
    ['North', 'South', 'East', 'West'][row % 4],
    `2026-${String((row % 12) + 1).padStart(2, '0')}`,
    String(1000 + row * 37),
    ...Array.from({ length: 57 }, (__, at) => String(row * at)),
  ]),
]
  .map((row) => row.join(','))
  .join('\n');

const CHART = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#eef1fb"/>
<path d="M20 150 L90 110 L160 120 L230 60 L300 30" fill="none" stroke="#3653d0" stroke-width="5"/></svg>`;

export async function makeDeliverSkill(): Promise<string> {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'sales.csv': CSV,
    'small.csv': 'name,age\nAda,36\n,41\n',
    'book.xlsx': await makeXlsx({
      Sales: [
        ['city', 'sum'],
        ['奥斯陆', '12'],
        ['Rome', '7'],
      ]
        .map(rowXml)
        .join(''),
      Notes: rowXml(['x']),
    }),
    'findings.md': MARKDOWN,
    'notes.txt': 'First line\nsecond line <b>not bold</b>\n',
    'page.html': PAGE,
    'paper.pdf': pdf(),
    'tone.wav': tone(),
    'broken.mp4': Buffer.concat([
      Buffer.from('00000018667479706d703432', 'hex'),
      Buffer.alloc(400),
    ]),
    'chart.svg': CHART,
    'broken.xlsx': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]),
    'archive.bin': Buffer.from([0, 1, 2, 3, 0, 255]),
  };
  const contents = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('base64')]),
  );
  return makeSkill('deliver', {
    'handler.ts': DELIVER,
    'files.json': JSON.stringify(contents),
  });
}

function rowXml(cells: readonly string[]): string {
  const told = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`);
  return `<row>${told.join('')}</row>`;
}

/** One page that says so. */
function pdf(): string {
  const text = 'BT /F1 24 Tf 60 700 Td (A paper of one page) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

/** Half a second of a tone, as PCM. */
function tone(): Uint8Array {
  const rate = 8000;
  const samples = Buffer.alloc(rate / 2, 0).map((_, at) => 128 + Math.round(60 * Math.sin(at / 3)));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
