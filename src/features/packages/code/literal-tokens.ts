// Cuts source code into the tokens of literals, one at a time.

import type { LiteralDialect } from './literal-dialect.ts';

interface LiteralToken {
  readonly kind: 'string' | 'number' | 'name' | 'mark' | 'end';
  readonly text: string;
  readonly start: number;
  /** A line ended between the token before and this one. */
  readonly isOnNewLine: boolean;
}

/** The reader's place in the source; `advance` moves it. */
export interface LiteralReading {
  readonly source: string;
  readonly dialect: LiteralDialect;
  token: LiteralToken;
  /** Where the token before ended. */
  previousEnd: number;
}

const KINDS = ['string', 'number', 'name', 'mark'] as const;

export function startReading(
  source: string,
  offset: number,
  dialect: LiteralDialect,
): LiteralReading {
  const token = tokenAt(source, offset, dialect);
  return { source, dialect, token, previousEnd: offset };
}

export function advance(reading: LiteralReading): void {
  const end = reading.token.start + reading.token.text.length;
  reading.previousEnd = end;
  reading.token = tokenAt(reading.source, end, reading.dialect);
}

function tokenAt(source: string, offset: number, dialect: LiteralDialect): LiteralToken {
  const blank = matchAt(dialect.blank, source, offset) ?? '';
  const start = offset + blank.length;
  const isOnNewLine = blank.includes('\n');
  for (const kind of KINDS) {
    const text = matchAt(dialect[kind], source, start);
    if (text !== undefined && text !== '') return { kind, text, start, isOnNewLine };
  }
  return { kind: 'end', text: '', start, isOnNewLine };
}

function matchAt(pattern: RegExp, source: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0];
}
