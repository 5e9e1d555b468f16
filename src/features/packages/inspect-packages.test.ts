// The reports of `qiao inspect`.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inspectReportSchema, type InspectReport } from '#contract/inspect-report.ts';
import { inspectPackages, type InspectPackagesOptions } from './inspect-packages.ts';
import { removeTemporaryFolders, temporaryFolder, writeFiles } from './package-fixture.ts';

afterAll(removeTemporaryFolders);

const document = (name: string) => ({
  'SKILL.md': `---\nname: ${name}\ndescription: Tells.\n---\n`,
});

async function inspect(
  paths: readonly string[],
  options: Partial<InspectPackagesOptions> = {},
): Promise<InspectReport[]> {
  const settings = { recursive: false, language: 'en', ...options } as const;
  return Array.fromAsync(inspectPackages(paths, settings));
}

test('a report has the shape of the contract', async () => {
  const folder = writeFiles(join(temporaryFolder(), 'weather'), {
    'SKILL.md': '---\nname: weather\ndescription: Tells: all\nwall_sec: 30\nenv: [A_KEY]\n---\n',
    'schema.json': '{"type": "object", "properties": {"city": {"type": "string"}}}',
  });
  const [report] = await inspect([folder]);
  expect(inspectReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({
    path: folder,
    name: 'weather',
    description: 'Tells: all',
    kind: 'document',
    async: false,
    trigger_type: 'explicit',
    wall_sec: 30,
    config: [{ name: 'A_KEY', required: true, secret: true, source: 'env' }],
    api: null,
  });
  expect(report?.findings).toMatchObject([{ rule: 'front-matter-invalid', line: 3 }]);
});

test('a package that can not be loaded has a report too', async () => {
  const reports = await inspect([temporaryFolder(), '/absent/folder'], { language: 'zh' });
  expect(reports.map(({ kind }) => kind)).toEqual([null, null]);
  for (const report of reports) {
    expect(inspectReportSchema.parse(report)).toEqual(report);
    expect(report.findings).toMatchObject([{ severity: 'fatal' }]);
    expect(report.findings[0]?.fix).toMatch(/[\u4e00-\u9fff]/);
  }
});

test('recursion finds packages at every depth, each once, in a fixed order', async () => {
  const root = temporaryFolder();
  writeFiles(join(root, 'b/deep/er'), document('er'));
  writeFiles(join(root, 'a'), document('a'));
  writeFiles(join(root, 'a/assets/inner'), document('inner'));
  writeFiles(join(root, '.agents/skills/z'), document('z'));
  writeFiles(join(root, 'node_modules/x'), document('x'));
  symlinkSync(root, join(root, 'loop'));
  symlinkSync(join(root, 'a'), join(root, 'link'));
  const reports = await inspect([root], { recursive: true });
  expect(reports.map(({ name }) => name)).toEqual(['z', 'a', 'inner', 'er']);
});

test('recursion over a folder without packages reports the folder', async () => {
  const reports = await inspect([temporaryFolder()], { recursive: true });
  expect(reports).toMatchObject([{ kind: null, findings: [{ rule: 'manifest-missing' }] }]);
});

test('recursion names the first of two packages with one name to the second', async () => {
  const root = temporaryFolder();
  writeFiles(join(root, 'a/weather'), document('weather'));
  writeFiles(join(root, 'b/weather'), document('weather'));
  const reports = await inspect([root, root], { recursive: true });
  const findings = reports.flatMap((report) => report.findings);
  expect(findings).toMatchObject([
    { rule: 'name-taken', severity: 'low', message: expect.stringContaining(join(root, 'a')) },
    { rule: 'name-taken', severity: 'low', message: expect.stringContaining(join(root, 'a')) },
  ]);
  expect(reports[1]?.findings).toHaveLength(1);
});
