// A page's tags and texts, as parse5's tokenizer reads them. No tree: of some pages one takes quadratic time and room.

import {
  ErrorCodes,
  Tokenizer,
  TokenizerMode,
  type ParserError,
  type Token,
  type TokenHandler,
} from 'parse5';
import { LeftOut } from './left-out.ts';

export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string };

export type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

/** What stands in these is text, whatever it looks like. In `noscript` stand tags, since scripts don't run here. */
const MODES = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);
const CHARACTERS_AT_ONCE = 65_536;
/** A tag that never ends is ended at its first ">", and the page read once more from there; so many tags of a page. */
const MOST_MENDED = 4;
const TAG = /<\/?[a-z][^\s/>]*/gi;

/** @yields every tag and text, in the order of the page */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const reader = new TokenReader();
  let rest: string | undefined = html;
  for (let count = 0; count <= MOST_MENDED && rest !== undefined; count += 1) {
    const tokenizer = reader.begin();
    for (let at = 0; at < rest.length; at += CHARACTERS_AT_ONCE) {
      const end = at + CHARACTERS_AT_ONCE;
      tokenizer.write(rest.slice(at, end), end >= rest.length);
      yield* reader.take();
    }
    rest = reader.mended(rest);
  }
}

class TokenReader implements TokenHandler {
  readonly #leftOut = new LeftOut();
  #tokenizer = new Tokenizer({}, this);
  #tokens: HtmlToken[] = [];
  #text = '';
  #endOfMarkup = 0;
  #endsInTag = false;

  begin(): Tokenizer {
    this.#tokenizer = new Tokenizer({}, this);
    this.#tokenizer.inForeignNode = this.#leftOut.isForeign();
    this.#endOfMarkup = 0;
    this.#endsInTag = false;
    return this.#tokenizer;
  }

  take(): readonly HtmlToken[] {
    const tokens = this.#tokens;
    this.#tokens = [];
    return tokens;
  }

  /** Where a tag took the rest of the page: that tag without its attributes, and what follows it. */
  mended(html: string): string | undefined {
    TAG.lastIndex = this.#endOfMarkup;
    const tag = this.#endsInTag ? TAG.exec(html) : null;
    const end = tag === null ? -1 : html.indexOf('>', tag.index);
    return tag === null || end === -1 ? undefined : tag[0] + html.slice(end);
  }

  onParseError({ code }: ParserError): void {
    if (code === ErrorCodes.eofInTag) this.#endsInTag = true;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (!this.#leftOut.isOpen()) this.#text += chars;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {
    // A browser shows none either.
  }

  onComment(): void {
    this.#endMarkup();
  }

  onDoctype(): void {
    this.#endMarkup();
  }

  onStartTag(tag: Token.TagToken): void {
    this.#endMarkup();
    const mode = this.#leftOut.isForeign() ? undefined : MODES.get(tag.tagName);
    if (mode !== undefined) this.#tokenizer.state = mode;
    const isLeftOut = this.#leftOut.start(tag);
    this.#tokenizer.inForeignNode = this.#leftOut.isForeign();
    if (isLeftOut) return;
    const attributes = new Map(tag.attrs.map(({ name, value }) => [name, value]));
    this.#add({ kind: 'open', name: tag.tagName, attributes });
  }

  onEndTag({ tagName: name }: Token.TagToken): void {
    this.#endMarkup();
    const isLeftOut = this.#leftOut.end(name);
    this.#tokenizer.inForeignNode = this.#leftOut.isForeign();
    if (!isLeftOut) this.#add({ kind: 'close', name });
  }

  onEof(): void {
    this.#endText();
  }

  #add(token: HtmlToken): void {
    this.#endText();
    this.#tokens.push(token);
  }

  #endText(): void {
    if (this.#text !== '') this.#tokens.push({ kind: 'text', text: this.#text });
    this.#text = '';
  }

  #endMarkup(): void {
    this.#endOfMarkup = this.#tokenizer.preprocessor.offset + 1;
  }
}
