// The catalogue over real folders, changed while it is open.

import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCatalogue } from './create-catalogue.ts';
import { removeTemporaryFolders, temporaryFolder, writeFiles } from './package-fixture.ts';

afterAll(removeTemporaryFolders);

const document = (name: string, body = 'Body') => ({
  'SKILL.md': `---\nname: ${name}\ndescription: Tells.\n---\n${body}\n`,
});

const names = (packages: readonly { readonly name: string }[]) => packages.map(({ name }) => name);

test('PKG-07 one broken package never hides another', async () => {
  const root = temporaryFolder();
  for (const name of ['b', 'a']) writeFiles(join(root, name), document(name));
  writeFiles(join(root, 'broken'), { 'skill.toml': '[skill\n' });
  writeFiles(join(root, 'unmarked'), { 'handler.py': 'x' });
  writeFiles(join(root, 'author/nested'), document('nested'));
  writeFiles(join(root, '.git'), document('hidden'));
  const catalogue = await createCatalogue({ roots: [root] });
  expect(names(catalogue.all())).toEqual(['a', 'b', 'nested']);
  expect(names(catalogue.rejected())).toEqual(['broken', 'unmarked']);
});

test('PKG-07 a root that is a package is one package', async () => {
  const root = writeFiles(join(temporaryFolder(), 'weather'), {
    ...document('weather'),
    'assets/other/SKILL.md': document('other')['SKILL.md'],
  });
  const catalogue = await createCatalogue({ roots: [root] });
  expect(names(catalogue.all())).toEqual(['weather']);
});

test('PKG-07 of two packages with one name the first root wins, and the other is told', async () => {
  const roots = [temporaryFolder(), temporaryFolder()];
  for (const root of roots) writeFiles(join(root, 'weather'), document('weather', root));
  const catalogue = await createCatalogue({ roots });
  expect((await catalogue.get('weather'))?.package.folder).toBe(join(roots[0] ?? '', 'weather'));
  expect(catalogue.rejected()).toMatchObject([
    {
      folder: join(roots[1] ?? '', 'weather'),
      findings: [{ rule: 'name-taken', severity: 'fatal' }],
    },
  ]);
});

test('PKG-07 a root that is not there is told, not thrown', async () => {
  const catalogue = await createCatalogue({ roots: [join(temporaryFolder(), 'absent')] });
  expect(catalogue.all()).toEqual([]);
  expect(catalogue.rejected()).toMatchObject([{ findings: [{ rule: 'folder-unreadable' }] }]);
});

test('RUN-07 a changed file is noticed at the next call, also with the same size and time', async () => {
  const folder = writeFiles(join(temporaryFolder(), 'weather'), {
    ...document('weather'),
    'handler.py': 'A = 1\n',
  });
  const catalogue = await createCatalogue({ roots: [folder] });
  const first = await catalogue.get('weather');
  expect(await catalogue.get('weather')).toEqual(first);
  const handler = join(folder, 'handler.py');
  writeFileSync(handler, 'A = 2\n');
  utimesSync(handler, 1, 1);
  const second = await catalogue.get('weather');
  expect(second?.version).not.toBe(first?.version);
  writeFileSync(handler, 'A = 1\n');
  utimesSync(handler, 1, 1);
  expect((await catalogue.get('weather'))?.version).toBe(first?.version);
});

test('RUN-07 the version is of paths and contents, wherever the package lies', async () => {
  const files = { ...document('weather'), 'references/a.md': 'a' };
  const versions = [];
  for (const extra of [{}, {}, { 'references/b.md': '' }, { '__pycache__/x.pyc': 'x' }]) {
    const folder = writeFiles(join(temporaryFolder(), 'weather'), { ...files, ...extra });
    versions.push((await (await createCatalogue({ roots: [folder] })).get('weather'))?.version);
  }
  expect(versions[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(versions[1]).toBe(versions[0]);
  expect(versions[2]).not.toBe(versions[0]);
  expect(versions[3]).toBe(versions[0]);
});

test('PKG-07 new, renamed, mended and removed packages are noticed', async () => {
  const root = temporaryFolder();
  writeFiles(join(root, 'old'), document('old'));
  writeFiles(join(root, 'broken'), { 'skill.toml': '[skill\n' });
  const catalogue = await createCatalogue({ roots: [root] });
  writeFiles(join(root, 'new'), document('new'));
  expect((await catalogue.get('new'))?.package.name).toBe('new');
  expect(names(catalogue.all())).toEqual(['new', 'old']);

  writeFiles(join(root, 'broken'), { 'skill.toml': '[skill]\nname = "broken"\n' });
  expect((await catalogue.get('broken'))?.package.name).toBe('broken');

  writeFiles(join(root, 'old'), document('renamed'));
  expect(await catalogue.get('old')).toBeUndefined();
  expect((await catalogue.get('renamed'))?.package.folder).toBe(join(root, 'old'));

  rmSync(join(root, 'new'), { recursive: true });
  renameSync(join(root, 'broken'), join(root, 'moved'));
  expect(await catalogue.get('new')).toBeUndefined();
  await catalogue.refresh();
  expect(names(catalogue.all())).toEqual(['broken', 'renamed']);
});

test('a linked package is taken, a loop of links is not followed', async () => {
  const elsewhere = writeFiles(join(temporaryFolder(), 'weather'), document('weather'));
  const root = temporaryFolder();
  symlinkSync(elsewhere, join(root, 'weather'));
  symlinkSync(root, join(root, 'loop'));
  const catalogue = await createCatalogue({ roots: [root] });
  expect(names(catalogue.all())).toEqual(['weather']);
  expect((await catalogue.get('weather'))?.package.folder).toBe(join(root, 'weather'));
});

test('many at once ask for the same skill and get the same', async () => {
  const folder = writeFiles(join(temporaryFolder(), 'weather'), document('weather'));
  const catalogue = await createCatalogue({ roots: [folder] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => catalogue.get('weather')));
  expect(new Set(answers.map((answer) => answer?.version)).size).toBe(1);
});
