// Large results in a conversation: `qiao chat` with a model behind a real HTTP peer, from the skill to a follow-up answer.

import { mkdtempSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeSkill } from './make-skill.ts';
import { qiao } from './run-qiao.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from './stubs/openai-stub.ts';

let stub: OpenAiStub | undefined;
afterEach(async () => {
  await stub?.close();
  stub = undefined;
});

type Envelope = Readonly<Record<string, unknown>>;
type Call = readonly [name: string, input: object];

interface SentBody {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Results so far, as the model has them. */
function resultsIn(body: unknown): readonly Envelope[] {
  const { messages } = body as SentBody;
  return messages
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(String(content)) as Envelope);
}

interface Played {
  /** Of each call, in order, as the model was given it. */
  readonly results: readonly Envelope[];
  readonly stdout: string;
}

interface Started {
  /** Folders of packages. */
  readonly skills: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Two turns: the first makes one step of calls, the second asks on, each call with the path of the first receipt. */
async function converse(
  { skills, environment }: Started,
  first: readonly Call[],
  then: (path: string) => readonly Call[] = () => [],
): Promise<Played> {
  let results: readonly Envelope[] = [];
  stub = await startOpenAiStub(({ body }): OpenAiStep => {
    results = resultsIn(body);
    if (results.length === 0) return stepOf(first);
    const isSecondTurn =
      (body as SentBody).messages.filter(({ role }) => role === 'user').length > 1;
    if (!isSecondTurn) return { text: 'There it is.' };
    const path = results.find((each) => each['offloaded'] === true)?.['path'];
    const next = then(String(path))[results.length - first.length];
    return next === undefined ? { text: 'Answered.' } : stepOf([next]);
  });
  const { stdout } = await qiao(
    ['chat', '--json', ...skills.flatMap((each) => ['--skills', each])],
    {
      input: 'go\nand then?\n',
      environment: {
        QIAO_MODEL: 'openai/stub',
        OPENAI_BASE_URL: stub.baseUrl,
        OPENAI_API_KEY: 'sk-test-key',
        MAX_TOOL_ROUNDS: '20',
        AGENT_WORKSPACE_DIR: mkdtempSync(join(tmpdir(), 'workspaces-')),
        ...environment,
      },
    },
  );
  return { results, stdout };
}

function stepOf(calls: readonly Call[]): OpenAiStep {
  return { calls: calls.map(([name, input]) => ({ name, arguments: input })) };
}

const python = (body: string) => ({
  'handler.py': `async def execute(input_data, ctx):\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`,
});
const typescript = (body: string) => ({
  'handler.ts': `export async function execute(input: any, ctx: any): Promise<any> {\n${body}\n}\n`,
});

const ORDERS = python(`cities = ["Paris", "上海", "Köln"]
rows = [{"id": n, "city": cities[n % 3], "amount": n * 1.5, "note": "urgent" if n == 4321 else "-"} for n in range(20000)]
return {"success": True, "data": {"rows": rows, "total": len(rows)}, "report": "第一行\\n" * 3000}`);

test('OFF-07 a follow-up is answered from the stored result, in every way to ask', async () => {
  const folder = await makeSkill('orders', ORDERS);
  const { results, stdout } = await converse({ skills: [folder] }, [['orders', {}]], (path) => [
    ['read_result', { path }],
    ['read_result', { path, key: 'data.rows[19999].city' }],
    ['read_result', { path, key: 'data.rows', offset: 19_998 }],
    [
      'read_result',
      { path, where: [{ column: 'amount', op: 'gt', value: 29_990 }], select: ['id'] },
    ],
    ['read_result', { path, group_by: ['city'], aggregate: ['count', 'max:amount'] }],
    ['read_result', { path, grep: 'urgent' }],
    ['read_result', { path, key: 'report', offset: 4, limit: 3 }],
    ['read_result', { path, unit: 'characters', limit: 15 }],
    ['read_result', { path, key: 'data.rwos' }],
  ]);
  const [receipt, outline, ...read] = results;
  expect(receipt).toMatchObject({
    offloaded: true,
    schema_keys: ['success', 'data', 'report'],
    report_chars: 12_000,
    _hint: expect.stringMatching(/read_result.*"key": "data\.rows\[0:50\]"/),
  });
  expect(JSON.stringify(outline)).toContain('"key":"data.rows","kind":"list","count":20000');
  expect(read.map((each) => each['data'])).toEqual([
    expect.objectContaining({ value: '上海' }),
    expect.objectContaining({ total: 20_000, first: 19_998, next_offset: null }),
    expect.objectContaining({
      rows: [19_994, 19_995, 19_996, 19_997, 19_998, 19_999].map((id) => ({ id })),
      matched: 6,
    }),
    expect.objectContaining({ total_groups: 3, matched: 20_000 }),
    expect.objectContaining({
      matches: [expect.objectContaining({ key: 'data.rows[4321].note' })],
    }),
    expect.objectContaining({ text: '第一行' }),
    expect.objectContaining({ text: '{"success":true' }),
    undefined,
  ]);
  expect(read.at(-1)).toMatchObject({
    success: false,
    need_param: 'key',
    error: expect.stringContaining('rows, total'),
  });
  expect(stdout).toContain('Answered.');
  for (const each of results.slice(1)) expect(each).not.toHaveProperty('offloaded');
});

test('OFF-01, OFF-07 80 MB from Python is stored whole, and read from at both ends', async () => {
  const folder = await makeSkill(
    'huge',
    python(`row = "x" * 60
return {"success": True, "rows": [{"n": n, "text": row} for n in range(1000000)]}`),
  );
  const { results } = await converse({ skills: [folder] }, [['huge', {}]], (path) => [
    ['read_result', { path, key: 'rows[-1].n' }],
    ['read_result', { path, where: { n: { gte: 999_998 } }, select: 'n' }],
    ['read_result', { path, aggregate: ['sum:n'] }],
  ]);
  expect(results).toEqual([
    expect.objectContaining({ offloaded: true, rows_count: 1_000_000 }),
    expect.objectContaining({ data: expect.objectContaining({ value: 999_999 }) }),
    expect.objectContaining({ data: expect.objectContaining({ matched: 2, of: 1_000_000 }) }),
    expect.objectContaining({
      data: expect.objectContaining({ groups: [{ sum_n: 499_999_500_000 }] }),
    }),
  ]);
  expect(Number(results[0]?.['chars'])).toBeGreaterThan(80_000_000);
});

test('OFF-01 a list of a million items, deep nesting, NUL and half characters from TypeScript', async () => {
  const folders = await Promise.all([
    makeSkill(
      'million',
      typescript('return { ok: true, list: Array.from({ length: 1000000 }, (_, n) => n) };'),
    ),
    makeSkill(
      'deep',
      typescript(
        'let deep: any = { rows: Array(5000).fill("xy") }; for (let n = 0; n < 380; n++) deep = [deep]; return { ok: true, deep };',
      ),
    ),
    makeSkill(
      'odd',
      typescript('return { ok: true, texts: Array(3000).fill("a\\u0000\\ud800b") };'),
    ),
    makeSkill(
      'cyclic',
      typescript(
        'const all: any = { ok: true, list: Array(9000).fill("xy") }; all.self = all; return all;',
      ),
    ),
    makeSkill(
      'too-deep',
      typescript(
        'let deep: any = []; for (let n = 0; n < 3000; n++) deep = [deep, "xxxxxxxx"]; return { ok: true, deep };',
      ),
    ),
  ]);
  const calls = ['million', 'deep', 'odd', 'cyclic', 'too-deep'].map((name): Call => [name, {}]);
  const { results } = await converse({ skills: folders }, calls, (path) => [
    ['read_result', { path, key: 'list[999999]' }],
    ['read_result', { path, aggregate: ['sum:$'] }],
    ['read_result', { path: path.replace(/[^/]*$/, 'toolout_none_1.json') }],
  ]);
  expect(results.slice(0, 3)).toEqual([
    expect.objectContaining({ offloaded: true, list_count: 1_000_000 }),
    expect.objectContaining({ offloaded: true, deep_count: 1 }),
    expect.objectContaining({ offloaded: true, texts_count: 3000 }),
  ]);
  expect(results[3]).toMatchObject({ success: false, error: expect.stringContaining('self') });
  expect(results[4]).toMatchObject({ success: false });
  expect(results[5]).toMatchObject({ data: { value: 999_999 } });
  expect(results[6]).toMatchObject({ data: { groups: [{ sum_$: 499_999_500_000 }] } });
  expect(results[7]).toMatchObject({
    success: false,
    error: expect.stringContaining('toolout_odd_'),
  });
});

test('OFF-01 two at once, and a skill that puts a link in the place of the hidden folder', async () => {
  const folder = await makeSkill('orders', ORDERS);
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  const linker = await makeSkill(
    'linker',
    python(`import os, shutil
place = os.path.join(ctx["workspace_dir"], ".toolout")
shutil.rmtree(place, ignore_errors=True)
os.symlink(${JSON.stringify(elsewhere)}, place)
return {"ok": True, "rows": ["secret"] * 5000}`),
  );
  const { results } = await converse(
    { skills: [folder, linker] },
    [
      ['orders', { n: 1 }],
      ['orders', { n: 2 }],
    ],
    (path) => [
      ['linker', {}],
      ['read_result', { path }],
    ],
  );
  const [one, other, linked, gone] = results;
  expect(one).toMatchObject({ offloaded: true });
  expect(other).toMatchObject({ offloaded: true });
  expect(one?.['path']).not.toBe(other?.['path']);
  expect(linked).toMatchObject({ offloaded: true });
  expect(await readdir(elsewhere)).toEqual([]);
  const names = await readdir(dirname(String(linked?.['path'])));
  expect(names).toHaveLength(2);
  expect(await readFile(String(linked?.['path']), 'utf8')).toContain('secret');
  expect(gone).toMatchObject({ success: false, error: expect.stringContaining('toolout_linker_') });
});

test('OFF-01 the results of a turn share their room: the turn goes on with short ones', async () => {
  const folder = await makeSkill(
    'talker',
    python('return {"ok": True, "n": input_data["n"], "text": "word " * 2000}'),
  );
  const calls = Array.from({ length: 8 }, (_, n): Call => ['talker', { n }]);
  const { results, stdout } = await converse(
    { skills: [folder], environment: { QIAO_TURN_RESULT_TOKENS: '6000' } },
    calls,
  );
  expect(results.map((each) => each['n'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const cut = results.filter((each) => '_cut' in each);
  expect(cut.length).toBeGreaterThanOrEqual(6);
  for (const each of cut) expect(each['_cut']).toContain('used up their room');
  expect(stdout).toContain('There it is.');
});
