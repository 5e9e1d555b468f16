// Reads one skill package from its directory.

import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { packageCodeTexts } from '#contract/texts/package-code-texts.ts';
import { packageTexts } from '#contract/texts/package-texts.ts';
import { findField, placeOf } from './declared/declaration.ts';
import { textOf } from './declared/field-values.ts';
import { safeName } from './declared/package-name.ts';
import { describePackage, type PackageParts } from './describe-package.ts';
import { listFiles, type FileList } from './discovery/list-files.ts';
import { readHandler } from './read-handler.ts';
import { bodyOf, readManifest, type Manifest } from './read-manifest.ts';
import { findingAt, type ReportFinding } from './report-finding.ts';
import type { PackageFinding, ReadPackage } from './skill-package.ts';
import { readTextFile } from './text-file.ts';

/**
 * Reads the package in `folder` (PKG-01) as it is on disk now. Never throws for what it finds: a package that
 * can't be loaded is `rejected`, with a fatal finding that names file, line and remedy.
 */
export async function readPackage(folder: string): Promise<ReadPackage> {
  const path = resolve(folder);
  const findings: PackageFinding[] = [];
  const report: ReportFinding = (finding) => void findings.push(finding);
  const list = await listOrReport(path, report);
  const manifest = list === undefined ? undefined : await readManifest(path, list.files, report);
  if (list === undefined || manifest === undefined) {
    return { status: 'rejected', folder: path, name: safeName(basename(path)), findings };
  }
  const [handler, schemaFile, body] = await Promise.all([
    readHandler(path, list.files, report),
    readSchemaFile(path, list.files, report),
    readMainDocument(path, manifest, report),
  ]);
  const { files } = list;
  const parts: PackageParts = { folder: path, files, manifest, handler, schemaFile, body };
  return { status: 'loaded', package: { ...describePackage(parts, report), findings } };
}

async function listOrReport(path: string, report: ReportFinding): Promise<FileList | undefined> {
  try {
    const list = await listFiles(path);
    if (list.isCut) {
      const text = packageTexts.folderTooLarge(list.files.length);
      report(findingAt({ file: '.', line: null }, ['folder-too-large', 'low'], text));
    }
    return list;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    const isOther = code === 'ENOTDIR' || (await isNoFolder(path));
    const text = isOther ? packageTexts.notFolder(path) : packageTexts.unreadable(path, code);
    const rule = isOther ? 'not-a-folder' : 'folder-unreadable';
    report(findingAt({ file: '.', line: null }, [rule, 'fatal'], text));
    return undefined;
  }
}

async function isNoFolder(path: string): Promise<boolean> {
  try {
    return !(await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function readSchemaFile(
  folder: string,
  files: readonly string[],
  report: ReportFinding,
): Promise<string | undefined> {
  if (!files.includes('schema.json')) return undefined;
  const read = await readTextFile(join(folder, 'schema.json'));
  if (read.status === 'read' && !read.isCut) return read.text;
  const problem = read.status === 'read' ? 'EFBIG' : read.code;
  const text = packageCodeTexts.schemaFileUnreadable(problem);
  report(findingAt({ file: 'schema.json', line: null }, ['schema-file-unreadable', 'high'], text));
  return undefined;
}

/** PKG-05: `skill_md` names another main document, inside the package. */
async function readMainDocument(
  folder: string,
  manifest: Manifest,
  report: ReportFinding,
): Promise<string> {
  const field = findField(manifest.declaration, 'skill_md');
  const named = textOf(field, () => undefined);
  if (field === undefined || named === undefined) return manifest.body;
  const path = resolve(folder, named);
  if (named.toLowerCase() === 'skill.md') return manifest.body;
  const isInside = path.startsWith(`${folder}/`);
  const read = isInside ? await readTextFile(path) : undefined;
  if (read?.status === 'read') return bodyOf(read.text);
  const text = packageTexts.mainDocumentMissing(named);
  report(findingAt(placeOf(field), ['main-document-missing', 'high'], text));
  return manifest.body;
}
