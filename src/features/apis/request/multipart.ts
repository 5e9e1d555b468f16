// A multipart body from its parts.

import { createHash } from 'node:crypto';

export interface MultipartPart {
  readonly name: string;
  readonly content: Uint8Array;
  readonly fileName?: string;
  readonly mediaType?: string;
}

export interface MultipartBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** `kind`: `multipart/form-data`, say. The boundary comes from the content, so that the same parts make the same body. */
export function writeMultipart(kind: string, parts: readonly MultipartPart[]): MultipartBody {
  const boundary = boundaryOf(parts);
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    part.content,
    Buffer.from('\r\n'),
  ]);
  return {
    mediaType: `${kind}; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function headOf({ name, fileName, mediaType }: MultipartPart): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const type = mediaType === undefined ? '' : `\r\nContent-Type: ${mediaType}`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}${type}`;
}

/** As browsers do. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function boundaryOf(parts: readonly MultipartPart[]): string {
  const hash = createHash('sha256');
  for (const { name, content } of parts)
    hash.update(`${name}\0${content.length}\0`).update(content);
  return `qiao-${hash.digest('hex').slice(0, 32)}`;
}
