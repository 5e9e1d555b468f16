// What is said of handlers that can't be started, and that nothing is said of those that can.

import { afterAll, expect, test } from 'vitest';
import { loadFiles, removeTemporaryFolders } from '../package-fixture.ts';
import type { PackageFinding } from '../skill-package.ts';

afterAll(removeTemporaryFolders);

const MANIFEST = '---\nname: weather\ndescription: Tells the weather.\n---\n';

async function findingsOf(file: string, source: string): Promise<readonly PackageFinding[]> {
  return (await loadFiles({ 'SKILL.md': MANIFEST, [file]: source })).findings;
}

test.each([
  ['handler.py', 'def execute(a):\n    return {}\n'],
  ['handler.py', '"""Doc."""\nasync  def handle(a): pass\n'],
  ['handler.py', 'from app import execute\n'],
  ['handler.py', 'from app import (\n    other,\n    run,\n)\n'],
  ['handler.py', 'from app import *\n'],
  ['handler.py', 'class A:\n    def go(self): pass\nexecute = A().go\n'],
  [
    'handler.py',
    'try:\n    import x\nexcept ImportError:\n    x = 1\nelse:\n    def run(a):\n        pass\n',
  ],
  ['handler.py', 'a, main = 1, print\n'],
  ['handler.ts', 'export async function execute(input: any) { return {}; }\n'],
  ['handler.ts', 'export default async (input: any) => ({});\n'],
  ['handler.ts', 'export const run = async () => ({});\n'],
  ['handler.ts', 'const go = () => 1;\nexport { go as handle };\n'],
  ['handler.ts', "export * from './app.ts';\n"],
  ['handler.js', 'module.exports = { execute };\n'],
  ['handler.js', 'module.exports = async (input) => ({});\n'],
  ['handler.js', "module.exports = require('./app');\n"],
  ['handler.js', 'exports.main = () => 1;\n'],
  ['handler.mjs', 'const tick = /`/;\nexport function run() {}\nconst tock = /`/;\n'],
])('RUN-01 %s has an entry: %j', async (file, source) => {
  expect(await findingsOf(file, source)).toEqual([]);
});

test.each([
  ['handler.py', '', null, 'async def execute'],
  ['handler.py', 'import os\n\nasync def excute(a, b):\n    return {}\n', 3, 'excute'],
  ['handler.py', 'def Run(a):\n    return {}\n', 1, 'run'],
  ['handler.py', 'class A:\n    async def execute(self, a):\n        return {}\n', 2, 'in a class'],
  ['handler.py', '# def execute(a): pass\n"""\ndef run(a)\n"""\n', null, 'async def execute'],
  ['handler.ts', 'async function execute(input: any) { return {}; }\n', 1, 'not exported'],
  ['handler.ts', 'export const exceute = async () => ({});\n', 1, 'exceute'],
  ['handler.js', 'function tell() {}\nmodule.exports = { tell };\n', null, 'export async'],
  ['handler.js', 'exports.weather = () => 1;\n', null, 'export async'],
])(
  'RUN-01 %s without an entry is told what was meant: %j',
  async (file, source, ...[line, fix]) => {
    const findings = await findingsOf(file, source);
    expect(findings).toMatchObject([{ rule: 'handler-no-entry', severity: 'high', file, line }]);
    expect(findings[0]?.fix.en).toContain(fix);
  },
);

const ENTRY = 'def execute(a):\n    return {}\n';

test.each([
  ['handler.py', `${ENTRY}x = (1,\n`, 3, 'never closed'],
  ['handler.py', `${ENTRY}x = [1)\n`, 3, 'closes nothing'],
  ['handler.py', `${ENTRY}x = "abc\ny = 1\n`, 3, 'never ends'],
  ['handler.py', `${ENTRY}x = """abc\ny = 1\n`, 3, '"""'],
  ['handler.py', `${ENTRY}print（1）\n`, 3, 'full-width'],
  ['handler.py', 'def execute(a):\n    x = 1\n\treturn x\n', 3, 'mixes tabs'],
  ['handler.py', 'def execute(a):\n    if a:\n        x = 1\n      return x\n', 4, 'no block'],
  ['handler.py', 'async def execute(input_data ctx):\n    return {}\n', 1, 'input_data ctx'],
  ['handler.py', `${ENTRY}x = [a,\n  b # c\n  d]\n`, 5, 'b d'],
  ['handler.ts', 'export function run() {\n  return { a: 1 };\n', 1, 'never closed'],
  ['handler.ts', 'export function run() {\n  return `a ${1 + 1;\n}\n', 2, 'never ends'],
  ['handler.js', 'export function run() {\n  return "abc;\n}\n', 2, 'never ends'],
  ['handler.js', 'export function run() {\n  return [1, 2};\n}\n', 2, 'closes nothing'],
])('RUN-01 %s that can not be parsed is told so: %j', async (file, source, ...[line, message]) => {
  const findings = await findingsOf(file, source);
  expect(findings).toMatchObject([{ rule: 'handler-unparsable', severity: 'high', file, line }]);
  expect(findings[0]?.message.en).toContain(message);
});

test.each([
  ['handler.py', `${ENTRY}x = f"{a["b"]} ("\n`],
  ['handler.py', `${ENTRY}constructor = toString = 1\n`],
  ['handler.py', `${ENTRY}type X = int\nmatch x:\n    case y if not y: pass\nz = 0x1for x in y\n`],
  [
    'handler.py',
    `${ENTRY}a\nb\nc = rb'd' if e else 1.0if f else g # h i\nasync def j(k: "l m" = n): await o\n`,
  ],
  ['handler.py', `${ENTRY}x = f'{a["b"]} (' "it's" '' "" """ ' ( " """ r'\\\\' # ( " （\n`],
  ['handler.py', `${ENTRY}x = 'a\\\nb' + \\\n  'c'\ny = [\n\t1,\n  2,\n]\n`],
  ['handler.py', 'def execute(a):\n\tif a:\n\t\treturn 1\n\t# x\n    # y\n\n\treturn {}\n'],
  ['handler.py', 'class A:\n  def b(self):\n      return 1\n  c = 1\ndef run(a):\n\treturn 2\n'],
  ['handler.ts', "export function run() { return `a ${'}'} ${`b ${{ c: 1 }.c}`} \" ' (`; }\n"],
  ['handler.ts', "export function run() { return 'x'.replace(/[\"'(/]/g, '').split(/'/); }\n"],
  ['handler.ts', 'export function run(a: number) { return (a + 1) / 2 + a / 3 / 4; } // (\n'],
  ['handler.js', "export function run() { if (1) /'/.test('x'); return 1; }\n"],
  ['handler.js', "export function run() { return <p>it's</p>; }\n"],
  ['handler.ts', "#!/usr/bin/env node\n/* it's ( */\nexport const run = <T,>(a: T) => a!;\n"],
])('RUN-01 nothing is wrong with %s: %j', async (file, source) => {
  expect(await findingsOf(file, source)).toEqual([]);
});
