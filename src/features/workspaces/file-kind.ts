// What a file is: by its content where that tells, else by its name.

import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';

export type FileKind = 'image' | 'video' | 'audio' | 'file';

export interface FileType {
  /** Without parameters, as `text/csv`. */
  readonly mediaType: string;
  readonly kind: FileKind;
  /** What the name's ending promises is not what the content is. */
  readonly isOther: boolean;
}

const UNKNOWN = 'application/octet-stream';
const ZIP = 'application/zip';
const OFFICE = 'application/vnd.openxmlformats-officedocument.';
/** The old formats of Word, Excel and Powerpoint, which only their ending tells apart. */
const OLE = 'application/x-ole-storage';
/** Bytes of a file's start that tell its type. */
const HEAD_BYTES = 4096;
/** Bytes of its end: there a ZIP file names what is in it. */
const TAIL_BYTES = 64 * 1024;

const ENDINGS: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.pdf': 'application/pdf',
  '.zip': ZIP,
  '.gz': 'application/gzip',
  '.7z': 'application/x-7z-compressed',
  '.rar': 'application/vnd.rar',
  '.xlsx': `${OFFICE}spreadsheetml.sheet`,
  '.docx': `${OFFICE}wordprocessingml.document`,
  '.pptx': `${OFFICE}presentationml.presentation`,
  '.xls': 'application/vnd.ms-excel',
  '.doc': 'application/msword',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.txt': 'text/plain',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
};

/** `?` stands for any byte. */
const MAGIC: readonly (readonly [signature: string, mediaType: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF????WEBP', 'image/webp'],
  ['RIFF????WAVE', 'audio/wav'],
  ['BM????\0\0\0\0', 'image/bmp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', ZIP],
  ['PK\x05\x06', ZIP],
  ['\x1f\x8b', 'application/gzip'],
  ["7z\xbc\xaf'\x1c", 'application/x-7z-compressed'],
  ['Rar!\x1a\x07', 'application/vnd.rar'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', OLE],
  ['ID3', 'audio/mpeg'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['\x1aE\xdf\xa3', 'video/x-matroska'],
  ['????ftypM4A', 'audio/mp4'],
  ['????ftypqt', 'video/quicktime'],
  ['????ftypavif', 'image/avif'],
  ['????ftyphei', 'image/heic'],
  ['????ftypmif1', 'image/heic'],
  ['????ftyp', 'video/mp4'],
  ['\x7fELF', 'application/x-executable'],
  ['MZ', 'application/x-msdownload'],
];

/** What an office file has in it, whatever else a ZIP file holds. */
const IN_ZIP = [
  ['xl/workbook', `${OFFICE}spreadsheetml.sheet`],
  ['word/document', `${OFFICE}wordprocessingml.document`],
  ['ppt/presentation', `${OFFICE}presentationml.presentation`],
] as const;

/** Types whose content is one and the same to who sniffs it. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  [OLE]: ['application/vnd.ms-excel', 'application/msword', 'application/vnd.ms-powerpoint'],
  'video/x-matroska': ['video/webm'],
  'video/mp4': ['audio/mp4', 'video/quicktime'],
};

/** Of an open file of so many bytes, called `name`; the place where it is read on stays. */
export async function readFileType(
  handle: FileHandle,
  name: string,
  bytes: number,
): Promise<FileType> {
  const head = await readAt(handle, 0, HEAD_BYTES);
  return fileTypeOf(name, head, await readAt(handle, bytes - TAIL_BYTES, TAIL_BYTES));
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(length);
  const { bytesRead } = await handle.read(buffer, 0, length, Math.max(0, position));
  return buffer.subarray(0, bytesRead);
}

/** `head` and `tail`: the file's first and last bytes, `HEAD_BYTES` and `TAIL_BYTES` of them or all there are. */
export function fileTypeOf(name: string, head: Uint8Array, tail: Uint8Array): FileType {
  const promised = mediaTypeOfName(name);
  if (head.length === 0) return typed(promised, false);
  const found = sniffed(head, tail);
  if (found !== undefined) return typedBySignature(found, promised);
  const isBinary = head.includes(0) && !isWideText(head);
  if (isBinary) return typed(isTextual(promised) ? UNKNOWN : promised, isTextual(promised));
  // What has a signature, and does not begin with it, is something else.
  if (hasSignature(promised)) return typed('text/plain', true);
  return typed(promised === UNKNOWN && isUtf8(head) ? 'text/plain' : promised, false);
}

function typedBySignature(found: string, promised: string): FileType {
  const isAlike = found === promised || ALIKE[found]?.includes(promised) === true;
  return typed(isAlike ? promised : found, !isAlike && promised !== UNKNOWN);
}

/** Undefined where the ending tells nothing. */
export function kindOfName(name: string): FileKind | undefined {
  const promised = mediaTypeOfName(name);
  return promised === UNKNOWN ? undefined : typed(promised, false).kind;
}

export function mediaTypeOfName(name: string): string {
  return ENDINGS[extname(name).toLowerCase()] ?? UNKNOWN;
}

/** `.png`; undefined for a type that has none of its own. */
export function endingOf(mediaType: string): string | undefined {
  return Object.entries(ENDINGS).find(([, type]) => type === mediaType)?.[0];
}

function typed(mediaType: string, isOther: boolean): FileType {
  const [family] = mediaType.split('/');
  const kind = family === 'image' || family === 'video' || family === 'audio' ? family : 'file';
  return { mediaType, kind, isOther };
}

function sniffed(head: Uint8Array, tail: Uint8Array): string | undefined {
  const found = MAGIC.find(([signature]) => startsWith(head, signature))?.[1];
  if (found === undefined) return isMp3Frame(head) ? 'audio/mpeg' : undefined;
  if (found === 'application/x-msdownload' && !head.includes(0)) return undefined;
  if (found !== ZIP) return found;
  const names = Buffer.from(tail).toString('latin1');
  return IN_ZIP.find(([name]) => names.includes(name))?.[1] ?? ZIP;
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  if (bytes.length < signature.length) return false;
  return Array.from(signature).every(
    (character, at) => character === '?' || bytes[at] === character.charCodeAt(0),
  );
}

/** An MP3 without tags begins with a frame: MPEG 1 or 2, layer III, a bit rate and a sampling rate that there are. */
function isMp3Frame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const isLayer3 = (second & 0xe6) === 0xe2;
  return first === 0xff && isLayer3 && third >> 4 !== 0xf && ((third >> 2) & 3) !== 3;
}

/** UTF-16 says by its first bytes that it is text in spite of its zeros. */
function isWideText([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function isUtf8(head: Uint8Array): boolean {
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isTextual(mediaType: string): boolean {
  return mediaType.startsWith('text/') || /[/+](json|xml|yaml)$/.test(mediaType);
}

function hasSignature(mediaType: string): boolean {
  const isFound = MAGIC.some(([, found]) => found === mediaType);
  return (
    isFound ||
    IN_ZIP.some(([, found]) => found === mediaType) ||
    Object.values(ALIKE).some((alike) => alike.includes(mediaType))
  );
}
