import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeFixture, type NodeFixture } from './node-fixture.ts';

let fixture: NodeFixture;
beforeAll(async () => {
  fixture = await createNodeFixture();
});
afterAll(() => fixture.close());

const returned = (value: unknown) => ({ status: 'returned', value });

test('RUN-01, RUN-08 a TypeScript handler runs as it is, with what types alone do not do', async () => {
  const { outcome } = await fixture.runCode(
    `enum Mood { Good = 'good' }
     class Box { constructor(private readonly value: string) {} get() { return this.value; } }
     export async function execute(input: { name: string }, ctx: Record<string, unknown>) {
       return { success: true, hello: new Box(input.name).get(), mood: Mood.Good, user: ctx['user_id'] };
     }`,
    { name: '巧' },
  );
  expect(outcome).toEqual(returned({ success: true, hello: '巧', mood: 'good', user: 'u1' }));
});

test.each([
  ['execute before run', 'export const run = () => 2; export const execute = () => 1;', 1],
  ['run before handler', 'export const handler = () => 2; export const run = () => 1;', 1],
  ['handler before main', 'export const main = () => 2; export const handler = () => 1;', 1],
  ['main before handle', 'export const handle = () => 2; export const main = () => 1;', 1],
  ['handle', 'export function handle() { return 1; }', 1],
  ['a default function', 'export default () => 1;', 1],
  ['a default object', 'export default { one: 1, run() { return this.one; } };', 1],
  ['a name before the default', 'export default () => 2; export const handle = () => 1;', 1],
  ['CommonJS', 'module.exports = { execute: () => require("node:path").sep };', '/'],
  ['a CommonJS function', 'module.exports = () => 1;', 1],
])('RUN-01 the entry is %s', async (_, code, value) => {
  const entry = await fixture.skill({ 'handler.js': code });
  expect((await fixture.run(entry)).outcome).toEqual(returned(value));
});

test('RUN-01, RUN-04 a file without an entry says so', async () => {
  expect((await fixture.runCode('export const other = 1;')).outcome).toEqual({
    status: 'no-entry',
  });
});

test.each([
  ['both', '(input, ctx)', 2],
  ['a context with a default', '(input, ctx = {})', 2],
  ['two with defaults', '(input = {}, ctx = { a: [1, ","] })', 2],
  ['the input alone', '(input)', 1],
  ['the input alone, with a default', '(input = { a: 1, b: ")" })', 1],
  ['the input taken apart', '({ a, b })', 1],
  ['the rest', '(...all)', 2],
  ['the input and the rest', '(input, ...rest)', 2],
])('RUN-02 %s', async (_, parameters, count) => {
  const { outcome } = await fixture.runCode(
    `export async function execute${parameters} { return arguments.length; }`,
  );
  expect(outcome).toEqual(returned(count));
});

test.each([
  [
    'handler.mjs',
    'export const execute = async () => (await import("./part.mjs")).one;',
    'part.mjs',
  ],
  ['handler.js', 'import { one } from "./part.mjs"; export const execute = () => one;', 'part.mjs'],
  ['handler.ts', 'import { one } from "./part"; export const execute = () => one;', 'part.ts'],
  [
    'handler.ts',
    'import { one } from "pack"; export const execute = () => one;',
    'node_modules/pack/index.js',
  ],
])('RUN-01 %s imports what belongs to the skill: %s', async (file, code, part) => {
  const entry = await fixture.skill({ [file]: code, [part]: 'export const one = 1;' });
  expect((await fixture.run(entry)).outcome).toEqual(returned(1));
});

test('a module knows its own place, also in CommonJS and below', async () => {
  const entry = await fixture.skill({
    'handler.ts': `import { readFileSync } from 'node:fs';
      import { createRequire } from 'node:module';
      import { below } from './deep/below.ts';
      const require = createRequire(import.meta.url);
      const cjs = require('./deep/part.cjs');
      export const execute = () => ({
        data: readFileSync(new URL('data.txt', import.meta.url), 'utf8'),
        folder: import.meta.dirname, file: import.meta.filename, below, cjs,
      });`,
    'data.txt': 'text',
    'deep/below.ts':
      'import part from "./part.cjs"; export const below = [import.meta.dirname, part];',
    'deep/part.cjs': 'module.exports = __filename;',
  });
  const { folder } = entry;
  expect((await fixture.run(entry)).outcome).toEqual(
    returned({
      data: 'text',
      folder,
      file: `${folder}/handler.ts`,
      below: [`${folder}/deep`, `${folder}/deep/part.cjs`],
      cjs: `${folder}/deep/part.cjs`,
    }),
  );
});

test("a file that does not compile is unstartable, with its place and the compiler's words", async () => {
  const { outcome } = await fixture.runCode('export const a = 1;\nexport const b = ;\n');
  expect(outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringContaining('handler.ts:2:18: Unexpected ";"'),
  });
});

test('a module that is missing is unstartable and named', async () => {
  const { outcome } = await fixture.runCode(
    'import x from "no-such-package";\nexport const run = () => x;',
  );
  expect(outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringMatching(/handler\.ts:1:15: .*no-such-package/),
  });
});

test("a file that fails while loading is unstartable, with the author's line", async () => {
  const entry = await fixture.skill({
    'handler.ts': 'import "./deep/part.ts";\nexport const run = () => 1;',
    'deep/part.ts':
      'interface Gone { a: number }\n\nconst x: Gone | undefined = undefined;\nx.a;\n',
  });
  const { outcome } = await fixture.run(entry);
  expect(outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringMatching(/deep\/part\.ts:4.*TypeError/),
  });
});
