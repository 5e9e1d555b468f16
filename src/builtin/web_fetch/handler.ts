// Reads a web page as Markdown, a piece at a time.

import type { JsonObject } from '#base/json.ts';
import { builtinTexts, webFetchTexts } from '#contract/texts/builtin-texts.ts';
import { failureEnvelope } from '#features/results/index.ts';
import type { TrustedExecute } from '#features/runtimes/index.ts';
import { answering, correctable, isCallersFault, type Asked } from '../answer.ts';
import { ParameterProblem } from '../read-parameter.ts';
import type { FetchPage } from './fetch-page.ts';
import { MOST_CHARACTERS } from './html-to-markdown.ts';
import { createPageMemory } from './page-memory.ts';
import { pageText, type ReadPage } from './page-text.ts';

export interface WebFetchParts {
  readonly fetchPage: FetchPage;
  readonly now: () => Date;
}

const LIMIT_MS = 30_000;
const LIMIT_BYTES = 3_000_000;
const URL_ALIASES = ['link', 'href', 'address', '网址', '链接'];
const READABLE =
  /^(text\/.*|application\/(xhtml\+xml|xml|json|javascript|yaml|x-yaml|.*\+(json|xml))|)$/;
const UPSTREAM_CHARACTERS = 500;

export function createWebFetch({ fetchPage, now }: WebFetchParts): TrustedExecute {
  const memory = createPageMemory(now);
  return answering(async (asked) => {
    const { parameters, host, language } = asked;
    const url = parameters.text('url', URL_ALIASES);
    if (url === undefined) {
      throw new ParameterProblem('url', builtinTexts.missing('url', builtinTexts.theAddress()));
    }
    const offset = parameters.wholeNumber('offset', { preset: 0, least: 0, most: 1e9 });
    const limit = parameters.wholeNumber('limit', { preset: 8000, least: 500, most: 20_000 });
    const address = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(url) ? url : `https://${url}`;
    const kept = offset > 0 ? memory.find(host.workspace, address) : undefined;
    if (kept !== undefined) return pieceOf(kept, { offset, limit, asked });
    host.progress(null, address);
    try {
      const fetched = await fetchPage({
        url: address,
        headers: {
          accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/*;q=0.8,*/*;q=0.1',
        },
        signal: host.signal,
        limitMs: LIMIT_MS,
        limitBytes: LIMIT_BYTES,
        whenLarger: 'cut',
        accepts: (mediaType) => READABLE.test(mediaType),
      });
      const page = await pageText(fetched, host.signal);
      if (fetched.status >= 400) return failedPage(page, fetched.status, asked);
      memory.keep(host.workspace, address, page);
      return pieceOf(page, { offset, limit, asked });
    } catch (error) {
      // The network's own faults are let out: whether to try again is the platform's to say (ENV-12).
      if (!isCallersFault(error)) throw error;
      return correctable('url', error.text, language);
    }
  });
}

function failedPage(
  { url, text: told }: ReadPage,
  status: number,
  { language }: Asked,
): JsonObject {
  const upstream = { status, text: told.slice(0, UPSTREAM_CHARACTERS) };
  const isPassing = status === 408 || status === 429 || status >= 500;
  if (!isPassing)
    return { ...correctable('url', webFetchTexts.status(url, status), language), upstream };
  const text = webFetchTexts.serverTrouble(url, status)[language];
  return {
    ...failureEnvelope({ error: text, errorType: 'transient' }),
    user_message: text,
    upstream,
  };
}

interface PieceRequest {
  readonly offset: number;
  readonly limit: number;
  readonly asked: Asked;
}

/** ENV-11: what was left out is said, where it is more than a page's end. */
function pieceOf(page: ReadPage, { offset, limit, asked }: PieceRequest): JsonObject {
  const { text } = page;
  if (offset > 0 && offset >= text.length) {
    throw new ParameterProblem('offset', webFetchTexts.beyond(offset, text.length));
  }
  const end = endOfPiece(text, offset, limit);
  const warnings = [
    ...(page.isCut ? [webFetchTexts.cut(LIMIT_BYTES / 1e6, MOST_CHARACTERS / 1e6)] : []),
    ...(text.trim() === '' ? [webFetchTexts.noText()] : []),
    ...(page.isGarbled ? [webFetchTexts.garbled(page.encoding)] : []),
  ].map((warning) => warning[asked.language]);
  return {
    success: true,
    data: {
      url: page.url,
      title: page.title,
      media_type: page.mediaType,
      encoding: page.encoding,
      text: text.slice(offset, end),
      offset,
      next_offset: end < text.length ? end : null,
      total_characters: text.length,
    },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}

/** At the end of a line where there is one in the last third, and never in the middle of a character. */
function endOfPiece(text: string, offset: number, limit: number): number {
  const end = offset + limit;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  if (line > offset + (limit * 2) / 3) return line;
  const isSplit = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '');
  return isSplit ? end - 1 : end;
}
