// Which block of code a text is inside of, line by line, while it is split.

interface Fence {
  /** "```" or longer, or tildes. */
  readonly marks: string;
  /** What opens it again. */
  readonly line: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

export class FenceWatch {
  private readonly isMarkdown: boolean;
  private open: Fence | undefined;

  constructor(isMarkdown: boolean) {
    this.isMarkdown = isMarkdown;
  }

  /** Goes on behind `piece`. */
  read(piece: string): void {
    this.open = this.after(piece);
  }

  /** What the next message begins with. */
  opening(): string {
    return this.open === undefined ? '' : `${this.open.line}\n`;
  }

  /** What ends the message, so that its code does. */
  closing(): string {
    return this.open === undefined ? '' : `\n${this.open.marks}`;
  }

  closingAfter(piece: string): string {
    const open = this.after(piece);
    return open === undefined ? '' : `\n${open.marks}`;
  }

  /** Of all that might have to be closed somewhere in `piece`. */
  longestClosing(piece: string): string {
    if (!this.isMarkdown) return '';
    const marks = piece.split('\n').map((line) => FENCE.exec(line)?.[1] ?? '');
    const longest = [this.open?.marks ?? '', ...marks].toSorted((a, b) => b.length - a.length)[0];
    return longest === undefined || longest === '' ? '' : `\n${longest}`;
  }

  private after(piece: string): Fence | undefined {
    if (!this.isMarkdown) return undefined;
    let open = this.open;
    for (const line of piece.split('\n')) {
      const [, marks = '', rest = ''] = FENCE.exec(line) ?? [];
      if (marks === '') continue;
      if (open === undefined) {
        // A line of code may stand between backticks.
        if (!marks.startsWith('`') || !rest.includes('`'))
          open = { marks, line: `${marks}${languageOf(rest)}` };
      } else if (marks.startsWith(open.marks) && rest.trim() === '') open = undefined;
    }
    return open;
  }
}

/** Of code: the first word, where it is one. */
function languageOf(info: string): string {
  return /^\s*([\w+#.-]{1,30})/.exec(info)?.[1] ?? '';
}
