import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeFixture, type NodeFixture } from './node-fixture.ts';

let fixture: NodeFixture;
beforeAll(async () => {
  fixture = await createNodeFixture();
});
afterAll(() => fixture.close());

test("ENV-12 an exception is told by class, message, code and causes; its stack, in the author's lines, is in the log", async () => {
  const { outcome, log } = await fixture.runCode(`
    class Refused extends TypeError { code = 'E_REFUSED'; }
    export async function execute() {
      throw new Refused('no way', { cause: new RangeError('too far') });
    }`);
  expect(outcome).toEqual({
    status: 'raised',
    exception: {
      name: 'Refused',
      message: 'no way',
      classes: ['Refused', 'TypeError', 'Error'],
      code: 'E_REFUSED',
      causes: [{ name: 'RangeError', message: 'too far', classes: ['RangeError', 'Error'] }],
    },
  });
  expect(log).toContain('handler.ts:4');
});

test.each([
  ['a text', "throw 'plain'", { name: 'Error', message: 'plain' }],
  ['an object', 'throw { status: 404 }', { message: '{"status":404}' }],
  ['nothing', 'throw undefined', { name: 'Error', message: 'undefined' }],
  ['an object without a prototype', 'throw Object.create(null)', { name: 'Error' }],
  [
    'a time-out',
    'throw new DOMException("late", "TimeoutError")',
    { name: 'TimeoutError', message: 'late' },
  ],
  [
    'a named error',
    'throw Object.assign(new Error("x"), { name: "QuotaError" })',
    { name: 'QuotaError' },
  ],
  ['a rejection', 'await Promise.reject(new SyntaxError("bad"))', { name: 'SyntaxError' }],
])('ENV-12 whatever is thrown is told: %s', async (_, code, exception) => {
  const { outcome } = await fixture.runCode(`export async function execute() { ${code}; }`);
  expect(outcome).toMatchObject({ status: 'raised', exception });
});

test("ENV-12 a failed fetch carries the system's code in its causes", async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  server.close();
  await once(server, 'close');
  const { outcome } = await fixture.runCode(
    'export const execute = async ({ port }: { port: number }) => await fetch(`http://127.0.0.1:${port}/`);',
    { port },
  );
  expect(outcome).toMatchObject({
    status: 'raised',
    exception: {
      name: 'TypeError',
      message: 'fetch failed',
      causes: expect.arrayContaining([expect.objectContaining({ code: 'ECONNREFUSED' })]),
    },
  });
});

test.each([
  [
    'a timer',
    'setTimeout(() => { throw new RangeError("late"); }, 1); await new Promise(() => {});',
  ],
  [
    'a forgotten promise',
    'void (async () => { await null; throw new RangeError("late"); })(); await new Promise(() => {});',
  ],
])('RUN-07 an exception that nobody could catch ends its call: %s', async (_, code) => {
  const entry = await fixture.skill(`export async function execute({ ok }: { ok?: boolean }) {
    if (ok) return process.pid;
    setInterval(() => undefined, 1000);
    ${code}
  }`);
  const before = await fixture.run(entry, { ok: true });
  expect((await fixture.run(entry)).outcome).toMatchObject({
    status: 'raised',
    exception: { name: 'RangeError', message: 'late' },
  });
  const after = await fixture.run(entry, { ok: true });
  expect(after.outcome.status).toBe('returned');
  expect(after.outcome).not.toEqual(before.outcome);
});

test('RUN-07 what an earlier call left behind does not fail a later one', async () => {
  const entry = await fixture.skill(`export async function execute({ leave }: { leave?: boolean }) {
    if (leave) { setTimeout(() => { throw new Error('left behind'); }, 300); return 1; }
    await new Promise((resolve) => setTimeout(resolve, 600));
    return 2;
  }`);
  await fixture.run(entry, { leave: true });
  const { outcome, log } = await fixture.run(entry);
  expect(outcome).toEqual({ status: 'returned', value: 2 });
  expect(log).toContain('left behind');
});

test.each([
  ['process.exit(0)', 'exit code 0'],
  ['process.exit(3)', 'exit code 3'],
  ['process.kill(process.pid, "SIGKILL")', 'SIGKILL'],
  ['process.abort()', 'SIGABRT'],
])('RUN-07 %s ends that call only', async (code, how) => {
  const entry = await fixture.skill(
    `export function execute({ ok }: { ok?: boolean }) { console.error('last words'); if (!ok) ${code}; return 'fine'; }`,
  );
  const { outcome } = await fixture.run(entry);
  expect(outcome).toMatchObject({
    status: 'crashed',
    how: expect.stringContaining(how),
    errorOutput: expect.stringContaining('last words'),
  });
  expect((await fixture.run(entry, { ok: true })).outcome).toEqual({
    status: 'returned',
    value: 'fine',
  });
});

test('RUN-07 a heap that is full is told as too little memory', async () => {
  const { outcome } = await fixture.runCode(
    'export function execute() { const all: unknown[] = []; for (;;) all.push({ a: [all.length] }); }',
    {},
    { memoryBytes: 160 * 1024 * 1024 },
  );
  expect(outcome).toEqual({ status: 'out-of-memory', limitBytes: 160 * 1024 * 1024 });
});

test('RUN-07 bytes outside the heap count too', async () => {
  const { outcome } = await fixture.runCode(
    `export async function execute() {
      const all: Buffer[] = [];
      for (;;) { all.push(Buffer.alloc(8_000_000, 1)); await new Promise((resolve) => setTimeout(resolve, 5)); }
    }`,
    {},
    { memoryBytes: 200 * 1024 * 1024 },
  );
  expect(outcome).toEqual({ status: 'out-of-memory', limitBytes: 200 * 1024 * 1024 });
});

test('RUN-07, CLK-01 an endless loop is really stopped', async () => {
  const controller = new AbortController();
  const stopped = fixture.runCode(
    'export async function execute(input, ctx) { ctx.report_progress("looping"); await null; for (;;); }',
    {},
    { signal: controller.signal, progress: () => controller.abort() },
  );
  expect((await stopped).outcome).toEqual({ status: 'stopped' });
});

test('RUN-07 who writes to the channel loses its worker, and nobody else does', async () => {
  const entry = await fixture.skill(`import { writeSync } from 'node:fs';
    export function execute({ ok }: { ok?: boolean }) { if (!ok) writeSync(3, 'garbage garbage'); return 1; }`);
  expect((await fixture.run(entry)).outcome.status).toBe('crashed');
  expect((await fixture.run(entry, { ok: true })).outcome).toEqual({
    status: 'returned',
    value: 1,
  });
});
