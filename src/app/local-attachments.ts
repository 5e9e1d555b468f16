// Copies files into the workspace of a conversation that ends with the program.

import { randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { MOST_PER_TURN } from '#contract/api/attachment-bodies.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import type { TurnAttachment } from '#features/conversations/index.ts';
import { fileTooLarge, storeAttachment, type StoredFile } from '#features/workspaces/index.ts';
import { openFileToAttach } from './file-to-attach.ts';

export interface LocalAttachments {
  readonly attachments: readonly TurnAttachment[];
  /** What the person should know of them. */
  readonly notes: readonly Text[];
}

/** `workspace` exists. Throws `input-invalid` or `request-too-large`. */
export async function attachLocalFiles(
  paths: readonly string[],
  { workspace, mostBytes }: { readonly workspace: string; readonly mostBytes: number },
): Promise<LocalAttachments> {
  refuseTooMany(paths);
  const stored: StoredFile[] = [];
  for (const path of paths) {
    const file = await openFileToAttach(path);
    if (file.bytes > mostBytes) throw fileTooLarge(mostBytes);
    const { name } = file;
    stored.push(await storeAttachment(workspace, { name, chunks: file.chunks(), mostBytes }));
  }
  return {
    attachments: stored.map(({ name, path, kind, mediaType, bytes }) => ({
      id: randomUUID(),
      name,
      path,
      kind,
      mediaType,
      bytes,
    })),
    notes: stored.flatMap((file) => attachmentNotes(file).map(({ text }) => text)),
  };
}

/** Throws `input-invalid`. */
export function refuseTooMany(paths: readonly string[]): void {
  if (paths.length > MOST_PER_TURN)
    throw new AppError('input-invalid', attachmentTexts.tooManyForTurn(MOST_PER_TURN));
}

interface AttachmentNote {
  readonly code: 'empty' | 'renamed' | 'other-type';
  readonly text: Text;
}

export function attachmentNotes(file: StoredFile): readonly AttachmentNote[] {
  const { name, bytes, isRenamed, isOther, mediaType } = file;
  return [
    ...(bytes === 0 ? [{ code: 'empty', text: attachmentTexts.empty(name) } as const] : []),
    ...(isRenamed ? [{ code: 'renamed', text: attachmentTexts.renamed(name) } as const] : []),
    ...(isOther
      ? [{ code: 'other-type', text: attachmentTexts.otherType(name, mediaType) } as const]
      : []),
  ];
}
