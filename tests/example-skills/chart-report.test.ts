// The script of `chart-report`, as the document tells its sub-agent to run it.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SKILLS } from './run-example.ts';

const SCRIPT = join(SKILLS, 'chart-report', 'scripts', 'chart.py');
const SALES = `region,amount,day
North,"1,200",2026-01-01
South,¥80,2026-01-02
North,5,2026-02-01
East,x,2026-02-03
"West
side",(30),2026/3/1
`;

let workspace = '';
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'chart-'));
  await writeFile(join(workspace, 'sales.csv'), SALES);
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

/** What it prints, and how it ended. */
function chart(line: string): Promise<{ readonly code: number; readonly said: unknown }> {
  return new Promise((resolve, reject) => {
    execFile(
      'python3',
      ['-B', SCRIPT, ...line.split(' ')],
      { cwd: workspace },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        if (stdout === '') reject(new Error(`it printed nothing: ${stderr}`));
        else resolve({ code, said: JSON.parse(stdout) });
      },
    );
  });
}

const drawn = (file: string): Promise<string> => readFile(join(workspace, file), 'utf8');

test('columns says what there is to choose from', async () => {
  const { said } = await chart('columns --file sales.csv');
  expect(said).toMatchObject({
    ok: true,
    rows: 5,
    columns: [
      { name: 'region', kind: 'text', distinct: 4, example: 'North' },
      { name: 'amount', distinct: 5 },
      { name: 'day', kind: 'date' },
    ],
  });
});

test('draw adds up what belongs together, says what it could not read, and writes the chart', async () => {
  const { code, said } = await chart(
    'draw --file sales.csv --label region --value amount --out a.svg',
  );
  expect(code).toBe(0);
  expect(said).toEqual({
    ok: true,
    out: 'a.svg',
    points: [
      { label: 'North', value: 1205 },
      { label: 'South', value: 80 },
      { label: 'West\nside', value: -30 },
    ],
    left_out: 0,
    unreadable: 1,
  });
  const svg = await drawn('a.svg');
  expect(svg.match(/<rect [^>]*fill="#3b6ea8"/g)).toHaveLength(3);
  expect(svg).toContain('<title>North: 1,205</title>');
});

test('a line goes in time, by month where that is asked for, and rows are counted without a value', async () => {
  const { said } = await chart(
    'draw --file sales.csv --label day --by month --kind line --out b.svg',
  );
  expect(said).toMatchObject({
    points: [
      { label: '2026-01', value: 2 },
      { label: '2026-02', value: 2 },
      { label: '2026-03', value: 1 },
    ],
  });
  expect(await drawn('b.svg')).toContain('<polyline');
});

test('what a label holds is text in the chart, never markup; what is left out is counted', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `<b>${at}</b>,${at}`).join('\n');
  await writeFile(join(workspace, 'many.csv'), `name,n\n${rows}\n`);
  const { said } = await chart('draw --file many.csv --label name --value n --out c.svg');
  expect(said).toMatchObject({ left_out: 10 });
  expect(await drawn('c.svg')).not.toContain('<b>');
});

test.each([
  ['--label nope --out x.svg', 'There are: region, amount, day.'],
  ['--label region --out ../x.svg', 'relative path'],
  ['--label region --out x.png', '.svg'],
  ['--label region --value day --out x.svg', 'Choose another --value'],
  ['--label region --value amount --kind pie --out x.svg', 'negative values'],
])('%s is refused with a sentence that says what to do', async (words, said) => {
  expect(await chart(`draw --file sales.csv ${words}`)).toMatchObject({
    code: 2,
    said: { ok: false, error: expect.stringContaining(said) },
  });
});

test('a file that is not there is told with those that are', async () => {
  const { said } = await chart('columns --file none.csv');
  expect(said).toMatchObject({ ok: false, error: expect.stringContaining('sales.csv') });
});
