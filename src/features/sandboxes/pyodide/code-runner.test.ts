import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeeperThan } from '#base/json.ts';
import { createCodeFixture, type CodeFixture } from './code-fixture.ts';

const MIB = 1024 * 1024;
let fixture: CodeFixture;

/** The first run of a fixture stores the memory that all others start from. */
const SLOW_START = 180_000;

beforeAll(async () => {
  fixture = await createCodeFixture();
  await fixture.run('1');
}, SLOW_START);
afterAll(() => fixture.close());

test.each<readonly [string, string, unknown]>([
  ['the last expression', 'x = 20\nx * 2 + 2', 42],
  ['the variable `result`', 'result = {"a": [1, 2.5, None, True]}', { a: [1, 2.5, null, true] }],
  ['`result` where the last expression has no value', 'result = 1\nprint("x")', 1],
  ['nothing, where there is neither', 'x = 1', null],
  ['nothing, of no code', '', null],
  ['what was awaited', 'import asyncio\nawait asyncio.sleep(0, "awaited")', 'awaited'],
  [
    'what asyncio.run gave',
    'import asyncio\nasync def f():\n  return await asyncio.gather(*map(g, (0.02, 0.01)))\nasync def g(s):\n  await asyncio.sleep(s)\n  return s\nasyncio.run(f())',
    [0.02, 0.01],
  ],
  [
    'what modules of the workspace give',
    'open("own.py", "w").write("n = 7")\nimport own\nown.n',
    7,
  ],
])('DOC-07 the result is %s', async (_, code, expected) => {
  expect(await fixture.run(code)).toMatchObject({ ok: true, result: expected });
});

test('DOC-07 what JSON lacks is told by its `repr`, and nothing breaks it', async () => {
  const { result } = await fixture.run(`
endless = []; endless.append(endless)
{'tuple': (1, (2,)), 'text': "héllo 世界 🐍\\n\\0", 'half': 'a\\ud800b', 'set': {1}, 2: b'x',
 'numbers': [float('nan'), -1.5, 2**53, 2**70, True], 'endless': str(endless), 'depth': endless}`);
  expect(result).toMatchObject({
    tuple: [1, [2]],
    text: 'héllo 世界 🐍\n\0',
    half: 'a\ufffdb',
    set: '{1}',
    '2': "b'x'",
    numbers: ['nan', -1.5, 2 ** 53, '1180591620717411303424', true],
    endless: '[[...]]',
  });
  expect(isDeeperThan(result, 110)).toBe(false);
});

test('DOC-07 tells all there is to tell, and nothing else', async () => {
  const told = await fixture.run('import sys\nprint("out")\nprint("err", file=sys.stderr)\n1');
  expect(told).toEqual({
    ok: true,
    result: 1,
    stdout: 'out\n',
    stderr: 'err\n',
    truncated: false,
    duration_ms: expect.any(Number),
  });
  expect(JSON.parse(JSON.stringify(told))).toEqual(told);
});

test('DOC-07 an exception has its class, its message, and the lines of the code alone', async () => {
  const told = await fixture.run('def f(n):\n    return 1 / n\nprint("before")\nf(0)');
  expect(told).toMatchObject({
    ok: false,
    result: null,
    stdout: 'before\n',
    error: { type: 'ZeroDivisionError', message: 'division by zero' },
  });
  const lines = told.error?.traceback.split('\n') ?? [];
  expect(lines[0]).toBe('Traceback (most recent call last):');
  expect(lines[1]).toBe('  File "<code>", line 4, in <module>');
  expect(told.error?.traceback).toContain('return 1 / n');
  expect(told.error?.traceback).not.toContain('_run_code');
});

test.each([
  ['a syntax error', 'x = (', { type: 'SyntaxError', traceback: expect.stringContaining('x = (') }],
  ['a module that is not there', 'import numpy', { type: 'ModuleNotFoundError' }],
  [
    'an exception that can not be told',
    'class E(Exception):\n  def __str__(self): 1/0\nraise E()',
    { type: 'E' },
  ],
  [
    'a `repr` that fails',
    'class A:\n  def __repr__(self): 1/0\nA()',
    { type: 'ZeroDivisionError' },
  ],
  [
    'an exception of its own',
    'raise BaseException("own")',
    { type: 'BaseException', message: 'own' },
  ],
  ['nothing left to wait for', 'import asyncio\nawait asyncio.Future()', { type: 'RuntimeError' }],
  ['standard input', 'input()', { type: 'OSError' }],
])('DOC-07 %s is an error of the code', async (_, code, error) => {
  expect(await fixture.run(code)).toMatchObject({ ok: false, error });
});

test.each<readonly [string, string, object]>([
  ['sys.exit()', 'result = 5\nimport sys\nsys.exit()', { ok: true, result: 5, exit_code: 0 }],
  ['sys.exit(3)', 'import sys\nsys.exit(3)', { ok: false, exit_code: 3 }],
  ['exit with a message', 'raise SystemExit("why")', { ok: false, exit_code: 1, stderr: 'why\n' }],
  ['os._exit(4)', 'import os\nos._exit(4)', { ok: false, exit_code: 4 }],
])('DOC-07 %s ends it as a script', async (_, code, expected) => {
  const told = await fixture.run(code);
  expect(told).toMatchObject(expected);
  expect(told.error?.type).toBe(told.ok ? undefined : 'SystemExit');
});

test('DOC-07 reads and writes the files of the workspace, and keeps none of its own', async () => {
  await mkdir(join(fixture.workspace, 'data'), { recursive: true });
  await writeFile(join(fixture.workspace, 'data', '表.csv'), 'a,b\n1,2\n');
  const told = await fixture.run(`
import csv, os, pathlib, shutil, sqlite3, zipfile
rows = list(csv.DictReader(open('data/表.csv')))
out = pathlib.Path('/workspace/out/deep')
out.mkdir(parents=True)
(out / 'a.txt').write_text('h\u00e9')
(out / 'a.txt').rename(out / 'b.txt')
(out / 'b.txt').chmod(0o640)
with open(out / 'b.txt', 'a') as file: file.write('llo')
with zipfile.ZipFile('made.zip', 'w') as archive: archive.write(out / 'b.txt')
with open(out / 'short.bin', 'wb') as file: file.write(bytes(10))
os.truncate(out / 'short.bin', 4)
shutil.copytree(out, '/workspace/copied')
shutil.rmtree('/workspace/copied/')
database = sqlite3.connect('/workspace/x.sqlite')
database.execute('create table t (a)')
database.commit()
[rows, sorted(os.listdir(out)), 'made.zip' in os.listdir(), os.getcwd(), (out / 'short.bin').stat().st_size, os.path.exists('copied')]`);
  expect(told.error).toBeUndefined();
  expect(told.result).toEqual([
    [{ a: '1', b: '2' }],
    ['b.txt', 'short.bin'],
    true,
    '/workspace',
    4,
    false,
  ]);
  const out = join(fixture.workspace, 'out', 'deep');
  expect(await readFile(join(out, 'b.txt'), 'utf8')).toBe('h\u00e9llo');
  expect(await readdir(fixture.workspace)).toContain('x.sqlite');
  expect((await stat(join(out, 'b.txt'))).mode & 0o7777).toBe(0o640);
});

test('DOC-07 output that is too much is told from its start and its end', async () => {
  const told = await fixture.run(`print('first'); print('x' * 5_000_000); print('last')`);
  expect(told).toMatchObject({ ok: true, truncated: true });
  expect(told.stdout.length).toBeLessThan(201_000);
  expect(told.stdout).toMatch(/^first\nx+\n… \(\d+ bytes left out here\) …\nx+\nlast\n$/);
});

test('DOC-07 a result that is too large says where to put it', async () => {
  const told = await fixture.run('print("kept")\n"x" * 2_000_000');
  expect(told).toMatchObject({ ok: false, stdout: 'kept\n', error: { type: 'ResultTooLarge' } });
  expect(told.error?.message).toContain('/workspace');
  expect((await fixture.run('"x" * 900_000')).result).toHaveLength(900_000);
});

test('DOC-07 code that runs too long is ended, and what it said is told', async () => {
  const code =
    'print("said", flush=True)\nwhile True:\n  try:\n    while True: pass\n  except BaseException: pass';
  const told = await fixture.run(code, { wallMs: 500 });
  expect(told).toMatchObject({
    ok: false,
    stdout: 'said\n',
    error: { type: 'TimeLimitExceeded', message: expect.stringContaining('0.5 s') },
  });
  expect(told.duration_ms).toBeGreaterThanOrEqual(500);
});

test('DOC-07 the sentences of the sandbox come in both languages', async () => {
  const told = await fixture.run('while True: pass', { wallMs: 100, language: 'zh' });
  expect(told.error?.message).toContain('代码运行超过 0.1 秒');
});

test('DOC-07 code that is stopped is gone before the run is', async () => {
  const controller = new AbortController();
  const file = join(fixture.workspace, 'alive');
  const run = fixture.run(
    'import time\nwhile True:\n  open("alive", "w").write(str(time.time()))',
    { signal: controller.signal },
  );
  await expect
    .poll(
      () =>
        stat(file).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  controller.abort(new TypeError('stopped by the test'));
  await expect(run).rejects.toThrow('stopped by the test');
  const { mtimeMs } = await stat(file);
  await pause(100);
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
});

test('DOC-07 what was stopped before it began does not run', async () => {
  const signal = AbortSignal.abort(new TypeError('never mind'));
  await expect(fixture.run('open("never", "w")', { signal })).rejects.toThrow('never mind');
  expect(await readdir(fixture.workspace)).not.toContain('never');
});

test('DOC-07 memory has a limit, and Python tells of it', async () => {
  const told = await fixture.run('kept = []\nwhile True: kept.append(bytearray(4_000_000))', {
    memoryBytes: 128 * MIB,
  });
  expect(told).toMatchObject({ ok: false, error: { type: 'MemoryError' } });
  const more = await fixture.run('len(bytearray(150_000_000))', { memoryBytes: 256 * MIB });
  expect(more).toMatchObject({ ok: true, result: 150_000_000 });
});

test('DOC-07 two run at once, each in its own interpreter', async () => {
  const codes = ['one', 'two'].map(
    (name) => `import time, builtins\nbuiltins.mine = "${name}"\ntime.sleep(0.3)\nbuiltins.mine`,
  );
  const told = await Promise.all(codes.map((code) => fixture.run(code)));
  expect(told.map(({ result }) => result)).toEqual(['one', 'two']);
});

test('DOC-07 random numbers, and names made of them, are not those of the run before', async () => {
  const code =
    'import random, uuid, secrets, tempfile\n[random.random(), str(uuid.uuid4()), secrets.token_hex(), tempfile.mktemp()]';
  const runs = [await fixture.run(code), await fixture.run(code), await fixture.run(code)];
  expect(new Set(runs.flatMap(({ result }) => result)).size).toBe(12);
});

test.each([
  ['is missing', async (path: string) => path],
  ['is a file', async (path: string) => (await writeFile(path, 'x'), path)],
  ['can not be granted alone', async (path: string) => (await mkdir(`${path}*`), `${path}*`)],
])('DOC-07 a workspace that %s is refused, and nothing runs', async (_, make) => {
  const path = join(fixture.folder, `other-${crypto.randomUUID()}`);
  const workspace = await make(path);
  await expect(fixture.run('1', { workspace })).rejects.toMatchObject({ code: 'path-refused' });
});

test('DOC-07 a name with signs of its own is a workspace like any other', async () => {
  const workspace = join(fixture.folder, `a, b 'c' 世界 =--x`);
  await mkdir(workspace);
  const told = await fixture.run('open("made", "w").write("x")', { workspace });
  expect(told).toMatchObject({ ok: true, result: 1 });
  expect(await readdir(workspace)).toEqual(['made']);
});

test('DOC-07 a workspace that was made anew is not taken for the old one', async () => {
  const workspace = join(fixture.folder, 'again');
  await mkdir(workspace);
  await fixture.run('1', { workspace });
  await rm(workspace, { recursive: true });
  await mkdir(workspace);
  await fixture.run('open("made", "w").write("x")', { workspace });
  expect(await readdir(workspace)).toEqual(['made']);
});

test('no run had a problem with the stored memory', () => {
  expect(fixture.problems).toEqual([]);
});
