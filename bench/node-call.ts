// What a warm TypeScript call costs at the runtime's door, against a child that does nothing but echo the same JSON.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { createNodeRuntime, type RunHost, type SkillEntry } from '#features/runtimes/index.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';

const BAR = 2.5;
const WARM_UP = 500;
const ROUNDS = 40;
const CALLS_A_ROUND = 50;

const INPUT = {
  text: 'the quick brown fox jumps over the lazy dog',
  limits: [1, 2, 3],
  deep: { a: { b: ['c', null, true] } },
};
const HANDLER = `
export async function execute(input: object, ctx: Record<string, unknown>) {
  return { success: true, data: input, user: ctx['user_id'] };
}
`;
/** Length-prefixed JSON both ways, parsed and written again, and no more. */
const ECHO = `
import { Socket } from 'node:net';
const socket = new Socket({ fd: 3, readable: true, writable: true });
let rest = Buffer.alloc(0);
socket.on('data', (chunk) => {
  rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
    const end = 4 + rest.readUInt32BE();
    const { input, context } = JSON.parse(rest.toString('utf8', 4, end));
    rest = rest.subarray(end);
    const payload = Buffer.from(JSON.stringify({ success: true, data: input, user: context.user_id }));
    const frame = Buffer.alloc(4 + payload.length);
    frame.writeUInt32BE(payload.length);
    payload.copy(frame, 4);
    socket.write(frame);
  }
});
`;

const folder = await realpath(await mkdtemp(join(tmpdir(), 'bench-node-call-')));
const sandbox = createPlainSandbox();
const runtime = createNodeRuntime({
  sandbox,
  cacheFolder: join(folder, 'cache'),
  spillFolder: folder,
  language: 'en',
});
const { entry, host } = await prepare();
const echo = await startEcho();
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  echo.child.kill('SIGKILL');
  await runtime.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  await many(callSkill, WARM_UP);
  await many(callEcho, WARM_UP);
  const ours: number[] = [];
  const bare: number[] = [];
  // Interleaved, so that whatever else the machine does falls on both alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(...(await many(callSkill, CALLS_A_ROUND)));
    bare.push(...(await many(callEcho, CALLS_A_ROUND)));
  }
  const [oursMs, bareMs] = [median(ours), median(bare)];
  return { bench: 'node-call', ratio: oursMs / bareMs, bar: BAR, ours_ms: oursMs, bare_ms: bareMs };
}

async function callSkill(): Promise<void> {
  const { outcome } = await runtime.run(entry, INPUT, host);
  if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
}

async function callEcho(): Promise<void> {
  await echo.ask({ input: INPUT, context: host.context });
}

async function prepare(): Promise<{ readonly entry: SkillEntry; readonly host: RunHost }> {
  const [workspace, skill] = [join(folder, 'workspace'), join(folder, 'skill')];
  await mkdir(workspace);
  await mkdir(skill);
  await writeFile(join(skill, 'handler.ts'), HANDLER);
  const program = { kind: 'handler', file: 'handler.ts', language: 'node' } as const;
  return {
    entry: {
      skill: 'echo',
      version: '1',
      folder: skill,
      program,
      environment: {},
      network: { kind: 'public' },
    },
    host: {
      workspace,
      context: { user_id: 'u', session_id: 's', attachments: [], channel: 'web' },
      limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: 512 * 1024 * 1024 },
      signal: new AbortController().signal,
      callSkill: absent,
      provider: { chat: absent },
      database: { open: absent, execute: absent, end: absent },
      progress: () => undefined,
    },
  };
}

async function startEcho() {
  const file = join(folder, 'echo.mjs');
  await writeFile(file, ECHO);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
  return { child, ask: askOver(channelOf(child)) };
}

function channelOf(child: ChildProcess): Duplex {
  const channel = child.stdio[3];
  if (!(channel instanceof Duplex)) throw new TypeError('The echo child has no channel.');
  return channel;
}

function askOver(channel: Duplex): (question: object) => Promise<unknown> {
  let answer: ((value: unknown) => void) | undefined;
  let rest = Buffer.alloc(0);
  channel.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length < 4 || rest.length < 4 + rest.readUInt32BE()) return;
    const value: unknown = JSON.parse(rest.toString('utf8', 4));
    rest = Buffer.alloc(0);
    answer?.(value);
  });
  return async (question) => {
    const payload = Buffer.from(JSON.stringify(question));
    const frame = Buffer.alloc(4 + payload.length);
    frame.writeUInt32BE(payload.length);
    payload.copy(frame, 4);
    return await new Promise((resolve) => {
      answer = resolve;
      channel.write(frame);
    });
  };
}

async function many(call: () => Promise<void>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let each = 0; each < count; each += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return times;
}

async function absent(): Promise<never> {
  return await Promise.reject(new TypeError('not part of this bench'));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
