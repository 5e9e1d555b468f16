// Reads one skill package from its directory.

import { statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '#base/app-error.ts';
import { packageCodeTexts } from '#contract/texts/package-code-texts.ts';
import { packageTexts } from '#contract/texts/package-texts.ts';
import { findField, placeOf } from './declared/declaration.ts';
import { textOf } from './declared/field-values.ts';
import { safeName } from './declared/package-name.ts';
import { describePackage, type MainDocument } from './describe-package.ts';
import type { FoundFolder } from './discovery/find-packages.ts';
import { listFiles, type FileList } from './discovery/list-files.ts';
import { readHandler } from './read-handler.ts';
import { bodyOf, readManifest, type Manifest } from './read-manifest.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';
import type { PackageFinding, ReadPackage, SkillPackage } from './skill-package.ts';
import { readTextFile } from './text-file.ts';

/**
 * Reads the package in `folder` (PKG-01) as it is on disk now. Never throws for what it finds: a package that
 * can't be loaded is `rejected`, with a fatal finding that names file, line and remedy.
 */
export async function readPackage(folder: string): Promise<ReadPackage> {
  return (await readFoundPackage({ folder: resolve(folder), entries: undefined })).read;
}

/** As `readPackage`, with the package's files. */
export async function readFoundPackage(found: FoundFolder): Promise<{
  readonly read: ReadPackage;
  /** Relative paths; empty where the folder can't be read. */
  readonly files: readonly string[];
}> {
  // Reading is synchronous: others of this process have their turn between two packages.
  await setImmediate();
  const { folder } = found;
  const findings: PackageFinding[] = [];
  const report: ReportFinding = (finding) => void findings.push(finding);
  const list = listOrReport(found, report);
  const files = list?.files ?? [];
  try {
    const skill = list === undefined ? undefined : readSkill(folder, files, report);
    if (skill !== undefined) {
      return { read: { status: 'loaded', package: { ...skill, findings } }, files };
    }
  } catch (error) {
    // A shape that nobody foresaw must not take the other packages with it.
    const text = packageTexts.unforeseen(messageOf(error));
    report(findingAt({ file: '.', line: null }, ['package-unreadable', 'fatal'], text));
  }
  const name = safeName(basename(folder));
  return { read: { status: 'rejected', folder, name, findings }, files };
}

function readSkill(
  folder: string,
  files: readonly string[],
  report: ReportFinding,
): Omit<SkillPackage, 'findings'> | undefined {
  const manifest = readManifest(folder, files, report);
  if (manifest === undefined) return undefined;
  const handler = readHandler(folder, files, report);
  const schemaFile = readSchemaFile(folder, files, report);
  const main = readMainDocument(folder, manifest, report);
  return describePackage({ folder, files, manifest, handler, schemaFile, main }, report);
}

function listOrReport(
  { folder: path, entries }: FoundFolder,
  report: ReportFinding,
): FileList | undefined {
  try {
    const list = listFiles(path, entries);
    if (list.isCut) {
      const text = packageTexts.folderTooLarge(list.files.length);
      report(findingAt({ file: '.', line: null }, ['folder-too-large', 'low'], text));
    }
    return list;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    const isOther = code === 'ENOTDIR' || isNoFolder(path);
    const text = isOther ? packageTexts.notFolder(path) : packageTexts.unreadable(path, code);
    const rule = isOther ? 'not-a-folder' : 'folder-unreadable';
    report(findingAt({ file: '.', line: null }, [rule, 'fatal'], text));
    return undefined;
  }
}

function isNoFolder(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function readSchemaFile(
  folder: string,
  files: readonly string[],
  report: ReportFinding,
): string | undefined {
  if (!files.includes('schema.json')) return undefined;
  const read = readTextFile(join(folder, 'schema.json'));
  if (read.status === 'read' && !read.isCut) return read.text;
  const problem = read.status === 'read' ? 'EFBIG' : read.code;
  const text = packageCodeTexts.schemaFileUnreadable(problem);
  report(findingAt({ file: 'schema.json', line: null }, ['schema-file-unreadable', 'high'], text));
  return undefined;
}

/** PKG-05: `skill_md` names another main document, inside the package. */
function readMainDocument(folder: string, manifest: Manifest, report: ReportFinding): MainDocument {
  const field = findField(manifest.declaration, 'skill_md');
  const named = textOf(field, () => undefined);
  if (field === undefined || named === undefined) return manifest;
  const path = resolve(folder, named);
  if (named.toLowerCase() === 'skill.md') return manifest;
  const isInside = path.startsWith(`${folder}/`);
  const read = isInside ? readTextFile(path) : undefined;
  if (read?.status === 'read') return { document: relative(folder, path), body: bodyOf(read.text) };
  const text = packageTexts.mainDocumentMissing(named);
  report(findingAt(placeOf(field), ['main-document-missing', 'high'], text));
  return manifest;
}
