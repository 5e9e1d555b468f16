// Runs every bench in turn and says whether each ratio keeps its bar. Nothing here is a test: machines are noisy.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** One line of a bench: a ratio within one run, and the bar it is held to. */
const lineSchema = z.object({ bench: z.string(), ratio: z.number(), bar: z.number() }).loose();

const BENCHES = [
  'delivery-kills',
  'durable-step',
  'inspect-packages',
  'kills',
  'loop-step',
  'node-call',
  'openapi-corpus',
  'offload',
  'page',
  'python-call',
  'run-cli',
  'run-code',
  'sandbox',
  'serve-start',
  'stream-delivery',
] as const;

const wanted = process.argv.slice(2);
const chosen = BENCHES.filter((name) => wanted.length === 0 || wanted.includes(name));

for (const name of chosen) {
  const { stdout, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  process.stdout.write(stdout);
  if (status !== 0) process.stdout.write(`${name} ended with exit code ${status}\n`);
  for (const line of stdout.split('\n').filter((text) => text.startsWith('{'))) {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    if (!parsed.success) continue;
    const { bench, ratio, bar } = parsed.data;
    process.stdout.write(`  ${bench}: ${ratio.toFixed(3)} (bar ${bar})\n`);
  }
}
