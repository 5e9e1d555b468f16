// Writes packages to disk for tests, and reads them.

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPackage } from './read-package.ts';
import type { PackageFinding, ReadPackage, SkillPackage } from './skill-package.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const made: string[] = [];

/** A new empty folder; `removeTemporaryFolders` removes it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qiao-packages-'));
  made.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Writes files below `folder`; answers `folder`. */
export function writeFiles(folder: string, files: Files): string {
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  return folder;
}

/** Reads a package of these files, in a directory called `name`. */
export function readFiles(files: Files, name = 'weather'): Promise<ReadPackage> {
  return readPackage(writeFiles(join(temporaryFolder(), name), files));
}

/** As `readFiles`, of a package that must load. */
export async function loadFiles(files: Files, name = 'weather'): Promise<SkillPackage> {
  const read = await readFiles(files, name);
  if (read.status === 'rejected') throw new TypeError(JSON.stringify(read.findings));
  return read.package;
}

/** A package of one SKILL.md with these lines of front matter. */
export function loadHead(head: string, body = 'Say hello.\n'): Promise<SkillPackage> {
  return loadFiles({ 'SKILL.md': `---\n${head}\n---\n${body}` });
}

/** `rule file:line`, for short comparisons. */
export function rulesOf(findings: readonly PackageFinding[]): readonly string[] {
  return findings.map(({ rule, file, line }) => `${rule} ${file}:${line ?? '-'}`);
}
