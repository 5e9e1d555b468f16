// The files of the workspace that a result names (ART-01): which those are, and what the envelope says of them afterwards.

import { basename, extname, join } from 'node:path';
import { openWorkspaceFile, safeFileName, type FileKind } from '#features/workspaces/index.ts';
import { fileEntries, isWebAddress, mediaLists, textAt, type Draft } from './draft-envelope.ts';
import { placeInWorkspace } from './keep-file.ts';

export interface NamedFile {
  /** The object that names it. */
  readonly entry: Draft;
  /** As the skill gave it. */
  readonly given: string;
  /** In the workspace; undefined where it leaves it. */
  readonly path: string | undefined;
  /** As people are told it. */
  readonly name: string;
  /** What the result says that it is (ART-06). */
  readonly kind: FileKind | undefined;
}

/** In the order of the result; a file that stands in two places is in the list twice. */
export async function findNamedFiles(
  draft: Draft,
  workspace: string,
): Promise<readonly NamedFile[]> {
  await adoptPaths(draft, workspace);
  const named: NamedFile[] = [];
  for (const { entry, kind } of fileEntries(draft)) {
    const given = textAt(entry, 'local_path') ?? textAt(entry, 'filename');
    if (given === undefined) continue;
    const path = await placeInWorkspace(workspace, given);
    const isOwnUpload = textAt(entry, 'local_path') === undefined && (await isUpload(workspace, given, path)); // prettier-ignore
    if (!isOwnUpload)
      named.push({ entry, given, path, name: nameOf(entry, given), kind: kindOf(entry, kind) });
  }
  return named;
}

/** A path that stands in a list of media by itself becomes an object there, if it is one. */
async function adoptPaths(draft: Draft, workspace: string): Promise<void> {
  for (const { items, replace } of mediaLists(draft)) {
    const adopted = await Promise.all(
      items.slice(0, MOST_ADOPTED).map(async (item) => {
        if (typeof item !== 'string' || isWebAddress(item)) return item;
        const path = await placeInWorkspace(workspace, item);
        const isThere = path !== undefined && (await isFile(workspace, path));
        return isThere ? { local_path: item } : item;
      }),
    );
    replace([...adopted, ...items.slice(MOST_ADOPTED)]);
  }
}

const MOST_ADOPTED = 200;

/** `filename` alone may be that of the file that the person sent: then it is no news to them. */
async function isUpload(
  workspace: string,
  given: string,
  path: string | undefined,
): Promise<boolean> {
  if (path === undefined || /[/\\]/.test(given) || (await isFile(workspace, path))) return false;
  return isFile(workspace, `attachments/${given}`);
}

async function isFile(workspace: string, path: string): Promise<boolean> {
  const file = await openWorkspaceFile(workspace, path).catch(() => undefined);
  await file?.handle.close();
  return file !== undefined;
}

function kindOf(entry: Draft, listed: FileKind | undefined): FileKind | undefined {
  const told = entry['media'];
  if (told === 'image' || told === 'video' || told === 'audio' || told === 'file') return told;
  return listed === 'file' ? undefined : listed;
}

/** `filename` beside `local_path` is what people are to see, with the file's ending. */
function nameOf(entry: Draft, given: string): string {
  const wanted = basename((textAt(entry, 'filename') ?? given).replaceAll('\\', '/'));
  const ending = extname(wanted) === '' ? extname(given) : '';
  return safeFileName(`${wanted}${ending}`);
}

/** What the model and whoever reads the result finds of it. */
export function completeEntry(
  entry: Draft,
  {
    workspace,
    path,
    name,
  }: { readonly workspace: string } & Pick<NamedFile, 'name'> & {
      readonly path: string;
    },
): void {
  entry['local_path'] = join(workspace, path);
  entry['filename'] = textAt(entry, 'filename') ?? name;
}

/** Nothing is told of it as if it were there. */
export function refuseEntry(entry: Draft, reason: string): void {
  delete entry['local_path'];
  delete entry['filename'];
  entry['not_delivered'] = reason;
}
