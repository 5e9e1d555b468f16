import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCodeFixture, type CodeFixture, type Start } from './code-fixture.ts';
import type { CodeRunner } from './code-runner.ts';

const MIB = 1024 * 1024;
let fixture: CodeFixture;

beforeAll(async () => {
  fixture = await createCodeFixture();
  await fixture.run('1');
  await fixture.runner.close();
}, 180_000);
afterAll(() => fixture.close());

/** The process that was started after the first `count`. */
async function startAfter(count: number): Promise<Start> {
  await expect.poll(() => fixture.starts.length, { timeout: 60_000 }).toBeGreaterThan(count);
  const start = fixture.starts[count];
  if (start === undefined) throw new TypeError('Nothing was started.');
  return start;
}

/** Runs once, and answers the process of the spare that is there then. */
async function runAndSpare(by: CodeRunner, memoryBytes?: number): Promise<Start> {
  const count = fixture.starts.length;
  await fixture.run('1', { by, ...(memoryBytes !== undefined && { memoryBytes }) });
  return await startAfter(count + 1);
}

test('DOC-07 after a run there is a spare, which the next run uses up', async () => {
  const by = fixture.another();
  const spare = await runAndSpare(by);
  const count = fixture.starts.length;
  expect(await fixture.run('open("made", "w").write("x")', { by })).toMatchObject({ ok: true });
  expect(await spare.process.ended).toMatchObject({ endedBy: expect.any(String) });
  // What was started by then is the next spare, and nothing else.
  await startAfter(count);
  expect(fixture.starts).toHaveLength(count + 1);
  await by.close();
});

test('DOC-07 a spare that nobody uses is ended', async () => {
  const by = fixture.another({ spareMs: 50 });
  const spare = await runAndSpare(by);
  expect(await spare.process.ended).toMatchObject({ endedBy: 'kill' });
  expect(await fixture.run('2', { by })).toMatchObject({ ok: true, result: 2 });
  await by.close();
  expect(fixture.problems).toEqual([]);
});

test('DOC-07 a spare that has died is done without', async () => {
  const by = fixture.another();
  const spare = await runAndSpare(by);
  process.kill(spare.process.id, 'SIGKILL');
  await spare.process.ended;
  expect(await fixture.run('3', { by })).toMatchObject({ ok: true, result: 3 });
  await by.close();
  fixture.problems.length = 0;
});

test('DOC-07 a spare dies under the run that takes it, and the code still runs once', async () => {
  const by = fixture.another();
  const spare = await runAndSpare(by);
  process.kill(spare.process.id, 'SIGSTOP');
  const run = fixture.run('open("count", "a").write("x")\nlen(open("count").read())', { by });
  process.kill(spare.process.id, 'SIGKILL');
  expect(await run).toMatchObject({ ok: true, result: 1 });
  await by.close();
  fixture.problems.length = 0;
});

test('DOC-07 a spare is of no use elsewhere, and gives its place', async () => {
  const by = fixture.another();
  const spare = await runAndSpare(by);
  const other = join(fixture.folder, 'other');
  await mkdir(other);
  const told = await fixture.run('import os\nos.listdir()', { by, workspace: other });
  expect(told).toMatchObject({ ok: true, result: [] });
  expect(await spare.process.ended).toMatchObject({ endedBy: 'kill' });
  const small = await runAndSpare(by, 64 * MIB);
  const large = await fixture.run('len(bytearray(200_000_000))', { by });
  expect(large).toMatchObject({ ok: true, result: 200_000_000 });
  expect(await small.process.ended).toMatchObject({ endedBy: 'kill' });
  await by.close();
});

test('DOC-07 a closed runner ends what runs and what waits, and runs nothing more', async () => {
  const by = fixture.another();
  const spare = await runAndSpare(by);
  const count = fixture.starts.length;
  const long = fixture.run('while True: pass', { by });
  const second = fixture.run('while True: pass', { by });
  await startAfter(count);
  const ends = Promise.allSettled([long, second]);
  await by.close();
  expect(await ends).toMatchObject([
    { status: 'rejected', reason: { code: 'sandbox-unavailable' } },
    { status: 'rejected', reason: { code: 'sandbox-unavailable' } },
  ]);
  await spare.process.ended;
  for (const { process: each } of fixture.starts) await each.ended;
  await expect(fixture.run('1', { by })).rejects.toMatchObject({ code: 'sandbox-unavailable' });
});
