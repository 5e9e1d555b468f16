// `qiao run` of a trivial TypeScript skill, the whole process, against `node -e 0` plus one worker start.

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const RUNS = 15;
const BAR = 4;

const SKILL = {
  'SKILL.md': '---\nname: trivial\ndescription: Gives back what it gets.\n---\n',
  'handler.ts':
    'export async function execute(input: object): Promise<object> {\n  return { ok: true, ...input };\n}\n',
};

/** Stands for a worker: a Node process with the permission model that loads a file and says that it is ready. */
const WORKER = "process.stdout.write('ready'); process.exit(0);\n";

const folder = await mkdtemp(join(tmpdir(), 'bench-run-cli-'));
const skill = join(folder, 'trivial');
await mkdir(skill);
for (const [name, text] of Object.entries(SKILL)) await writeFile(join(skill, name), text);
const worker = join(folder, 'worker.mjs');
await writeFile(worker, WORKER);

const ours = () => timed(['bin/qiao.mjs', 'run', skill, '--input', '{"n":1}', '--json']);
const bare = async () =>
  (await timed(['-e', '0'])) + (await timed(['--permission', `--allow-fs-read=${folder}`, worker]));

await ours();
await bare();
const times: { readonly ours: number; readonly bare: number }[] = [];
for (let run = 0; run < RUNS; run += 1) times.push({ ours: await ours(), bare: await bare() });

const ratio = median(times.map((time) => time.ours / time.bare));
process.stdout.write(
  `${JSON.stringify({
    bench: 'run-cli',
    ratio,
    bar: BAR,
    ours_ms: median(times.map((time) => time.ours)),
    bare_ms: median(times.map((time) => time.bare)),
  })}\n`,
);

function timed(args: readonly string[]): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        QIAO_DATA: join(folder, 'data'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - start);
      else reject(new TypeError(`${args.join(' ')} ended with exit code ${code}`));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
