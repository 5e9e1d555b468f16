// Whether a file is text, and in which encoding; by its beginning and end, whatever its size.

import { readFileType, type WorkspaceFile } from '#features/workspaces/index.ts';
import { markedEncoding, sniffedEncoding, type Encoding } from '../text-encoding.ts';

type FileFacts =
  | { readonly status: 'text'; readonly encoding: Encoding }
  | { readonly status: 'binary'; readonly mediaType: string };

const HEAD_BYTES = 65_536;
const NO_TEXT = /^(image\/(?!svg)|audio\/|video\/|application\/(?!json|xml|yaml|.*\+(json|xml)))/;

/** `encoding`: the caller's word, which is taken. */
export async function fileFacts(
  file: WorkspaceFile,
  encoding: Encoding | undefined,
): Promise<FileFacts> {
  if (encoding !== undefined) return { status: 'text', encoding };
  const head = await headOf(file);
  if (head.length === 0) return { status: 'text', encoding: 'utf-8' };
  const found = markedEncoding(head) ?? sniffedEncoding(head);
  const { mediaType } = await readFileType(file.handle, file.name, file.bytes);
  // A signature of bytes says more than bytes that happen to be text.
  const isSigned = NO_TEXT.test(mediaType) && mediaType !== 'application/octet-stream';
  if (found !== undefined && !isSigned) return { status: 'text', encoding: found };
  return head.includes(0) || isSigned
    ? { status: 'binary', mediaType }
    : { status: 'text', encoding: 'windows-1252' };
}

async function headOf({ handle, bytes }: WorkspaceFile): Promise<Uint8Array> {
  const buffer = Buffer.alloc(Math.min(HEAD_BYTES, bytes));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  return buffer.subarray(0, bytesRead);
}
