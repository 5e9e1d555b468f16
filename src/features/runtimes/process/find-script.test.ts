import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseShebang } from './read-shebang.ts';
import { createScriptFixture, type FixtureSkill, type ScriptFixture } from './script-fixture.ts';

let fixture: ScriptFixture;
beforeAll(() => {
  fixture = createScriptFixture();
});
afterAll(() => fixture.close());

const run = (skill: FixtureSkill) => fixture.run(fixture.skill(skill), { a: 1 });
const PYTHON = 'import sys; print("python", *sys.argv[1:])';
const SHELL = 'echo shell "$@"';
const NODE = 'console.log("node", ...process.argv.slice(2))';

test.each<[string, FixtureSkill, string]>([
  [
    'scripts/main.* first',
    { files: { 'scripts/main.sh': SHELL, 'scripts/run.py': PYTHON } },
    'shell --a 1',
  ],
  [
    'of several by the order of endings',
    { files: { 'scripts/main.sh': SHELL, 'scripts/main.py': PYTHON } },
    'python --a 1',
  ],
  [
    'then scripts/run.*',
    { files: { 'scripts/run.js': NODE, 'scripts/demo.py': PYTHON } },
    'node --a 1',
  ],
  [
    "then the skill's name",
    { files: { 'scripts/demo.sh': SHELL, 'scripts/x.py': '' } },
    'shell --a 1',
  ],
  [
    'also with underscores',
    { name: 'my-demo', files: { 'scripts/my_demo.sh': SHELL, 'scripts/x.py': '' } },
    'shell --a 1',
  ],
  [
    'else the only file',
    { files: { 'scripts/whatever.mjs': NODE, 'scripts/.hidden': '', 'scripts/data/x.csv': '' } },
    'node --a 1',
  ],
  [
    'TypeScript, with what types alone do not do',
    {
      files: {
        'scripts/main.ts': `enum E { A = "node" }\nconsole.log(E.A as string, ...process.argv.slice(2));`,
      },
    },
    'node --a 1',
  ],
  [
    'a declared script',
    { command: ['tools/x.sh', 'fixed'], files: { 'tools/x.sh': SHELL } },
    'shell fixed --a 1',
  ],
  [
    'a declared interpreter',
    { command: ['python3', '-u', 'tools/x', 'fixed'], files: { 'tools/x': PYTHON } },
    'python fixed --a 1',
  ],
  [
    'a declared command with a placeholder',
    { command: ['node', '{baseDir}/x.mjs'], files: { 'x.mjs': NODE } },
    'node --a 1',
  ],
  ['a program of the system alone', { command: ['echo', 'hello'], files: {} }, 'hello --a 1'],
  [
    'a shebang before the ending',
    { files: { 'scripts/main.py': `#!/bin/sh\n${SHELL}` } },
    'shell --a 1',
  ],
  [
    'a shebang with env',
    { files: { 'scripts/main': `#!/usr/bin/env python3\n${PYTHON}` } },
    'python --a 1',
  ],
  [
    'a shebang with env -S',
    { files: { 'scripts/main': `#!/usr/bin/env -S python3 -u -B\n${PYTHON}` } },
    'python --a 1',
  ],
  [
    'a shebang with CRLF and a BOM',
    { files: { 'scripts/main': `\uFEFF#!/usr/bin/env python3\r\n${PYTHON}\r\n` } },
    'python --a 1',
  ],
  [
    'an interpreter somewhere else',
    { files: { 'scripts/main': `#!/opt/nowhere/bin/sh\n${SHELL}` } },
    'shell --a 1',
  ],
  [
    'a missing interpreter, by the ending',
    { files: { 'scripts/main.py': `#!/opt/nowhere/uv-of-mine\n${PYTHON}` } },
    'python --a 1',
  ],
])('CLI-10 %s', async (_, skill, printed) => {
  const { outcome, log } = await run(skill);
  expect(outcome.status).toBe('returned');
  expect(log.trim()).toBe(printed);
});

test.each<[string, FixtureSkill, RegExp]>([
  ['nothing in scripts/', { files: { 'SKILL.md': '' } }, /scripts\/ has no file/],
  [
    'two that could be meant',
    { files: { 'scripts/a.py': '', 'scripts/b.py': '' } },
    /a\.py, b\.py/,
  ],
  [
    'a declared file that is missing',
    { command: ['scripts/gone.py'], files: {} },
    /scripts\/gone\.py/,
  ],
  [
    'a declared file outside',
    { command: ['../../../../../../../etc/passwd'], files: {} },
    /outside/,
  ],
  ['a missing program', { command: ['no-such-program-xyz'], files: {} }, /no-such-program-xyz/],
  [
    'a missing interpreter',
    { files: { 'scripts/main': '#!/usr/bin/env no-such-perl\n' } },
    /no-such-perl/,
  ],
  ['no shebang and no ending', { files: { 'scripts/main': 'text' } }, /shebang/],
  ['an unknown ending', { files: { 'scripts/main.xyz': 'text' } }, /shebang/],
  [
    'a binary that is not executable',
    { files: { 'scripts/main': Buffer.from('7f454c4602010100', 'hex') } },
    /main.*chmod/,
  ],
  ['a name that is no directory', { name: '../up', files: { 'scripts/main.sh': '' } }, /\.\.\/up/],
])("CLI-10 a skill that can't be started says why: %s", async (_, skill, problem) => {
  const { outcome } = await run(skill);
  expect(outcome).toMatchObject({ status: 'unstartable', problem: expect.stringMatching(problem) });
});

test("CLI-10 a script without the executable bit runs, and CLI-07 a skill's own .venv is its Python", async () => {
  const entry = fixture.skill({ files: { 'scripts/main.py': PYTHON } });
  const bin = join(entry.folder, '.venv/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'python'), '#!/bin/sh\necho own "$@"', { mode: 0o755 });
  const { log } = await fixture.run(entry, {});
  expect(log).toBe(`own ${join(fixture.workspace, '.skills/demo/scripts/main.py')}\n`);
});

test('CLI-04 a link that leads out of the skill is refused, one that stays inside works', async () => {
  const entry = fixture.skill({
    files: { 'scripts/main.sh': 'cat "$SKILL_DIR/alias"', 'a/word': 'inside' },
  });
  symlinkSync(join(entry.folder, 'a/word'), join(entry.folder, 'alias'));
  expect((await fixture.run(entry)).log).toBe('inside');
  symlinkSync('/etc/hostname', join(entry.folder, 'out'));
  expect((await fixture.run(entry)).outcome).toMatchObject({
    status: 'unstartable',
    problem: expect.stringContaining('"out"'),
  });
});

test('CLI-04 a link that a skill put in the place of our folder is not followed', async () => {
  const other = createScriptFixture();
  const entry = other.skill({ files: { 'scripts/main.sh': 'echo ran' } });
  symlinkSync(entry.folder, join(other.workspace, '.skills'));
  symlinkSync('/etc', join(other.workspace, '.tmp'));
  expect((await other.run(entry)).log).toBe('ran\n');
  await other.close();
});

test.each([
  ['#!/bin/sh', ['/bin/sh']],
  ['#! /usr/bin/env  python3 \r\nx', ['python3']],
  ['#!/usr/bin/env -S node --no-warnings', ['node', '--no-warnings']],
  ['#!/usr/bin/env -Snode x', ['node', 'x']],
  ['#!/usr/bin/env A=1 node', ['/usr/bin/env', 'A=1', 'node']],
  ['#!', undefined],
  ['# comment', undefined],
])('CLI-10 reads the shebang %j', (line, expected) => {
  expect(parseShebang(line)).toEqual(expected);
});

test('CLI-10 what stands above the workspace does not decide how a script is read', async () => {
  const other = createScriptFixture();
  writeFileSync(join(other.workspace, '..', 'package.json'), '{"type": "module"}');
  const entry = other.skill({ files: { 'scripts/main.js': 'console.log(typeof require)' } });
  expect((await other.run(entry)).log).toBe('function\n');
  await other.close();
});
