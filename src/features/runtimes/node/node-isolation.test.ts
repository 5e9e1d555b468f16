import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeFixture, type NodeFixture } from './node-fixture.ts';

let fixture: NodeFixture;
beforeAll(async () => {
  fixture = await createNodeFixture();
});
afterAll(() => fixture.close());

const returned = (value: unknown) => ({ status: 'returned', value });

const saying = (word: string) => ({
  'handler.ts': 'import { word } from "./words.ts"; export const execute = () => word;',
  'words.ts': `export const word = "${word}";`,
});

/** Answers the code of the error that \`attempt\` meets, or what it got. */
function trying(attempt: string): string {
  return `import * as childProcess from 'node:child_process';
    import * as fs from 'node:fs';
    import * as workers from 'node:worker_threads';
    import * as inspector from 'node:inspector';
    export async function execute(input: Record<string, string>) {
      try { return { got: String(await (${attempt})) }; }
      catch (error) { return (error as { code?: string }).code ?? String(error); }
    }`;
}

test.each([
  ['a file of the machine', "fs.readFileSync('/etc/hostname', 'utf8')"],
  ['a file of the server', 'fs.readFileSync(input.server)'],
  ['another skill', 'fs.readdirSync(input.skills)'],
  ['the other environment', "fs.readFileSync('/proc/' + process.ppid + '/environ')"],
  ['its own code, for writing', "fs.writeFileSync(import.meta.filename, 'x')"],
  ['the compiled files, for writing', "fs.writeFileSync(process.argv[1], 'x')"],
  ['a process', "childProcess.execFileSync('true')"],
  ['a shell', "childProcess.spawn('id').pid"],
  ['a thread', "new workers.Worker('1', { eval: true })"],
  ['the inspector', 'inspector.open(0)'],
  ['an add-on', "process.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6')"],
  ['a link out of the workspace', "fs.symlinkSync('/etc', input.workspace + '/etc')"],
  ['a database elsewhere', "import('node:sqlite').then((m) => new m.DatabaseSync(input.made))"],
])('RUN-08 a handler has no %s', async (_, attempt) => {
  const { outcome } = await fixture.runCode(trying(attempt), {
    server: import.meta.filename,
    skills: join(fixture.folder, 'skills'),
    workspace: fixture.workspace,
    made: join(fixture.folder, 'made.sqlite'),
  });
  expect(outcome).toMatchObject({ status: 'returned', value: expect.stringMatching(/^ERR_/) });
});

test('RUN-08 a handler reads its own directory and works in the workspace', async () => {
  const { outcome } = await fixture.runCode(
    `import { readFileSync, writeFileSync } from 'node:fs';
     import { tmpdir } from 'node:os';
     export const execute = () => {
       writeFileSync('made.txt', 'x');
       writeFileSync(tmpdir() + '/t.txt', 'y');
       return { cwd: process.cwd(), own: readFileSync(import.meta.filename, 'utf8').length > 0 };
     };`,
  );
  expect(outcome).toEqual(returned({ cwd: fixture.workspace, own: true }));
  expect(await readdir(fixture.workspace)).toContain('made.txt');
});

test("RUN-08, CLI-08 its environment is the skill's own, and nothing in it lifts a limit", async () => {
  const entry = await fixture.skill(
    `import { execFileSync } from 'node:child_process';
     export const execute = () => {
       let spawned = true;
       try { execFileSync('true'); } catch { spawned = false; }
       return { names: Object.keys(process.env).toSorted(), token: process.env.API_TOKEN, spawned };
     };`,
  );
  const environment = {
    API_TOKEN: 't',
    NODE_OPTIONS: '--allow-child-process',
    LD_PRELOAD: '/x.so',
  };
  const { outcome } = await fixture.run({ ...entry, environment });
  if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
  const value = outcome.value as { names: string[]; token: string; spawned: boolean };
  const known = new Set([
    'API_TOKEN',
    'HOME',
    'LANG',
    'PATH',
    'QIAO_TREE',
    'SKILL_DIR',
    'SKILL_WORKSPACE',
    'SSL_CERT_DIR',
    'SSL_CERT_FILE',
    'TMPDIR',
    'TZ',
    '__CF_USER_TEXT_ENCODING',
  ]);
  expect(value.names.filter((name) => !known.has(name))).toEqual([]);
  expect(value).toMatchObject({ token: 't', spawned: false });
});

test('RUN-08 what lies outside the skill is not compiled into it', async () => {
  await writeFile(join(fixture.folder, 'secret.json'), '{"key": "secret"}');
  const { outcome } = await fixture.runCode(
    'import secret from "../../../secret.json";\nexport const execute = () => secret;',
  );
  expect(outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringMatching(/secret\.json lies outside the skill/),
  });
});

test('RUN-08 nor through a link', async () => {
  await writeFile(join(fixture.folder, 'linked.json'), '{"key": "secret"}');
  const entry = await fixture.skill(
    'import secret from "./inside.json";\nexport const execute = () => secret; // link',
  );
  await symlink(join(fixture.folder, 'linked.json'), join(entry.folder, 'inside.json'));
  expect((await fixture.run(entry)).outcome).toMatchObject({ status: 'unstartable' });
});

test('RUN-07 two skills with a module of the same name do not collide, and an edited skill is picked up', async () => {
  const [one, two] = [
    await fixture.skill(saying('one'), 'a'),
    await fixture.skill(saying('two'), 'b'),
  ];
  const runs = await Promise.all([one, two, one, two].map((entry) => fixture.run(entry)));
  expect(runs.map(({ outcome }) => outcome)).toEqual(['one', 'two', 'one', 'two'].map(returned));
  const edited = await fixture.skill(saying('edited'), 'a');
  expect((await fixture.run(edited)).outcome).toEqual(returned('edited'));
});

test('RUN-07 no state passes between workspaces, and a warm worker keeps its own', async () => {
  const entry = await fixture.skill('let calls = 0; export const execute = () => (calls += 1);');
  const elsewhere = join(fixture.folder, 'elsewhere');
  await mkdir(elsewhere, { recursive: true });
  expect((await fixture.run(entry)).outcome).toEqual(returned(1));
  expect((await fixture.run(entry)).outcome).toEqual(returned(2));
  expect((await fixture.run(entry, {}, { workspace: elsewhere })).outcome).toEqual(returned(1));
});

test('what stands above the skills does not decide how their files are read', async () => {
  await writeFile(join(fixture.folder, 'package.json'), '{"type": "module"}');
  const entry = await fixture.skill({
    'handler.js':
      'exports.execute = () => require("./part.js").word + require("./deep/part.js").default;',
    'part.js': 'module.exports = { word: "read as " };',
    'deep/part.js': 'export default "they are";',
  });
  expect((await fixture.run(entry)).outcome).toEqual(returned('read as they are'));
});

test('a compiled skill is found by the next server without the compiler', async () => {
  const cacheFolder = join(fixture.folder, 'cache');
  const entry = await fixture.skill('export const execute = () => "compiled once";');
  await fixture.run(entry);
  const files = await readdir(cacheFolder);
  const texts = await Promise.all(files.map((file) => readFile(join(cacheFolder, file), 'utf8')));
  expect(texts.filter((text) => text.includes('compiled once'))).toHaveLength(1);
  expect(files.filter((file) => file.startsWith('.'))).toEqual([]);
});
