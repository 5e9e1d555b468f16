import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadFiles, removeTemporaryFolders, temporaryFolder } from './package-fixture.ts';
import { readPackageFile } from './read-package-file.ts';
import type { SkillPackage } from './skill-package.ts';

afterAll(removeTemporaryFolders);

const HEAD = '---\nname: rules\ndescription: Rules.\n---\n';

function rules(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<SkillPackage> {
  return loadFiles({ 'SKILL.md': `${HEAD}Be kind.\n`, ...files }, 'rules');
}

/** Every page from the first, by the offsets that the pages tell. */
async function pagesOf(skill: SkillPackage, file: string): Promise<readonly string[]> {
  const pages: string[] = [];
  for (let offset: number | null = 1; offset !== null;) {
    const page = await readPackageFile(skill, { file, offset });
    if (page.status === 'refused') throw new TypeError(page.reason.en);
    pages.push(page.text);
    offset = page.nextOffset;
  }
  return pages;
}

test('DOC-05 the main document is read where no file is named', async () => {
  const skill = await rules();
  expect(await readPackageFile(skill, {})).toEqual({
    status: 'read',
    file: 'SKILL.md',
    text: `${HEAD}Be kind.\n`,
    offset: 1,
    totalCharacters: HEAD.length + 9,
    nextOffset: null,
    readOn: undefined,
  });
  const other = await loadFiles({
    'SKILL.md': '---\nname: x\ndescription: X.\nskill_md: docs/main.md\n---\n',
    'docs/main.md': 'The main one.',
  });
  expect(await readPackageFile(other, {})).toMatchObject({ file: 'docs/main.md' });
  const bare = await loadFiles({ 'skill.toml': '[skill]\nname = "x"\n', 'a.md': 'a' });
  expect(await readPackageFile(bare, {})).toMatchObject({
    status: 'refused',
    parameter: 'file',
    reason: { en: expect.stringContaining('Its files are: a.md, skill.toml.') },
  });
});

test.each([
  ['references/long.md', 40_000],
  ['scripts/notes.md', 120_000],
  ['src/Tool.PY', 120_000],
])(
  'DOC-05 %s is read %i characters at a time, to its end, and says how to read on',
  async (file, limit) => {
    const text = `${'一二三四五六七八九\n'.repeat(3).repeat(10_000)}end`;
    const skill = await rules({ [file]: text });
    const pages = await pagesOf(skill, file);
    expect(pages.join('')).toBe(text);
    expect(pages.map(({ length }) => length)).toEqual([
      ...Array.from({ length: Math.floor(300_000 / limit) }, () => limit),
      ...(text.length % limit === 0 ? [] : [text.length % limit]),
    ]);
    const first = await readPackageFile(skill, { file });
    expect(first).toMatchObject({
      totalCharacters: 300_003,
      nextOffset: limit + 1,
      readOn: {
        zh: expect.stringContaining(`offset=${limit + 1}`),
        en: expect.stringContaining(`offset=${limit + 1}`),
      },
    });
  },
);

test('DOC-05 a page never ends within a character, and has fewer where fewer are asked for', async () => {
  const emoji = `a${'😀'.repeat(30_000)}`;
  const skill = await rules({ 'emoji.md': emoji });
  const pages = await pagesOf(skill, 'emoji.md');
  expect(pages.join('')).toBe(emoji);
  expect(pages.every((page) => page.isWellFormed())).toBe(true);
  for (const [limit, length] of [
    [1, 1],
    [2, 1],
    [3, 3],
    [1000, 999],
    [1_000_000, 39_999],
  ] as const) {
    const page = await readPackageFile(skill, { file: 'emoji.md', limit });
    expect(page).toMatchObject({ nextOffset: length + 1, text: emoji.slice(0, length) });
  }
});

test('DOC-05 paths are taken as documents write them, and texts in any encoding', async () => {
  const skill = await rules({
    'references/a.md': '\uFEFFone\r\ntwo\r',
    'references/gbk.md': Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
    'empty.md': '',
  });
  for (const file of ['references/a.md', './references/a.md', '{baseDir}/references/a.md']) {
    expect(await readPackageFile(skill, { file })).toMatchObject({
      file: 'references/a.md',
      text: 'one\ntwo\n',
    });
  }
  expect(await readPackageFile(skill, { file: 'references/gbk.md' })).toMatchObject({
    text: '中文',
  });
  expect(await readPackageFile(skill, { file: 'empty.md' })).toMatchObject({
    text: '',
    nextOffset: null,
  });
});

test('DOC-05 what leaves the package by its path or by a link is refused', async () => {
  const skill = await rules({ 'docs/a.md': 'inside' });
  const outside = temporaryFolder();
  writeFileSync(join(outside, 'secret.md'), 'secret');
  symlinkSync(join(outside, 'secret.md'), join(skill.folder, 'link.md'));
  symlinkSync(outside, join(skill.folder, 'linked'));
  mkdirSync(`${skill.folder}-other`);
  writeFileSync(`${skill.folder}-other/a.md`, 'secret');
  symlinkSync(`${skill.folder}-other/a.md`, join(skill.folder, 'sibling.md'));
  for (const file of [
    '../rules-other/a.md',
    'docs/../../rules-other/a.md',
    'docs/..\\..\\a.md',
    '/etc/passwd',
    'C:\\Windows\\win.ini',
    'a\0.md',
    'link.md',
    'linked/secret.md',
    'sibling.md',
  ]) {
    const read = await readPackageFile(skill, { file });
    expect(read).toMatchObject({
      status: 'refused',
      parameter: 'file',
      reason: { en: expect.stringContaining('is not inside this skill') },
    });
  }
  symlinkSync('docs/a.md', join(skill.folder, 'within.md'));
  expect(await readPackageFile(skill, { file: 'within.md' })).toMatchObject({ text: 'inside' });
});

test('DOC-05 hidden files stay closed, also by a link inside the package', async () => {
  const skill = await rules({ '.env': 'KEY=1', '.git/config': 'url', 'a.md': 'a' });
  symlinkSync('.env', join(skill.folder, 'env.md'));
  for (const file of ['.env', '.git/config', 'env.md', './.env']) {
    expect(await readPackageFile(skill, { file })).toMatchObject({
      reason: { en: expect.stringContaining('is hidden') },
    });
  }
  const missing = await readPackageFile(skill, { file: 'none.md' });
  expect(JSON.stringify(missing)).not.toContain('.env');
});

test('DOC-05 what is no text, no file or too large is refused with what there is', async () => {
  const skill = await rules({
    'a.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'packed.bin': Buffer.from(Array.from({ length: 4000 }, (_, at) => ((at * 7919) % 255) + 1)),
    'references/guide.md': 'x',
  });
  truncateSync(join(skill.folder, 'references/guide.md'), 0);
  writeFileSync(join(skill.folder, 'large.md'), 'x'.repeat(1024).repeat(16 * 1024 + 1));
  execFileSync('mkfifo', [join(skill.folder, 'pipe.md')]);
  for (const file of ['a.png', 'packed.bin']) {
    expect(await readPackageFile(skill, { file })).toMatchObject({
      reason: { en: expect.stringContaining('is no text file') },
    });
  }
  for (const file of ['missing.md', 'references', 'pipe.md', '']) {
    expect(await readPackageFile(skill, { file })).toMatchObject({
      status: 'refused',
      reason: { zh: expect.stringContaining('references/guide.md') },
    });
  }
  expect(await readPackageFile(skill, { file: 'large.md' })).toMatchObject({
    reason: { en: expect.stringContaining('larger than 16 MB') },
  });
});

test('DOC-05 a package that is gone meanwhile is told, and so is one that is a link', async () => {
  const skill = await rules();
  const link = join(temporaryFolder(), 'rules');
  symlinkSync(skill.folder, link);
  expect(await readPackageFile({ ...skill, folder: link }, {})).toMatchObject({ status: 'read' });
  rmSync(skill.folder, { recursive: true });
  expect(await readPackageFile(skill, {})).toMatchObject({
    status: 'refused',
    reason: { en: expect.stringContaining('It has no files that can be read.') },
  });
});

test.each([0, -1, 1.5, 10, Number.NaN])(
  'DOC-05 the offset %d of nine characters is refused',
  async (offset) => {
    const skill = await rules({ 'a.md': 'Be kind.\n' });
    expect(await readPackageFile(skill, { file: 'a.md', offset })).toMatchObject({
      status: 'refused',
      parameter: 'offset',
      reason: { en: expect.stringContaining('it has 9 characters') },
    });
    expect(await readPackageFile(skill, { file: 'a.md', offset: 9 })).toMatchObject({ text: '\n' });
  },
);
