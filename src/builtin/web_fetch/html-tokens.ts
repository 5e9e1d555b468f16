// Cuts HTML into tags and texts: no tree, no scripts, and but for a few tags that never end one pass, whatever the page holds.

import { decodeReferences } from './html-entities.ts';

export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string };

export type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

/** What stands in these is no text of the page; all of it up to the closing tag is left out. */
const LEFT_OUT = new Set([
  'script',
  'style',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'noembed',
]);
/** What stands in these is text, whatever it looks like. */
const TEXT_ONLY = new Set(['title', 'textarea']);
const TAG = /<(\/?)([a-zA-Z][^\s/>]*)/y;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const LONGEST_TAG = 65_536;
/**
 * Tags of a page that are longer, or whose quote never ends: these end at their first ">" for all that, and what was
 * looked at is looked at again. More than a page has room for that are whole; of further ones it is left out.
 */
const MOST_MENDED = 64;

interface Mending {
  left: number;
}

/** @yields every tag and text, in the order of the page */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const mending: Mending = { left: MOST_MENDED };
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    const end = next === -1 ? html.length : next;
    if (end > at) yield { kind: 'text', text: decodeReferences(html.slice(at, end)) };
    if (next === -1) return;
    const markup = readMarkup(html, next, mending);
    yield* markup.tokens;
    at = markup.end;
  }
}

interface Markup {
  readonly tokens: readonly HtmlToken[];
  readonly end: number;
}

function readMarkup(html: string, start: number, mending: Mending): Markup {
  if (html.startsWith('<!--', start)) return { tokens: [], end: endOf(html, '-->', start + 4) };
  if (html[start + 1] === '!' || html[start + 1] === '?') {
    return { tokens: [], end: endOf(html, '>', start) };
  }
  TAG.lastIndex = start;
  const [head, slash, written = ''] = TAG.exec(html) ?? [];
  // A lone "<" is a text.
  if (head === undefined) return { tokens: [{ kind: 'text', text: '<' }], end: start + 1 };
  const name = written.toLowerCase();
  const end = endOfTag(html, start + head.length, mending);
  if (slash === '/') return { tokens: [{ kind: 'close', name }], end };
  const attributes = attributesOf(html.slice(start + head.length, end - 1));
  const open: OpenTag = { kind: 'open', name, attributes };
  if (LEFT_OUT.has(name)) return { tokens: [], end: endOfLeftOut(html, name, end) };
  return TEXT_ONLY.has(name) ? readTextOnly(html, open, end) : { tokens: [open], end };
}

function endOfLeftOut(html: string, name: string, end: number): number {
  const isEmpty = html[end - 2] === '/' && (name === 'svg' || name === 'math');
  return isEmpty ? end : endOf(html, '>', closingTag(html, name, end));
}

function readTextOnly(html: string, open: OpenTag, start: number): Markup {
  const { name } = open;
  const closing = closingTag(html, name, start);
  const text = decodeReferences(html.slice(start, closing));
  return {
    tokens: [open, { kind: 'text', text }, { kind: 'close', name }],
    end: endOf(html, '>', closing),
  };
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** A ">" in a quoted value ends no tag. */
function endOfTag(html: string, from: number, mending: Mending): number {
  const limit = Math.min(html.length, from + LONGEST_TAG);
  let quote = '';
  for (let at = from; at < limit; at += 1) {
    const character = html[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 1] ?? '')) {
      quote = character;
    }
  }
  if (mending.left === 0) return limit;
  mending.left -= 1;
  return endOf(html, '>', from);
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    const value = decodeReferences(double ?? single ?? bare ?? '');
    if (!attributes.has(key)) attributes.set(key, value);
  }
  return attributes;
}

function closingTag(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}
