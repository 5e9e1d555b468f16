// Which files a run made for the user: those that its result names, else those that are new at the workspace's top.

import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { isBelow, workspaceFolder } from './workspace-file.ts';

interface MadeFile {
  readonly name: string;
  /** Absolute, inside the workspace. */
  readonly path: string;
  readonly bytes: number;
}

/** The files at a workspace's top level with what tells a changed one from an unchanged one. */
type WorkspaceSnapshot = ReadonlyMap<string, string>;

/** Endings that are a skill's own business unless the user asked for a script (ART-05). */
const NOT_FOR_THE_USER = new Set('.py .js .ts .mjs .sh .log .tmp .srt .pyc'.split(' '));
const MEDIA_LISTS = ['images', 'videos', 'audios', 'files'] as const;

/** Empty where a skill has taken the workspace itself away. */
export async function snapshotWorkspace(workspace: string): Promise<WorkspaceSnapshot> {
  const files = await fileNames(workspace);
  const marks = await Promise.all(
    files.map(async (name) => [name, await markOf(join(workspace, name))] as const),
  );
  return new Map(marks);
}

async function fileNames(workspace: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(workspace, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  } catch {
    // There is nothing in it, or it is not there: the same to whoever asks what was made.
    return [];
  }
}

/** Blank for a file that went away meanwhile. */
async function markOf(path: string): Promise<string> {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return '';
  }
}

export interface MadeFilesRequest {
  readonly workspace: string;
  readonly before: WorkspaceSnapshot;
  readonly envelope: JsonObject;
}

/** What leaves the workspace, by `..` or by a link, is left out (ART-09). */
export async function findMadeFiles(request: MadeFilesRequest): Promise<readonly MadeFile[]> {
  const declared = declaredPaths(request.envelope);
  const names = declared.length > 0 ? declared : await newNames(request);
  const found = await Promise.all(names.map((name) => fileInside(request.workspace, name)));
  const files = found.filter((file) => file !== undefined);
  return files.filter((file, at) => files.findIndex(({ path }) => path === file.path) === at);
}

function declaredPaths(envelope: JsonObject): string[] {
  const lists = MEDIA_LISTS.flatMap((key) => listOf(envelope[key]));
  return [envelope, ...lists.filter(isJsonObject)]
    .map((item) => item['local_path'] ?? item['filename'])
    .filter((path): path is string => typeof path === 'string' && path !== '');
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

async function newNames({ workspace, before }: MadeFilesRequest): Promise<string[]> {
  const after = await snapshotWorkspace(workspace);
  return [...after]
    .filter(([name, mark]) => before.get(name) !== mark && !isPrivate(name))
    .map(([name]) => name);
}

function isPrivate(name: string): boolean {
  return (
    name.startsWith('.') ||
    name.startsWith('toolout_') ||
    NOT_FOR_THE_USER.has(extname(name).toLowerCase())
  );
}

async function fileInside(workspace: string, path: string): Promise<MadeFile | undefined> {
  try {
    const root = await workspaceFolder(workspace, '.');
    const real = await realpath(isAbsolute(path) ? path : resolve(workspace, path));
    const { size, isFile } = await factsOf(real);
    if (!isFile || !isBelow(root, real)) return undefined;
    return { name: basename(real), path: real, bytes: size };
  } catch {
    // A file that a result names and that isn't there is no artifact.
    return undefined;
  }
}

async function factsOf(path: string): Promise<{ size: number; isFile: boolean }> {
  const facts = await stat(path);
  return { size: facts.size, isFile: facts.isFile() };
}
