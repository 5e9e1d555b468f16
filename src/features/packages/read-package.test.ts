// What a package is taken for: its name, its kind, who owns its metadata.

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  loadFiles,
  loadHead,
  readFiles,
  removeTemporaryFolders,
  rulesOf,
  temporaryFolder,
  writeFiles,
} from './package-fixture.ts';
import { readPackage } from './read-package.ts';

afterAll(removeTemporaryFolders);

const HEAD = 'name: weather\ndescription: Tells the weather.';

test('PKG-01 reads a directory with SKILL.md, a handler, scripts, references and assets', async () => {
  const skill = await loadFiles({
    'SKILL.md': `---\n${HEAD}\n---\n# Weather\n`,
    'handler.py': 'async def execute(input_data, runtime_context):\n    return {}\n',
    'scripts/main.py': 'print(1)\n',
    'references/more.md': 'more',
    'assets/template.txt': 'x',
  });
  expect(skill).toMatchObject({
    name: 'weather',
    kind: 'handler',
    handler: { file: 'handler.py', language: 'python' },
    body: '# Weather\n',
    findings: [],
  });
});

test('PKG-01 reads a package of skill.toml and a handler alone', async () => {
  const skill = await loadFiles({
    'skill.toml': '[skill]\nname = "weather"\ndescription = "Tells"\n',
    'handler.ts': 'export async function execute(input, ctx) { return {}; }\n',
  });
  expect(skill).toMatchObject({ name: 'weather', kind: 'handler', body: '' });
  expect(skill.handler).toEqual({ file: 'handler.ts', language: 'node' });
});

test.each(['skill.md', 'Skill.md', 'SKILL.MD'])('PKG-01 accepts %s and says so', async (file) => {
  const skill = await loadFiles({ [file]: `---\n${HEAD}\n---\n` });
  expect(skill.name).toBe('weather');
  expect(rulesOf(skill.findings)).toEqual([`file-name-case ${file}:-`]);
});

test('PKG-01 a path that is no directory is rejected, never thrown', async () => {
  const folder = writeFiles(temporaryFolder(), { 'SKILL.md': 'x' });
  for (const path of [join(folder, 'SKILL.md'), join(folder, 'absent')]) {
    const read = await readPackage(path);
    expect(read.status).toBe('rejected');
    expect(read.status === 'rejected' && read.findings[0]).toMatchObject({ severity: 'fatal' });
  }
});

test('PKG-01 a broken link and a loop of links harm nothing', async () => {
  const folder = writeFiles(join(temporaryFolder(), 'weather'), {
    'SKILL.md': `---\n${HEAD}\n---\n`,
  });
  symlinkSync(folder, join(folder, 'again'));
  symlinkSync('nowhere', join(folder, 'handler.py'));
  mkdirSync(join(folder, 'references'));
  symlinkSync('..', join(folder, 'references/up'));
  const read = await readPackage(folder);
  expect(read).toMatchObject({
    status: 'loaded',
    package: { name: 'weather', handler: undefined },
  });
});

test('PKG-03 skill.toml owns the metadata, SKILL.md keeps what it has alone', async () => {
  const skill = await loadFiles({
    'SKILL.md': `---\nname: other\ndescription: Other.\ncategory: office\ncost-tier: high\nenv: [OTHER]\nname_zh: 天气\n---\nBody\n`,
    'skill.toml': [
      '[skill]\nname = "weather"\ndescription = "Tells"\nversion = "2.0"\nwall_sec = 30\nasync = true',
      '[market]\ncategory = "data"\ncost_tier = "low"\ntags = ["a"]',
      '[requires]\nenv = ["A_KEY"]\nbins = ["curl"]\npip = ["requests>=2"]\nnetwork = "none"',
    ].join('\n'),
  });
  expect(skill).toMatchObject({
    name: 'weather',
    description: 'Tells',
    wallSec: 30,
    isAsync: true,
  });
  expect(skill.market).toMatchObject({
    category: 'data',
    cost_tier: 'low',
    version: '2.0',
    tags: ['a'],
    name_zh: '天气',
  });
  expect(skill.config).toEqual([
    { name: 'A_KEY', required: true, secret: true, source: 'requires.env' },
  ]);
  expect(skill.requires).toMatchObject({
    bins: ['curl'],
    pip: ['requests>=2'],
    network: { kind: 'none' },
  });
});

test('PKG-03 a broken skill.toml rejects the package, with file and line', async () => {
  const read = await readFiles({
    'SKILL.md': `---\n${HEAD}\n---\n`,
    'skill.toml': '[skill]\nname =\n',
  });
  expect(read.status).toBe('rejected');
  expect(rulesOf(read.status === 'rejected' ? read.findings : [])).toContain(
    'skill-toml-invalid skill.toml:2',
  );
});

test.each([
  ['name: my_skill-2', 'weather', 'my_skill-2'],
  ['name: 天气查询', 'weather', '天气查询'],
  ['name: Weather Report', 'weather', 'weather'],
  ['name: -weather', 'weather', 'weather'],
  ['name: 天气--查询', 'weather', 'weather'],
  ['name: "../../etc"', 'weather', 'weather'],
  ['name: ""', 'weather', 'weather'],
  ['name:', 'weather', 'weather'],
  ['license: MIT', 'My Skill (v2)', 'my-skill-v2'],
  ['license: MIT', '天气 查询', '天气-查询'],
  ['license: MIT', 'Ｗｅａｔｈｅｒ', 'weather'],
  ['license: MIT', '_private', 'private'],
])('PKG-04 `%s` in the directory `%s` is called %s', async (line, folder, name) => {
  const skill = await loadFiles({ 'SKILL.md': `---\n${line}\ndescription: x\n---\n` }, folder);
  expect(skill.name).toBe(name);
});

test('PKG-04 a directory without any letter still gets a name, the same every time', async () => {
  const files = { 'SKILL.md': '---\ndescription: x\n---\n' };
  const first = await loadFiles(files, '---');
  const second = await loadFiles(files, '---');
  expect(first.name).toMatch(/^skill-[0-9a-f]{8}$/);
  expect(second.name).toBe(first.name);
  expect((await loadFiles(files, '!!!')).name).not.toBe(first.name);
});

const BASH = '```bash\ncurl https://example.com\n```\n';

test('PKG-05 skill_md names the main document', async () => {
  const skill = await loadFiles({
    'SKILL.md': `---\n${HEAD}\nskill_md: GUIDE.md\n---\nShort.\n`,
    'GUIDE.md': `---\nname: other\n---\n${BASH}`,
  });
  expect(skill).toMatchObject({ name: 'weather', body: BASH, kind: 'document' });
});

test.each(['absent.md', '../outside.md', '/etc/hostname'])(
  'PKG-05 a main document %s that is not in the package is told',
  async (file) => {
    const skill = await loadFiles({ 'SKILL.md': `---\n${HEAD}\nskill_md: ${file}\n---\nBody\n` });
    expect(skill.body).toBe('Body\n');
    expect(rulesOf(skill.findings)).toContain('main-document-missing SKILL.md:4');
  },
);

test.each([
  ['', 'explicit'],
  ['trigger-type: explicit', 'explicit'],
  ['trigger-type: manual', 'manual'],
  ['disable-model-invocation: true', 'disable-model-invocation'],
  ['disable-model-invocation: yes', 'disable-model-invocation'],
  ['disable-model-invocation: false', 'explicit'],
])('DOC-01 `%s` makes the trigger %s', async (line, trigger) => {
  expect((await loadHead(`${HEAD}\n${line}`)).triggerType).toBe(trigger);
});

test.each([
  ['command: scripts/main.py --fast', ['scripts/main.py', '--fast']],
  [`command: python -c 'print("a b")' "x y"`, ['python', '-c', 'print("a b")', 'x y']],
  [String.raw`command: run a\ b`, ['run', 'a b']],
  ['command: [scripts/main.py, --level, 3]', ['scripts/main.py', '--level', '3']],
  ['command: "run \'open"', undefined],
  ['command: {a: 1}', undefined],
])('CLI-10 the declaration `%s` is split into words', async (line, words) => {
  const skill = await loadHead(`${HEAD}\n${line}`);
  expect(skill.command).toEqual(words);
  expect(rulesOf(skill.findings).includes('command-unreadable SKILL.md:4')).toBe(
    words === undefined,
  );
});

test('CLI-10 skill.toml may declare the command', async () => {
  const skill = await loadFiles({
    'skill.toml': '[skill]\nname = "weather"\ndescription = "x"\ncommand = ["bin/run", "-v"]\n',
  });
  expect(skill).toMatchObject({ kind: 'script', command: ['bin/run', '-v'] });
});

test.each([
  ['wall_sec: 90', 90],
  ['timeout_sec: "120"', 120],
  ['wall_sec: 10m', 600],
  ['metadata: {openclaw: {timeout: 45}}', 45],
  ['wall_sec: 30\ntimeout_sec: 60\nmetadata: {openclaw: {timeout: 45}}', 30],
  ['wall_sec: soon', undefined],
  ['wall_sec: -1', undefined],
  ['metadata: {timeout: 45}', undefined],
])('CLK-01 the declaration `%s` gives the wall %s', async (line, seconds) => {
  expect((await loadHead(`${HEAD}\n${line}`)).wallSec).toBe(seconds);
});

test('async and idempotent are read', async () => {
  const skill = await loadHead(`${HEAD}\nasync: yes\nidempotent: false`);
  expect(skill).toMatchObject({ isAsync: true, isIdempotent: false });
  expect(await loadHead(HEAD)).toMatchObject({ isAsync: false, isIdempotent: undefined });
});

test.each(['kling', 'seedance', 'media_gen'])(
  'ASY-01 %s is async by its name, another skill where its front matter says so',
  async (name) => {
    const { isAsync } = await loadFiles({ 'SKILL.md': `---\nname: ${name}\n---\n` }, name);
    expect(isAsync).toBe(true);
    expect((await loadHead(`${HEAD}\nasync: true`)).isAsync).toBe(true);
    expect((await loadHead(`${HEAD}\nasync: false`)).isAsync).toBe(false);
  },
);

test('an empty description is told and does not reject', async () => {
  const skill = await loadHead('name: weather\ndescription: "  "');
  expect(skill.description).toBe('');
  expect(rulesOf(skill.findings)).toEqual(['description-missing SKILL.md:3']);
});

test('DOC-01 a trigger other than explicit is told, with its line', async () => {
  const { findings } = await loadHead(`${HEAD}\ntrigger-type: manual`);
  expect(findings).toMatchObject([{ rule: 'trigger-type-other', severity: 'low', line: 4 }]);
  expect((await loadHead(`${HEAD}\ntrigger-type: explicit`)).findings).toEqual([]);
});

test('DOC-11 a document that is longer than what is seen of it at first is told', async () => {
  const head = '---\nname: weather\ndescription: Weather.\nskill_type: skill_md\n---\n';
  const long = await loadFiles({ 'SKILL.md': `${head}${'x'.repeat(8001)}` });
  expect(long.findings).toMatchObject([
    { rule: 'document-long', severity: 'medium', file: 'SKILL.md' },
  ]);
  expect(long.findings[0]?.message.en).toContain('8001 characters');
  const whole = await loadFiles({ 'SKILL.md': `${head}${'x'.repeat(8000)}` });
  expect(rulesOf(whole.findings)).toEqual([]);
});

test.each([
  ['{"openclaw": {"outputType": "file"}}', true],
  ['{"openclaw": {"outputType": "text"}}', false],
  ['{"openclaw": {}}', false],
])('DOC-12 metadata %s owes a file: %s', async (metadata, owed) => {
  const { owesFile } = await loadHead(`${HEAD}\nmetadata: ${metadata}`);
  expect(owesFile).toBe(owed);
});
