// One page of a file by lines, in bounded memory however long the file or a line of it is.

import type { Text } from '#base/text.ts';
import { readFileTexts } from '#contract/texts/builtin-texts.ts';
import type { WorkspaceFile } from '#features/workspaces/index.ts';
import { ParameterProblem } from '../read-parameter.ts';
import { decodedPieces, type PageRequest } from './decoded-pieces.ts';
import type { ReadFilePage } from './read-characters.ts';

/** A page of more is cut at a line, so that it stays one that a model can read. */
const PAGE_CHARACTERS = 10_000;
/** Files up to this size are counted to their end. */
const COUNTED_BYTES = 16_000_000;

/** Throws a `ParameterProblem` for an offset beyond the end. */
export async function readLines(file: WorkspaceFile, request: PageRequest): Promise<ReadFilePage> {
  const page = new LinePage(request);
  for await (const piece of decodedPieces(file, request)) {
    page.add(piece);
    if (page.isFull() && file.bytes > COUNTED_BYTES) return page.finish({ isWhole: false });
  }
  return page.finish({ isWhole: true });
}

class LinePage {
  readonly #request: PageRequest;
  readonly #lines: string[] = [];
  #characters = 0;
  /** Of the line being read, from 1. */
  #line = 1;
  /** Its beginning, as far as a page could take it. */
  #open = '';
  /** Characters of it so far. */
  #openLength = 0;
  /** Characters before it. */
  #before = 0;
  #next: number | undefined;
  #cut: { readonly line: number; readonly character: number } | undefined;

  constructor(request: PageRequest) {
    this.#request = request;
  }

  isFull(): boolean {
    return this.#next !== undefined;
  }

  add(piece: string): void {
    let at = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', at)) {
      this.#extend(piece, at, end);
      this.#endLine();
      at = end + 1;
    }
    this.#extend(piece, at, piece.length);
  }

  finish({ isWhole }: { readonly isWhole: boolean }): ReadFilePage {
    if (isWhole && this.#openLength > 0) this.#endLine();
    const { offset, encoding } = this.#request;
    const total = this.#line - 1;
    if (isWhole && offset > 1 && offset > total) {
      throw new ParameterProblem('offset', readFileTexts.beyondLines(offset, total));
    }
    const text = this.#lines.join('\n');
    const warnings: Text[] = [
      ...(this.#cut === undefined
        ? []
        : [readFileTexts.lineCut(this.#cut.line, this.#cut.character)]),
      ...(text.includes('\uFFFD') ? [readFileTexts.garbled(encoding)] : []),
    ];
    return {
      data: {
        text,
        first: offset,
        last: offset + this.#lines.length - 1,
        next_offset:
          this.#next !== undefined && (!isWhole || this.#next <= total) ? this.#next : null,
        ...(isWhole && { total_lines: total }),
      },
      warnings,
    };
  }

  #extend(piece: string, from: number, to: number): void {
    const room = PAGE_CHARACTERS + 1 - this.#open.length;
    if (room > 0 && this.#line >= this.#request.offset && this.#next === undefined) {
      this.#open += piece.slice(from, Math.min(to, from + room));
    }
    this.#openLength += to - from;
  }

  #endLine(): void {
    if (this.#line >= this.#request.offset && this.#next === undefined) this.#take();
    this.#before += this.#openLength + 1;
    this.#line += 1;
    this.#open = '';
    this.#openLength = 0;
  }

  #take(): void {
    const line = this.#open.replace(/\r$/, '');
    if (this.#characters + line.length > PAGE_CHARACTERS) {
      if (this.#lines.length > 0) {
        this.#next = this.#line;
        return;
      }
      const kept = line.slice(0, PAGE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
      this.#lines.push(kept);
      this.#cut = { line: this.#line, character: this.#before + kept.length + 1 };
      this.#next = this.#line + 1;
      return;
    }
    this.#lines.push(line);
    this.#characters += line.length + 1;
    if (this.#lines.length >= this.#request.limit) this.#next = this.#line + 1;
  }
}
