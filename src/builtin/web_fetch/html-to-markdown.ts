// A page's text as Markdown: its title, and what is neither navigation nor decoration.

import { setImmediate } from 'node:timers/promises';
import type { HtmlToken, OpenTag } from './html-tokens.ts';
import { MarkdownWriter } from './markdown-writer.ts';

export interface PageText {
  readonly title: string;
  readonly markdown: string;
  /** It would have been longer than `MOST_CHARACTERS`. */
  readonly isCut: boolean;
}

/** Around what a page is about. */
const BOILERPLATE = new Set([
  'nav',
  'footer',
  'aside',
  'form',
  'dialog',
  'button',
  'select',
  'noscript',
]);
const BOILERPLATE_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'menu',
  'dialog',
]);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const BLOCKS = new Set(
  'address article body center dd details div dl dt fieldset figcaption figure header hgroup html legend main p section summary'.split(
    ' ',
  ),
);
/** Less than this is no article: then it is looked at without leaving anything out. */
const LEAST_CHARACTERS = 200;
/** Of Markdown: a page's relative links, written out, are longer than the page by far. */
export const MOST_CHARACTERS = 10_000_000;
/** A longer one is nobody's to open, and each of a page's links might have it. */
const LONGEST_ADDRESS = 2048;

/** Lets others have their turn meanwhile; stops when `signal` does. */
export async function htmlToMarkdown(
  html: string,
  baseUrl: string,
  signal: AbortSignal,
): Promise<PageText> {
  // The library is loaded with the first page, not with the program.
  const { htmlTokens } = await import('./html-tokens.ts');
  const tokens: HtmlToken[] = [];
  for await (const token of paced(htmlTokens(html), signal)) tokens.push(token);
  const base = baseOf(tokens, baseUrl);
  const body = bodyOf(tokens);
  const title = titleOf(tokens);
  let best: Written = { markdown: '', isCut: false };
  for (const part of [within(body, 'main'), within(body, 'article'), body]) {
    if (part.length === 0) continue;
    const written = await write(withoutBoilerplate(part), base, signal);
    if (written.markdown.length >= LEAST_CHARACTERS) return { title, ...written };
    if (written.markdown.length > best.markdown.length) best = written;
  }
  // A page that is nothing but a form or a menu, or one whose tags are never closed.
  const whole = await write(body, base, signal);
  return { title, ...(best.markdown.length * 3 >= whole.markdown.length ? best : whole) };
}

const TOKENS_AT_ONCE = 5000;

async function* paced<Item>(items: Iterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count % TOKENS_AT_ONCE === 0) {
      await setImmediate();
      signal.throwIfAborted();
    }
    yield item;
  }
}

function titleOf(tokens: readonly HtmlToken[]): string {
  for (const name of ['title', 'h1']) {
    const at = tokens.findIndex((token) => token.kind === 'open' && token.name === name);
    if (at === -1) continue;
    const end = tokens.findIndex(
      (token, place) => place > at && token.kind === 'close' && token.name === name,
    );
    const texts = tokens
      .slice(at, end === -1 ? at + 2 : end)
      .map((token) => (token.kind === 'text' ? token.text : ''));
    const title = texts.join('').replaceAll(/\s+/g, ' ').trim();
    if (title !== '') return title.slice(0, 300);
  }
  return '';
}

/** Undefined where it is too long: then only whole addresses are links. */
function baseOf(tokens: readonly HtmlToken[], url: string): string | undefined {
  const base = tokens.find((token) => token.kind === 'open' && token.name === 'base');
  const href = base?.kind === 'open' ? base.attributes.get('href') : undefined;
  const found = (href === undefined ? undefined : URL.parse(href, url)?.href) ?? url;
  return found.length > LONGEST_ADDRESS ? undefined : found;
}

function bodyOf(tokens: readonly HtmlToken[]): readonly HtmlToken[] {
  const at = tokens.findIndex(endsHead);
  return at === -1 ? tokens.filter((_, place) => !isInTitle(tokens, place)) : tokens.slice(at + 1);
}

function endsHead(token: HtmlToken): boolean {
  if (token.kind === 'text') return false;
  return token.kind === 'close' ? token.name === 'head' : token.name === 'body';
}

function isInTitle(tokens: readonly HtmlToken[], at: number): boolean {
  return [tokens[at], tokens[at - 1]].some(
    (token) => token?.kind === 'open' && token.name === 'title',
  );
}

/** From the first tag of that name to its closing one. */
function within(tokens: readonly HtmlToken[], name: string): readonly HtmlToken[] {
  const at = tokens.findIndex((token) => token.kind === 'open' && token.name === name);
  return at === -1 ? [] : tokens.slice(at, endOfElement(tokens, at));
}

/** The place after its closing tag; the end where there is none. */
function endOfElement(tokens: readonly HtmlToken[], start: number): number {
  const first = tokens[start];
  if (first?.kind !== 'open') return start + 1;
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'text' || token.name !== first.name) continue;
    depth += token.kind === 'open' ? 1 : -1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

function withoutBoilerplate(tokens: readonly HtmlToken[]): readonly HtmlToken[] {
  const kept: HtmlToken[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token?.kind === 'open' && isBoilerplate(token)) at = endOfElement(tokens, at);
    else {
      if (token !== undefined) kept.push(token);
      at += 1;
    }
  }
  return kept;
}

function isBoilerplate({ name, attributes }: OpenTag): boolean {
  if (VOID.has(name)) return false;
  return (
    BOILERPLATE.has(name) ||
    BOILERPLATE_ROLES.has(attributes.get('role') ?? '') ||
    attributes.get('aria-hidden') === 'true' ||
    attributes.has('hidden')
  );
}

type Written = Pick<PageText, 'markdown' | 'isCut'>;

async function write(
  tokens: readonly HtmlToken[],
  base: string | undefined,
  signal: AbortSignal,
): Promise<Written> {
  const writer = new MarkdownWriter();
  for await (const token of paced(tokens, signal)) {
    if (writer.characters > MOST_CHARACTERS) break;
    if (token.kind === 'text') writer.text(token.text);
    else if (token.kind === 'open') openTag(writer, token, base);
    else closeTag(writer, token.name);
  }
  const markdown = writer.markdown();
  if (writer.characters <= MOST_CHARACTERS && markdown.length <= MOST_CHARACTERS)
    return { markdown, isCut: false };
  // Not in the middle of a character.
  return {
    markdown: markdown.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, ''),
    isCut: true,
  };
}

type Opens = (writer: MarkdownWriter, tag: OpenTag, base: string | undefined) => void;
type Closes = (writer: MarkdownWriter) => void;

const bold = { open: mark((text) => `**${text}**`), close: endMark };
const slanted = { open: mark((text) => `*${text}*`), close: endMark };
const written = { open: openPre, close: (writer: MarkdownWriter) => writer.endPre() };
const cell = { open: (writer: MarkdownWriter) => writer.startCell(), close: nothing };

const TAGS: Readonly<Record<string, { readonly open: Opens; readonly close: Closes }>> = {
  a: { open: openLink, close: endMark },
  b: bold,
  strong: bold,
  i: slanted,
  em: slanted,
  code: { open: openCode, close: endMark },
  br: { open: (writer) => writer.lineBreak(), close: nothing },
  hr: { open: (writer) => writer.rule(), close: nothing },
  img: { open: image, close: nothing },
  pre: written,
  xmp: written,
  plaintext: written,
  ul: { open: (writer) => writer.startList(false), close: (writer) => writer.endList() },
  ol: { open: (writer) => writer.startList(true), close: (writer) => writer.endList() },
  li: { open: (writer) => writer.item(), close: (writer) => writer.endBlock() },
  blockquote: { open: (writer) => writer.startQuote(), close: (writer) => writer.endQuote() },
  table: { open: (writer) => writer.startTable(), close: (writer) => writer.endTable() },
  tr: { open: (writer) => writer.startRow(), close: nothing },
  td: cell,
  th: cell,
};

function openTag(writer: MarkdownWriter, tag: OpenTag, base: string | undefined): void {
  const level = /^h([1-6])$/.exec(tag.name)?.[1];
  if (level !== undefined) writer.heading(Number(level));
  else if (BLOCKS.has(tag.name)) writer.endBlock();
  else TAGS[tag.name]?.open(writer, tag, base);
}

function closeTag(writer: MarkdownWriter, name: string): void {
  if (/^h[1-6]$/.test(name)) writer.endHeading();
  else if (BLOCKS.has(name)) writer.endBlock();
  else TAGS[name]?.close(writer);
}

function nothing(): void {
  // What it opened ends with something else.
}

function endMark(writer: MarkdownWriter): void {
  if (!writer.isInPre()) writer.endMark();
}

function mark(close: (text: string) => string): Opens {
  return (writer) => {
    if (!writer.isInPre()) writer.startMark(close);
  };
}

function inlineCode(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}

function openLink(writer: MarkdownWriter, { attributes }: OpenTag, base: string | undefined): void {
  if (writer.isInPre()) return;
  const href = attributes.get('href');
  const url = href === undefined || href.startsWith('#') ? null : addressOf(href, base);
  const isWeb = url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol);
  writer.startMark((text) =>
    isWeb ? `[${text.replaceAll(/[[\]]/g, String.raw`\$&`)}](${url.href})` : text,
  );
}

function image(writer: MarkdownWriter, { attributes }: OpenTag, base: string | undefined): void {
  const alt = (attributes.get('alt') ?? '').trim();
  const url = alt === '' ? null : addressOf(attributes.get('src') ?? '', base);
  if (url?.protocol.startsWith('http') === true) writer.text(`![${alt}](${url.href})`);
}

function addressOf(given: string, base: string | undefined): URL | null {
  const url = URL.parse(given, base);
  return url === null || url.href.length > LONGEST_ADDRESS ? null : url;
}

function openCode(writer: MarkdownWriter, tag: OpenTag): void {
  writer.codeLanguage(languageOf(tag));
  if (!writer.isInPre()) writer.startMark(inlineCode);
}

function openPre(writer: MarkdownWriter, tag: OpenTag): void {
  writer.startPre(languageOf(tag));
}

function languageOf({ attributes }: OpenTag): string {
  return /lang(?:uage)?-([\w+-]+)/.exec(attributes.get('class') ?? '')?.[1] ?? '';
}
