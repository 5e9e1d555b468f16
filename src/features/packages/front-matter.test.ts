// Front matter in the shapes that public collections have it in.

import { afterAll, expect, test } from 'vitest';
import {
  loadFiles,
  loadHead,
  readFiles,
  removeTemporaryFolders,
  rulesOf,
} from './package-fixture.ts';

afterAll(removeTemporaryFolders);

const PLAIN = '---\nname: weather\ndescription: Tells the weather.\n---\nBody\n';
const TOLD = { name: 'weather', description: 'Tells the weather.', body: 'Body\n' };

test.each([
  ['plain', PLAIN],
  ['a byte order mark', `\u{FEFF}${PLAIN}`],
  ['CRLF', PLAIN.replaceAll('\n', '\r\n')],
  ['CR alone', PLAIN.replaceAll('\n', '\r')],
  ['a closing fence with trailing blanks', PLAIN.replace('---\nBody', '--- \t \nBody')],
  ['an opening fence with trailing blanks', PLAIN.replace('---\n', '---   \n')],
  ['blank lines before the fence', `\n\n${PLAIN}`],
  ['dots for a closing fence', PLAIN.replace('---\nBody', '...\nBody')],
])('PKG-02 reads front matter with %s', async (_, text) => {
  const skill = await loadFiles({ 'SKILL.md': text });
  expect(skill).toMatchObject({ ...TOLD, body: TOLD.body });
  expect(skill.findings).toEqual([]);
});

test.each([
  ['UTF-16 LE', Buffer.from(`\u{FEFF}${PLAIN}`, 'utf16le')],
  ['UTF-16 BE', Buffer.from(`\u{FEFF}${PLAIN}`, 'utf16le').swap16()],
  ['UTF-16 LE without a mark', Buffer.from(PLAIN, 'utf16le')],
  ['GB18030', Buffer.concat([Buffer.from(PLAIN), Buffer.from([0xcc, 0xec, 0xc6, 0xf8, 0x0a])])],
  ['Windows-1252', Buffer.concat([Buffer.from(PLAIN), Buffer.from([0x63, 0xe9, 0x0a])])],
])('PKG-02 reads a document saved as %s and says so', async (_, bytes) => {
  const skill = await loadFiles({ 'SKILL.md': bytes });
  expect(skill).toMatchObject({ name: TOLD.name, description: TOLD.description });
  expect(rulesOf(skill.findings)).toEqual(['file-not-utf-8 SKILL.md:-']);
});

test.each([
  ['a colon and a blank in a plain value', ['description: Use it: always', 'Use it: always']],
  ['a translated description in bold', ['description: **Weather** for all', '**Weather** for all']],
  ['a value that starts with @', ['description: @weather tells', '@weather tells']],
  ['a value that starts with a backtick', ['description: `weather` tells', '`weather` tells']],
  ['a value that starts with %', ['description: %d degrees', '%d degrees']],
  ['brackets that are no list', ['description: [title] [message]', '[title] [message]']],
  ['text behind a closing quote', ['description: "Weather" for all', '"Weather" for all']],
  [
    'a continued value with a colon',
    ['description: First\n  Use when: asked', 'First Use when: asked'],
  ],
  ['no blank after the colon', ['description:Weather for all', 'Weather for all']],
  ['a full-width colon', ['description：查询天气', '查询天气']],
])('PKG-02 repairs %s and keeps what is nested', async (_, [line, description]) => {
  const skill = await loadHead(`name: weather\n${line}\nenv:\n  - name: A_KEY\n    secret: true`);
  expect(skill.description).toBe(description);
  expect(skill.config).toEqual([{ name: 'A_KEY', required: true, secret: true, source: 'env' }]);
  expect(rulesOf(skill.findings)).toContain('front-matter-invalid SKILL.md:3');
});

test('PKG-02 reads line by line what can not be repaired, and names the line', async () => {
  const skill = await loadHead(
    'name: weather\ndescription: "Tells"\n  env: - [x\n }\nversion: 2\nenv:\n  - A_KEY',
  );
  expect(skill).toMatchObject({ name: 'weather', description: 'Tells' });
  expect(skill.market.version).toBe('2');
  const finding = skill.findings.find(({ rule }) => rule === 'front-matter-invalid');
  expect(finding).toMatchObject({ file: 'SKILL.md', severity: 'high' });
  expect(finding?.line).toBeGreaterThan(1);
  expect(finding?.message.en).toMatch(/line by line/);
});

test('PKG-02 expands tabs and reads what is nested below them', async () => {
  const skill = await loadHead(
    'name: weather\ndescription: x\nmetadata:\n\topenclaw:\n\t\trequires:\n\t\t\tbins: [curl]',
  );
  expect(skill.requires.bins).toEqual(['curl']);
  expect(rulesOf(skill.findings)).toContain('front-matter-invalid SKILL.md:5');
});

test('PKG-02 ends an unterminated block where the prose begins', async () => {
  const text = '---\nname: weather\ndescription: Tells the weather.\n\n# Weather\nBody\n';
  const skill = await loadFiles({ 'SKILL.md': text });
  expect(skill).toMatchObject({ name: 'weather', description: 'Tells the weather.' });
  expect(skill.body).toBe('# Weather\nBody\n');
  expect(rulesOf(skill.findings)).toContain('front-matter-unterminated SKILL.md:4');
});

test.each([
  ['a comment', `# Copyright\n${PLAIN}`],
  ['an HTML comment', `<!-- made by hand -->\n${PLAIN}`],
  ['a code fence', `\`\`\`markdown\n${PLAIN}`],
])('PKG-02 accepts %s before the front matter and says so', async (_, text) => {
  const skill = await loadFiles({ 'SKILL.md': text });
  expect(skill).toMatchObject({ name: 'weather', description: 'Tells the weather.' });
  expect(rulesOf(skill.findings)).toEqual(['front-matter-not-first SKILL.md:1']);
});

test('a thematic break after a heading is no front matter', async () => {
  const text = '# Title\n---\nProse with a word.\n---\nMore\n';
  const skill = await loadFiles({ 'SKILL.md': text });
  expect(skill.body).toBe(text);
  expect(rulesOf(skill.findings)).toContain('front-matter-missing SKILL.md:1');
});

test('headings that stand for keys are read as keys', async () => {
  const skill = await loadHead('## name: weather\n## description: Tells the weather.');
  expect(skill).toMatchObject({ name: 'weather', description: 'Tells the weather.' });
});

test('prose between two fences stays part of the document', async () => {
  const text = '---\nJust some prose here\n---\nBody\n';
  const skill = await loadFiles({ 'SKILL.md': text });
  expect(skill.body).toBe(text);
  expect(rulesOf(skill.findings)).toContain('front-matter-not-mapping SKILL.md:2');
});

test('a list of maps is read as one map', async () => {
  const skill = await loadHead('- name: weather\n- description: Tells');
  expect(skill).toMatchObject({ name: 'weather', description: 'Tells' });
  expect(rulesOf(skill.findings)).toContain('front-matter-not-mapping SKILL.md:2');
});

test('a key that stands twice is told, and the later one holds', async () => {
  const skill = await loadHead('name: weather\ndescription: old\ndescription: new');
  expect(skill.description).toBe('new');
  expect(rulesOf(skill.findings)).toEqual(['front-matter-key-repeated SKILL.md:4']);
});

test('scalars become texts, with numbers as they were written', async () => {
  const skill = await loadHead('name: 12306\ndescription: true\nversion: 1.10\ntags: [1, two]');
  expect(skill).toMatchObject({ name: '12306', description: 'true' });
  expect(skill.market).toMatchObject({ version: '1.10', tags: ['1', 'two'] });
});

test.each([
  ['name', 'name: {a: 1}\ndescription: x', 2],
  ['description', 'name: weather\ndescription: [a, b]', 3],
  ['version', 'name: weather\ndescription: x\nversion: {major: 1}', 4],
])('a map or list for %s is refused by name', async (key, head, line) => {
  const skill = await loadHead(head);
  const finding = skill.findings.find(({ rule }) => rule === 'field-not-text');
  expect(finding).toMatchObject({ file: 'SKILL.md', line });
  expect(finding?.message.en).toContain(key);
});

test('an alias bomb is stopped', async () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]'];
  for (const [one, two] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
    bomb.push(`${two}: &${two} [${Array.from({ length: 9 }, () => `*${one}`).join(', ')}]`);
  }
  const skill = await loadHead(`name: weather\ndescription: x\n${bomb.join('\n')}`);
  expect(skill.name).toBe('weather');
});

test('only the first megabyte of a document is read', async () => {
  const skill = await loadFiles({ 'SKILL.md': `${PLAIN}${'天气'.repeat(400_000)}` });
  expect(skill.name).toBe('weather');
  expect(skill.body.length).toBeLessThan(1_048_576);
  expect(rulesOf(skill.findings)).toEqual(['file-too-large SKILL.md:-']);
});

test.each([
  ['no manifest', { 'notes.txt': 'x' }, 'manifest-missing SKILL.md:-'],
  [
    'a broken skill.toml',
    { 'skill.toml': '[skill]\nname = "a"\nversion = 1.2.3\n' },
    'skill-toml-invalid skill.toml:3',
  ],
  ['a SKILL.md that is a directory', { 'SKILL.md/x.md': '' }, 'manifest-missing SKILL.md:-'],
  [
    'bytes instead of text',
    { 'SKILL.md': new Uint8Array([80, 75, 3, 4, 0, 0, 0, 0]) },
    'file-unreadable SKILL.md:-',
  ],
])('a package with %s is rejected with a remedy', async (_, files, expected) => {
  const read = await readFiles(files);
  expect(read.status).toBe('rejected');
  const findings = read.status === 'rejected' ? read.findings : [];
  expect(rulesOf(findings)).toContain(expected);
  expect(findings.find(({ severity }) => severity === 'fatal')?.fix.zh).not.toBe('');
});

test.each([
  [
    'front matter',
    { 'SKILL.md': `---\nname: weather\ndescription: ${'a: '.repeat(300_000)}\n---\n` },
  ],
  ['an unclosed list', { 'SKILL.md': PLAIN, 'schema.json': '['.repeat(900_000) }],
  [
    'a handler',
    {
      'SKILL.md': PLAIN,
      'handler.ts': `export function execute(i, c) {${'const q: i as '.repeat(60_000)}`,
    },
  ],
])('a megabyte of %s that leads nowhere is read in bounded steps', async (_, files) => {
  expect((await loadFiles(files)).name).toBe('weather');
});

test.each([
  ['tabs below one key', 'env:\n\t- A_KEY\n\t- B_KEY', 1],
  ['a flow over several lines', 'metadata:\n  {"a": {\n "b": 1,\n}}', 1],
  ['two keys', 'summary: a: b\nlicense: c: d', 2],
])('%s: as many findings as mistakes', async (_, lines, count) => {
  const { findings } = await loadHead(`name: weather\ndescription: Tells.\n${lines}`);
  expect(findings.filter(({ rule }) => rule === 'front-matter-invalid')).toHaveLength(count);
});
