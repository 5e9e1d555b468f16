// What a turn's files are to its skills and to its model.

import { join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import type { EarlierFiles, SaidMessage, TurnAttachment } from '#features/conversations/index.ts';
import type { ModelFile } from '#features/models/index.ts';
import { openWorkspaceFile } from '#features/workspaces/index.ts';

/** Where a file of a session can be had; `path` is its place in the workspace. */
export type AttachmentUrl = (file: {
  readonly workspace: string;
  readonly sessionId: string;
  readonly path: string;
}) => string;

interface TurnFiles extends EarlierFiles {
  readonly now: readonly TurnAttachment[];
}

interface Place {
  readonly workspace: string;
  readonly sessionId: string;
  readonly urlOf: AttachmentUrl;
}

/** CTX-05: this turn's files, then those that were sent before, then those that skills made. */
export function attachmentContext(
  { now, sent, made }: TurnFiles,
  { workspace, sessionId, urlOf }: Place,
): JsonObject[] {
  return [...now, ...sent, ...made].map(({ name, path, kind }) => ({
    type: kind,
    att_type: kind,
    filename: name,
    local_path: join(workspace, path),
    url: urlOf({ workspace, sessionId, path }),
  }));
}

/** With the files by name and place; images can be read when they are sent. */
export function createSaidMessage(workspace: string): SaidMessage {
  return ({ text, attachments }) =>
    attachments.length === 0
      ? { role: 'user', text }
      : { role: 'user', text, files: attachments.map((file) => modelFile(workspace, file)) };
}

function modelFile(workspace: string, file: TurnAttachment): ModelFile {
  const { name, path, mediaType, bytes, kind } = file;
  const told = { name, path, mediaType, bytes };
  return kind === 'image' ? { ...told, read: () => readWhole(workspace, file) } : told;
}

/** Undefined where it was deleted, or a skill made something else of it meanwhile. */
async function readWhole(
  workspace: string,
  { path, bytes }: TurnAttachment,
): Promise<Uint8Array | undefined> {
  const file = await openWorkspaceFile(workspace, path).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    return file.bytes === bytes ? await file.handle.readFile() : undefined;
  } finally {
    await file.handle.close();
  }
}
