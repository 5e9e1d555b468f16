// Gives a file to a browser or a program: for saving, in parts where that is asked for, and never as a page of ours.

import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ApiEnv } from './api-env.ts';
import type { ServedFile } from './services.ts';
import { SAVED_CSP, shownHeaders } from './shown-inline.ts';

/** What the request says of what it has already, and of what it wants. */
export interface FileConditions {
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
  readonly ifNoneMatch: string | undefined;
  /** To be shown, where that is safe; else it is for saving. */
  readonly isInline?: boolean;
}

export function fileConditions({ req }: Context<ApiEnv>): FileConditions {
  return {
    range: req.header('range'),
    ifRange: req.header('if-range'),
    ifNoneMatch: req.header('if-none-match'),
  };
}

/** Takes the file over: it is closed when it was read, or is not to be. */
export async function fileResponse(
  file: ServedFile,
  { range, ifRange, ifNoneMatch, isInline = false }: FileConditions,
): Promise<Response> {
  const tag = `"${file.tag}"`;
  const headers = headersOf(file, { tag, isInline });
  if (ifNoneMatch !== undefined && isAmong(ifNoneMatch, tag)) {
    await file.close();
    return new Response(null, { status: 304, headers });
  }
  const isStale = ifRange !== undefined && ifRange !== tag;
  const part = range === undefined || isStale ? 'whole' : partOf(range, file.bytes);
  if (part === 'none') {
    await file.close();
    const refused = { ...headers, 'Content-Range': `bytes */${file.bytes}` };
    return new Response(null, { status: 416, headers: refused });
  }
  if (part === 'whole') {
    const whole = { ...headers, 'Content-Length': String(file.bytes) };
    return new Response(file.read(0, file.bytes), { status: 200, headers: whole });
  }
  const { from, to } = part;
  return new Response(file.read(from, to + 1), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(to + 1 - from),
      'Content-Range': `bytes ${from}-${to}/${file.bytes}`,
    },
  });
}

/** A stream that closes the file at its end, and where it is left. */
export function webStream(stream: Readable): ReadableStream<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own type of the same thing
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

function headersOf(
  file: ServedFile,
  { tag, isInline }: { readonly tag: string; readonly isInline: boolean },
): Record<string, string> {
  const shown = isInline ? shownHeaders(file.mediaType) : undefined;
  return {
    'Content-Type': contentType(file.mediaType),
    'Content-Disposition': disposition(file.name, shown === undefined ? 'attachment' : 'inline'),
    // Shown after all, it is in a room of its own, where nothing runs.
    'Content-Security-Policy': SAVED_CSP,
    ...shown,
    'Accept-Ranges': 'bytes',
    ETag: tag,
    'Last-Modified': file.modifiedAt.toUTCString(),
    'Cache-Control': 'private, no-cache',
  };
}

/** Without a word on the encoding: it is the file's own, which nobody asked. */
function contentType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream';
}

/** RFC 6266: a plain name for old programs, the whole one for the rest. */
function disposition(name: string, how: 'attachment' | 'inline'): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

function isAmong(list: string, tag: string): boolean {
  return list.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));
}

type Part = 'whole' | 'none' | { readonly from: number; readonly to: number };

/** One part; who asks for several, or for something else, gets the whole (RFC 9110). */
function partOf(range: string, bytes: number): Part {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(range) ?? [];
  if (first === '') return last === '' ? 'whole' : lastBytes(Number(last), bytes);
  const from = Number(first);
  const to = Math.min(last === '' ? Infinity : Number(last), bytes - 1);
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= bytes ? 'none' : { from, to };
}

function lastBytes(count: number, bytes: number): Part {
  if (count === 0 || bytes === 0) return 'none';
  return { from: Math.max(0, bytes - count), to: bytes - 1 };
}
