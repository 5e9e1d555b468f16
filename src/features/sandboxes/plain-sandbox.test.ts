import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { systemEnvironment } from '#system/child-process.ts';
import { createPlainSandbox, type SandboxProcess, type SandboxRequest } from './index.ts';

const hasProc = process.platform === 'linux';
const MEGABYTE = 1024 * 1024;
let folder = '';
let sandbox = createPlainSandbox();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qiao-sandbox-'));
});
afterEach(async () => {
  await sandbox.close();
  sandbox = createPlainSandbox();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function request(command: SandboxRequest['command'], more: Partial<SandboxRequest> = {}) {
  return {
    command,
    environment: { ...systemEnvironment() },
    folder,
    mounts: [],
    network: { kind: 'public' },
    limits: { memoryBytes: 512 * MEGABYTE },
    hasChannel: false,
    ...more,
  } satisfies SandboxRequest;
}

function shell(script: string, more: Partial<SandboxRequest> = {}): Promise<SandboxProcess> {
  return sandbox.start(request(['/bin/sh', '-c', script], more));
}

function outputOf(started: SandboxProcess): { text: string } {
  const output = { text: '' };
  started.onOutput((chunk) => {
    output.text += chunk.toString();
  });
  return output;
}

/** Waits for what must come, and leaves it to the test's own limit to say that it did not. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(10);
}

async function isAlive(id: number): Promise<boolean> {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  // A zombie that nobody has fetched yet is dead.
  const status = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => ') S');
  return !/\) [ZX]/.test(status);
}

/** The ids that a script wrote to a file, one a line, once there are `count` of them. */
async function idsIn(file: string, count: number): Promise<readonly number[]> {
  const read = async () =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  await until(async () => (await read()).length >= count);
  return (await read()).map(Number);
}

test('gives the output, the exit code and no way to tell them from a plain start', async () => {
  const started = await shell('echo out; echo err >&2; exit 3');
  const output = outputOf(started);
  expect(await started.ended).toEqual({ exitCode: 3, signal: null, endedBy: 'itself' });
  expect(output.text).toContain('out\n');
  expect(output.text).toContain('err\n');
});

test('CLI-08 gives the process the environment it was asked for and its own marker, nothing else', async () => {
  const started = await sandbox.start(
    request(['/usr/bin/env'], { environment: { ONLY: 'this', PATH: '/usr/bin' } }),
  );
  const output = outputOf(started);
  await started.ended;
  const names = output.text
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(new Set(names)).toEqual(new Set(['ONLY', 'PATH', 'QIAO_TREE']));
});

test('offers a duplex channel on file descriptor 3', async () => {
  const started = await shell('read -r line <&3; echo "got $line" >&3', { hasChannel: true });
  started.channel?.write('hello\n');
  let answer = '';
  started.channel?.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  await started.ended;
  expect(answer).toBe('got hello\n');
});

test('a grandchild that holds the pipes does not hold the call, and dies with it', async () => {
  const started = await shell('sleep 600 & echo $!');
  const output = outputOf(started);
  expect(await started.ended).toMatchObject({ exitCode: 0, endedBy: 'itself' });
  expect(await isAlive(Number(output.text))).toBe(false);
});

test.each([
  ['stays in the group', 'sleep 600 &'],
  ['is a child of a child', '(sleep 600 & wait) &'],
  ['has its own session', 'setsid sleep 600 &'],
  ['has its own session and was orphaned', '(setsid sleep 600 &) &'],
  ['has its own session and no environment', 'setsid env -i /bin/sleep 600 &'],
])('CLI-09 kills a descendant that %s', async (_, line) => {
  if (!hasProc && line.includes('setsid')) return;
  const file = join(folder, `ids-${crypto.randomUUID()}`);
  const sleeper = `/bin/sh -c 'echo $$ >> ${file}; exec sleep 600'`;
  const record = line.replace(/(\/bin\/)?sleep 600/, () => sleeper);
  const started = await shell(`${record} wait; sleep 600`);
  const [id = 0] = await idsIn(file, 1);
  expect(await isAlive(id)).toBe(true);
  await started.kill();
  expect(await started.ended).toMatchObject({ endedBy: 'kill', signal: 'SIGKILL' });
  expect(await isAlive(id)).toBe(false);
});

test('CLI-09 kills one that keeps forking itself away', async () => {
  const file = join(folder, 'forks');
  const script = `
import os, time
while True:
    if os.fork(): os._exit(0)
    os.setsid()
    with open(${JSON.stringify(file)}, 'a') as out: out.write(f'{os.getpid()}\\n')
    time.sleep(0.01)
`;
  const started = await shell(`python3 -c "$SCRIPT"; sleep 600`, {
    environment: { ...systemEnvironment(), SCRIPT: script },
  });
  await idsIn(file, 5);
  await started.kill();
  const last = (await idsIn(file, 5)).at(-1) ?? 0;
  await until(async () => !(await isAlive(last)));
  const count = (await readFile(file, 'utf8')).length;
  await pause(100);
  expect((await readFile(file, 'utf8')).length).toBe(count);
});

test('kills a tree that holds more memory than allowed, grandchildren included', async () => {
  if (!hasProc) return;
  const hog = `python3 -I -c "import time; b = bytearray(150_000_000); time.sleep(600)"`;
  const started = await shell(`${hog} & ${hog} & wait`, {
    limits: { memoryBytes: 200 * MEGABYTE },
  });
  expect(await started.ended).toMatchObject({ endedBy: 'memory', signal: 'SIGKILL' });
});

test('memory that a tree shares counts once', async () => {
  if (!hasProc) return;
  const script = `
import os, time
b = bytearray(b'x') * 100_000_000
for _ in range(4):
    if os.fork() == 0: break
time.sleep(1.5)
`;
  const started = await sandbox.start(
    request(['python3', '-I', '-c', script], { limits: { memoryBytes: 300 * MEGABYTE } }),
  );
  expect(await started.ended).toMatchObject({ endedBy: 'itself', exitCode: 0 });
});

test.each([
  ['ENOENT', ['no-such-program-anywhere']],
  ['ENOENT', ['./absent.sh']],
  ['EACCES', ['./not-executable.sh']],
  ['E2BIG', ['/bin/echo', 'x'.repeat(3 * MEGABYTE)]],
  ['EINVAL', ['/bin/echo', 'a\0secret']],
] as const)('says %s of what the system refuses', async (systemCode, command) => {
  await writeFile(join(folder, 'not-executable.sh'), '#!/bin/sh\n', { mode: 0o644 });
  const refusal = await thrownBy(async () => (await sandbox.start(request(command))).ended);
  expect(refusal).toMatchObject({ code: 'spawn-failed', details: { systemCode } });
  expect(refusal.message).not.toContain('secret');
});

test('names a working folder that is missing', async () => {
  const missing = join(folder, 'missing');
  const refusal = await thrownBy(
    async () => (await sandbox.start(request(['/bin/true'], { folder: missing }))).ended,
  );
  expect(refusal).toMatchObject({ code: 'spawn-failed', details: { systemCode: 'ENOENT' } });
  expect(refusal.text.zh).toContain(missing);
});

test('kill may be called twice, after the end, and leaves nothing to wait for', async () => {
  const started = await shell('sleep 600');
  await Promise.all([started.kill(), started.kill()]);
  await started.kill();
  expect(await started.ended).toMatchObject({ endedBy: 'kill' });
});

test('close ends everything, the guard included', async () => {
  const file = join(folder, 'close');
  await shell(`echo $$ >> ${file}; setsid /bin/sh -c 'echo $$ >> ${file}; sleep 600' & wait`);
  await shell(`echo $$ >> ${file}; sleep 600`);
  const ids = await idsIn(file, 3);
  await sandbox.close();
  for (const id of ids) expect(await isAlive(id)).toBe(false);
});

async function thrownBy(work: () => Promise<unknown>): Promise<AppError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new TypeError('Nothing was thrown.');
}

/** Plays a server that dies before it can do anything about it. */
async function killedServer(script: string): Promise<readonly number[]> {
  const file = join(folder, `server-${crypto.randomUUID()}`);
  const program = `
    import { appendFileSync } from 'node:fs';
    import { createPlainSandbox } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
    const sandbox = createPlainSandbox();
    await sandbox.start({
      command: ['/bin/sh', '-c', ${JSON.stringify(script.replaceAll('FILE', file))}],
      environment: { PATH: process.env.PATH },
      folder: ${JSON.stringify(folder)}, mounts: [], network: { kind: 'public' },
      limits: { memoryBytes: 1e9 }, hasChannel: false,
    });
    appendFileSync(${JSON.stringify(file)}, process.pid + '\\n');
  `;
  const { spawn } = await import('node:child_process');
  const main = join(folder, `server-${crypto.randomUUID()}.mjs`);
  await writeFile(main, program);
  const server = spawn(process.execPath, [main], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Three of the tree and its own: by then it has told its guard.
  const ids = await idsIn(file, 4);
  for (const id of ids) expect(await isAlive(id)).toBe(true);
  server.kill('SIGKILL');
  await once(server, 'exit');
  return ids;
}

const ID = `echo $$ >> FILE`;

test.each([
  [
    'in its group',
    `${ID}; /bin/sh -c '${ID}; sleep 600' & (/bin/sh -c '${ID}; sleep 600' &) ; wait`,
  ],
  [
    'in its group but without its environment',
    `${ID}; ${ID}; env -i /bin/sh -c '${ID}; sleep 600' & wait`,
  ],
  [
    'in other sessions',
    `${ID}; setsid /bin/sh -c '${ID}; sleep 600' & (setsid /bin/sh -c '${ID}; sleep 600' &) ; sleep 600`,
  ],
])('the whole tree dies when the server is killed: grandchildren %s', async (_, script) => {
  const ids = await killedServer(script);
  await expect.poll(() => Promise.all(ids.map(isAlive)), { timeout: 30_000 }).not.toContain(true);
});
