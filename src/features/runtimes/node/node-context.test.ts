import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { SkillDatabase } from '../runtime.ts';
import { createNodeFixture, type NodeFixture } from './node-fixture.ts';

let fixture: NodeFixture;
beforeAll(async () => {
  fixture = await createNodeFixture();
});
afterAll(() => fixture.close());

const returned = (value: unknown) => ({ status: 'returned', value });

test.each(['call_skill', 'callSkill'])(
  "RUN-06, CAL-01 %s gives the callee's raw envelope",
  async (name) => {
    const { outcome } = await fixture.runCode(
      `export async function execute(input, ctx) {
       const [one, two] = await Promise.all([ctx.${name}('a', { n: 1 }), ctx.${name}('b')]);
       return [one, two];
     }`,
    );
    expect(outcome).toEqual(
      returned([
        { success: true, name: 'a', data: { n: 1 } },
        { success: true, name: 'b', data: {} },
      ]),
    );
  },
);

test("RUN-06 an input that JSON can not hold is the caller's TypeError, with its place", async () => {
  const { outcome } = await fixture.runCode(
    'export const execute = async (input, ctx) => await ctx.call_skill("a", { rows: [1n] });',
  );
  expect(outcome).toMatchObject({
    status: 'raised',
    exception: { name: 'TypeError', message: expect.stringContaining('call_skill.input.rows[0]') },
  });
});

test('RUN-06 an input above what a message holds is refused, and the worker lives', async () => {
  const entry = await fixture.skill(
    `export const execute = async ({ small }, ctx) =>
       small ? 'alive' : await ctx.call_skill("a", { text: 'x'.repeat(5_000_000) });`,
  );
  expect((await fixture.run(entry)).outcome).toMatchObject({
    status: 'raised',
    exception: { name: 'RangeError', message: expect.stringContaining('4 MiB') },
  });
  expect((await fixture.run(entry, { small: true })).outcome).toEqual(returned('alive'));
});

test('RUN-06 provider.chat takes a text, a list or an object', async () => {
  const asked: unknown[] = [];
  const { outcome } = await fixture.runCode(
    `export async function execute(input, ctx) {
       await ctx.provider.chat('hi');
       await ctx.provider.chat([{ role: 'system', content: 's' }]);
       return await ctx.provider.chat({ messages: [{ role: 'user', content: 'u' }], max_tokens: 7 });
     }`,
    {},
    {
      provider: {
        chat: async (request) => {
          asked.push(request);
          return { text: 'answer', usage: { inputTokens: 1, outputTokens: 2 } };
        },
      },
    },
  );
  expect(outcome).toEqual(
    returned({ text: 'answer', usage: { input_tokens: 1, output_tokens: 2 } }),
  );
  expect(asked).toEqual([
    { messages: [{ role: 'user', content: 'hi' }] },
    { messages: [{ role: 'system', content: 's' }] },
    { messages: [{ role: 'user', content: 'u' }], maxTokens: 7 },
  ]);
});

test('RUN-06 what the platform refuses is an exception with its sentence and code', async () => {
  const { outcome } = await fixture.runCode(
    'export const execute = async (input, ctx) => await ctx.provider.chat("x");',
    {},
    {
      provider: {
        chat: async () =>
          await Promise.reject(
            new AppError('model-unavailable', { zh: '没有模型', en: 'no model is set' }),
          ),
      },
    },
  );
  expect(outcome).toMatchObject({
    status: 'raised',
    exception: { name: 'HostError', message: 'no model is set', code: 'model-unavailable' },
  });
});

test('RUN-06 progress reaches the platform, whatever it looks like', async () => {
  const reports: unknown[] = [];
  const { outcome } = await fixture.runCode(
    `export function execute(input, ctx) {
       ctx.report_progress(0.5, 'half'); ctx.reportProgress('text only'); ctx.report_progress(7); ctx.report_progress(NaN, 3);
       return 1;
     }`,
    {},
    { progress: (fraction, text) => void reports.push([fraction, text]) },
  );
  expect(outcome).toEqual(returned(1));
  expect(reports).toEqual([
    [0.5, 'half'],
    [null, 'text only'],
    [1, ''],
    [null, '3'],
  ]);
});

test('RUN-06 whatever is printed lands in the log and corrupts nothing', async () => {
  const { outcome, log } = await fixture.runCode(
    `import { writeSync } from 'node:fs';
     export function execute() {
       console.log('one', { a: 1 }); console.error('two'); process.stdout.write('three\\n'); writeSync(1, 'four\\n');
       return 'ok';
     }`,
  );
  expect(outcome).toEqual(returned('ok'));
  for (const word of ['one { a: 1 }', 'two', 'three', 'four']) expect(log).toContain(word);
});

test('CLK-04 abort_signal is an AbortSignal that a stop sets before the end', async () => {
  const controller = new AbortController();
  const seen: string[] = [];
  const { outcome } = await fixture.runCode(
    `export async function execute(input, ctx) {
       const isSignal = ctx.abort_signal instanceof AbortSignal && ctx.abortSignal === ctx.abort_signal;
       ctx.abort_signal.addEventListener('abort', () => ctx.report_progress('aborted ' + ctx.abort_signal.aborted));
       ctx.report_progress('started ' + isSignal);
       await new Promise((resolve) => setTimeout(resolve, 60_000));
     }`,
    {},
    {
      signal: controller.signal,
      progress: (_, text) => {
        seen.push(text);
        controller.abort();
      },
    },
  );
  expect(outcome).toEqual({ status: 'stopped' });
  expect(seen).toEqual(['started true', 'aborted true']);
});

function recordingDatabase(log: JsonValue[]): SkillDatabase {
  let opened = 0;
  return {
    open: async () => {
      opened += 1;
      log.push(`open s${opened}`);
      return `s${opened}`;
    },
    execute: async (session, sql, parameters): Promise<JsonObject> => {
      log.push([session, sql, parameters]);
      return {
        columns: ['id', 'name'],
        rows: [
          [1, 'a'],
          [2, 'b'],
        ],
        row_count: 2,
      };
    },
    end: async (session, how) => {
      log.push(`${how} ${session}`);
    },
  };
}

test('CTX-07 db_factory gives sessions that open at first use and close by themselves', async () => {
  const log: JsonValue[] = [];
  const { outcome } = await fixture.runCode(
    `export async function execute(input, ctx) {
       { await using unused = ctx.db_factory(); }
       const names = await ctx.db_factory(async (db) => {
         const result = await db.execute('select * from t where id = $1', [1]);
         await db.commit();
         return [result.all(), result.first(), result.scalar(), result.scalars(), result.rowCount];
       });
       await using db = ctx.db_factory();
       await db.execute('select 2');
       return names;
     }`,
    {},
    { database: recordingDatabase(log) },
  );
  expect(outcome).toEqual(
    returned([
      [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
      { id: 1, name: 'a' },
      1,
      [1, 2],
      2,
    ]),
  );
  expect(log).toEqual([
    'open s1',
    ['s1', 'select * from t where id = $1', [1]],
    'commit s1',
    'close s1',
    'open s2',
    ['s2', 'select 2', null],
    'close s2',
  ]);
});

test.each([
  ['is committed', 'return 1', ['commit s1', 'close s1']],
  ['is rolled back on an exception', 'throw new Error("x")', ['rollback s1', 'close s1']],
  ['is rolled back where the result is lost', 'return 1n', ['rollback s1', 'close s1']],
])('CTX-07 the legacy session %s', async (_, end, expected) => {
  const log: JsonValue[] = [];
  await fixture.runCode(
    `export async function execute(input, ctx) { await ctx.db.execute('insert'); ${end}; }`,
    {},
    { database: recordingDatabase(log) },
  );
  expect(log.slice(2)).toEqual(expected);
});

test('CTX-07 a null db in the context stays null', async () => {
  const { outcome } = await fixture.runCode(
    'export async function execute(input, ctx) { return ctx.db; }',
    {},
    { context: { db: null } },
  );
  expect(outcome).toEqual(returned(null));
});

test('RUN-06 results have the names that Python skills use, and parameters that JSON lacks are text', async () => {
  const log: JsonValue[] = [];
  const { outcome } = await fixture.runCode(
    `export async function execute(input, ctx) {
       const db = await ctx.db_factory();
       const result = await db.execute({ text: 'select :a' }, { a: 2n ** 60n, b: new Uint8Array([0, 255]), c: [NaN], d: new Date(0) });
       const several = (() => { try { result.scalar_one(); } catch (error) { return error.message; } })();
       return [result.rowcount, result.fetchone().id, result.fetchone().id, result.fetchone(), result.mappings().all().length, result.keys(), several];
     }`,
    {},
    { database: recordingDatabase(log) },
  );
  const several = 'exactly one row was expected, 2 came';
  expect(outcome).toEqual(returned([2, 1, 2, null, 2, ['id', 'name'], several]));
  const parameters = {
    a: '1152921504606846976',
    b: '\\x00ff',
    c: ['NaN'],
    d: '1970-01-01T00:00:00.000Z',
  };
  expect(log[1]).toEqual(['s1', 'select :a', parameters]);
});

test('CTX-07 a synchronous entry has no legacy session, and an unused one is never opened', async () => {
  const log: JsonValue[] = [];
  const database = recordingDatabase(log);
  const sync = await fixture.runCode(
    'export function execute(input, ctx) { return ctx.db; }',
    {},
    { database },
  );
  expect(sync.outcome).toEqual(returned(null));
  await fixture.runCode('export async function execute() { return 1; }', {}, { database });
  expect(log).toEqual([]);
});
