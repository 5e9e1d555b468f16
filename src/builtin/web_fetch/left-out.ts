// What of a page is none of its text: from one of these tags to its closing one.

import { foreignContent, type Token } from 'parse5';

const LEFT_OUT = new Set('script style template svg math iframe object noembed'.split(' '));
/** What stands in these is no HTML, but for what stands in an element of `HTML_WITHIN`. */
const FOREIGN = new Set(['svg', 'math']);
const HTML_WITHIN = new Set('foreignobject desc title annotation-xml mi mo mn ms mtext'.split(' '));

export class LeftOut {
  #name: string | undefined;
  /** How many of that name are open. */
  #depth = 0;
  #htmlDepth = 0;

  isOpen(): boolean {
    return this.#name !== undefined;
  }

  /** Where a tag now stands in a drawing or a formula, read by other rules. */
  isForeign(): boolean {
    return this.#name !== undefined && FOREIGN.has(this.#name) && this.#htmlDepth === 0;
  }

  /** @returns whether the tag is left out */
  start(tag: Token.TagToken): boolean {
    const { tagName: name } = tag;
    // As in a browser: a drawing that nobody closed ends where the page goes on.
    if (this.isForeign() && foreignContent.causesExit(tag)) this.#name = undefined;
    const isFirst = this.#name === undefined;
    if (isFirst && !LEFT_OUT.has(name)) return false;
    const isClosed = tag.selfClosing && (FOREIGN.has(name) || this.isForeign());
    if (isClosed) return true;
    if (isFirst) {
      this.#name = name;
      this.#depth = 0;
      this.#htmlDepth = 0;
    }
    if (name === this.#name) this.#depth += 1;
    if (HTML_WITHIN.has(name)) this.#htmlDepth += 1;
    return true;
  }

  /** @returns whether the tag is left out */
  end(name: string): boolean {
    if (this.#name === undefined) return false;
    if (HTML_WITHIN.has(name)) this.#htmlDepth = Math.max(0, this.#htmlDepth - 1);
    if (name === this.#name) this.#depth -= 1;
    if (this.#depth === 0) this.#name = undefined;
    return true;
  }
}
