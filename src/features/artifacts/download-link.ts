// Downloads one file into the workspace: its name made safe, its type told by its content, and no web page in its place.

import { extname } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { sameText, type Text } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import {
  DOWNLOADS_FOLDER,
  endingOf,
  fileTypeOf,
  mediaTypeOfName,
  removeWorkspaceFile,
  storeAttachment,
  type StoredFile,
} from '#features/workspaces/index.ts';
import type { Download, SafeDownload } from '#system/fetch/safe-download.ts';
import { textAt } from './draft-envelope.ts';
import type { RemoteLink } from './remote-links.ts';

export interface LinkDownload {
  readonly workspace: string;
  readonly download: SafeDownload;
  readonly mostBytes: number;
  readonly headMs: number;
  readonly limitMs: number;
  readonly idleMs: number;
  readonly signal: AbortSignal;
  /** Throws where so much is too much; asked before it comes, as far as its server says. */
  readonly check: (bytes: number) => void;
  /** Told of every chunk; throws where it is too much. */
  readonly spend: (bytes: number) => void;
}

export type DownloadedLink =
  | { readonly status: 'kept'; readonly stored: StoredFile }
  | { readonly status: 'failed'; readonly reason: Text }
  /** A web page or data, or nobody knows what: nobody asked for a file there. */
  | { readonly status: 'left' };

/** Never throws. */
export async function downloadLink(link: RemoteLink, task: LinkDownload): Promise<DownloadedLink> {
  try {
    const download = await task.download({
      url: link.url,
      signal: task.signal,
      headMs: task.headMs,
      limitMs: task.limitMs,
      idleMs: task.idleMs,
      limitBytes: task.mostBytes,
    });
    if (isLeftAlone(link, download.mediaType)) {
      download.close();
      return LEFT;
    }
    try {
      task.check(download.promisedBytes);
    } catch (error) {
      download.close();
      throw error;
    }
    return await kept(link, download, task);
  } catch (error) {
    if (link.certainty === 'possible') return LEFT;
    return { status: 'failed', reason: reasonOf(error) };
  }
}

const LEFT: DownloadedLink = { status: 'left' };

/** ART-02: what is to be read, not kept; but a page in the place of an image is told. */
function isLeftAlone({ certainty, kind = 'file' }: RemoteLink, mediaType: string): boolean {
  if (certainty === 'certain' || (certainty === 'listed' && kind !== 'file')) return false;
  return /^(text\/html|application\/xhtml\+xml|application\/json|.+\+json)$/.test(mediaType);
}

async function kept(
  link: RemoteLink,
  download: Download,
  task: LinkDownload,
): Promise<DownloadedLink> {
  const { head, chunks } = await withHead(download);
  try {
    const name = nameOf(link, download, head);
    refuseOther(link, { name, head, download });
    const stored = await storeAttachment(task.workspace, {
      name,
      chunks: counted(chunks, task),
      mostBytes: Infinity,
      folder: DOWNLOADS_FOLDER,
    });
    if (stored.bytes > 0) return { status: 'kept', stored };
    await removeWorkspaceFile(task.workspace, stored.path);
    throw refusal(artifactTexts.emptyDownload(link.url));
  } finally {
    await chunks.return(undefined);
    download.close();
  }
}

interface Opened {
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** All of it, from the start. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

const HEAD_BYTES = 1024;

async function withHead(download: Download): Promise<Opened> {
  const rest = download.chunks();
  const first: Uint8Array[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES;) {
    const next = await rest.next();
    if (next.done === true) break;
    first.push(next.value);
    bytes += next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* first;
      yield* rest;
    } finally {
      await rest.return(undefined);
    }
  }
  return { head: Buffer.concat(first), chunks: all() };
}

async function* counted(
  chunks: AsyncGenerator<Uint8Array>,
  { spend }: LinkDownload,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    spend(chunk.length);
    yield chunk;
  }
}

/** As the result calls it, else as the server does; with the ending of what it is where it has none. */
function nameOf({ entry }: RemoteLink, download: Download, head: Uint8Array): string {
  const given = entry === undefined ? undefined : textAt(entry, 'filename');
  const name = given ?? download.name;
  if (extname(name) !== '') return name;
  const { mediaType } = fileTypeOf('', head, new Uint8Array());
  // Text may be anything that is written: there the server knows better.
  const [first, second] =
    mediaType === 'text/plain' ? [download.mediaType, mediaType] : [mediaType, download.mediaType];
  const ending = extname(download.name) || (endingOf(first) ?? endingOf(second) ?? '');
  return `${name === '' ? 'file' : name}${ending}`;
}

interface Judged {
  readonly name: string;
  readonly head: Uint8Array;
  readonly download: Download;
}

/** Throws where what comes is a page or a message in the place of the file. */
function refuseOther(link: RemoteLink, { name, head, download }: Judged): void {
  const isPage = looksLikePage(head) || /^(text\/html|application\/xhtml)/.test(download.mediaType);
  if (isPage && !isPageName(name, download)) throw refusal(artifactTexts.pageInstead(link.url));
  const { mediaType, kind } = fileTypeOf(name, head, new Uint8Array());
  const promised = link.kind ?? familyOf(download.mediaType);
  const isMedia = promised === 'image' || promised === 'video' || promised === 'audio';
  const isText = kind === 'file' && /^text\/|json$|xml$/.test(mediaType);
  if (isMedia && isText && head.length > 0)
    throw refusal(artifactTexts.otherKind(link.url, promised, mediaType));
}

/** Somebody asked for a page: it is called so, or is for saving. */
function isPageName(name: string, { isAttachment }: Download): boolean {
  return mediaTypeOfName(name) === 'text/html' || (isAttachment && extname(name) === '');
}

function looksLikePage(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(
    start,
  );
}

function familyOf(mediaType: string): string | undefined {
  return mediaType === 'image/svg+xml' ? undefined : mediaType.split('/')[0];
}

function refusal(text: Text): AppError {
  return new AppError('request-invalid', text);
}

function reasonOf(error: unknown): Text {
  return error instanceof AppError ? error.text : sameText(messageOf(error));
}
