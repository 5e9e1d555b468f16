// Reads a script's first line: which interpreter it asks for.

import { open } from 'node:fs/promises';

const MOST_BYTES = 512;

export interface ScriptHead {
  /** The interpreter and its options, `env` taken off; undefined without a shebang. */
  readonly shebang: readonly [string, ...string[]] | undefined;
  /** A program of the machine's own kind, which needs no interpreter. */
  readonly isBinary: boolean;
}

/** Rules are more generous than the kernel's: a BOM, CRLF, several options and `env` with options all work. */
export async function readScriptHead(path: string): Promise<ScriptHead> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    return { shebang: parseShebang(head.toString('utf8')), isBinary: isBinary(head) };
  } finally {
    await file.close();
  }
}

export function parseShebang(text: string): readonly [string, ...string[]] | undefined {
  const match = /^\uFEFF?#!([^\r\n]*)/.exec(text);
  const words = (match?.[1] ?? '').split(/[ \t]+/).filter((word) => word !== '');
  const [interpreter, ...rest] = words;
  if (interpreter === undefined) return undefined;
  if (!/(^|\/)env$/.test(interpreter)) return [interpreter, ...rest];
  const [program, ...options] = withoutSplitOption(rest);
  // Variables and other options are for `env` itself.
  if (program === undefined || program.includes('=') || program.startsWith('-')) {
    return [interpreter, ...rest];
  }
  return [program, ...options];
}

function withoutSplitOption(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  if (first === '-S' || first === '--split-string') return rest;
  const glued = /^(?:-S|--split-string=)(.+)$/.exec(first)?.[1];
  return glued === undefined ? words : [glued, ...rest];
}

/** ELF and Mach-O. */
function isBinary(head: Buffer): boolean {
  const magic = head.subarray(0, 4).toString('hex');
  return ['7f454c46', 'cffaedfe', 'cafebabe'].includes(magic);
}
