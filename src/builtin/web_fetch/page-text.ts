// What came over the network, as text: decoded by what the server, the page or the bytes say.

import { knownEncoding, markedEncoding, sniffedEncoding, type Encoding } from '../text-encoding.ts';
import type { FetchedPage } from './fetch-page.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

export interface ReadPage {
  readonly url: string;
  readonly title: string;
  readonly mediaType: string;
  readonly encoding: Encoding;
  readonly text: string;
  /** The page goes on beyond what was read, or beyond what is written of one. */
  readonly isCut: boolean;
  /** Characters that its encoding doesn't have. */
  readonly isGarbled: boolean;
}

const HTML = /^(text\/html|application\/xhtml\+xml)$/;
const META_BYTES = 4096;
const META_CHARSET = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)/i;

export async function pageText(page: FetchedPage, signal: AbortSignal): Promise<ReadPage> {
  const { body, url, mediaType, isCut } = page;
  const isHtml = HTML.test(mediaType) || (mediaType === '' && looksLikeHtml(body));
  const encoding = encodingOf(page, isHtml);
  const decoded = new TextDecoder(encoding).decode(body);
  const written = isHtml
    ? await htmlToMarkdown(decoded, url, signal)
    : { title: '', markdown: decoded, isCut: false };
  const { title, markdown } = written;
  // A character that the cut went through is none of the page's faults.
  const whole = isCut ? markdown.replace(/\uFFFD$/, '') : markdown;
  return {
    url,
    title,
    mediaType: isHtml ? 'text/html' : mediaType,
    encoding,
    text: whole,
    isCut: isCut || written.isCut,
    isGarbled: whole.includes('\uFFFD'),
  };
}

function encodingOf({ body, charset }: FetchedPage, isHtml: boolean): Encoding {
  const head = body.subarray(0, META_BYTES);
  const meta = isHtml ? META_CHARSET.exec(Buffer.from(head).toString('latin1'))?.[1] : undefined;
  return (
    markedEncoding(head) ??
    knownEncoding(charset) ??
    knownEncoding(meta) ??
    sniffedEncoding(body.subarray(0, 65_536)) ??
    'windows-1252'
  );
}

function looksLikeHtml(body: Uint8Array): boolean {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(
    Buffer.from(body.subarray(0, 200)).toString('latin1'),
  );
}
