// What the operating system takes as arguments and environment, checked before it refuses (CLI-01).

import type { Argument } from './build-argv.ts';

/** One string, with its NUL: 32 pages on Linux, however much room there is in all. */
const ONE_STRING_BYTES = 128 * 1024;
/** A quarter of the usual 8 MiB stack, less what the kernel and a launcher in front may need. */
const ALL_STRINGS_BYTES = 2 * 1024 * 1024 - 8 * 1024;
const POINTER_BYTES = 8;

export interface StartStrings {
  /** Program and fixed arguments: the author's. */
  readonly command: readonly string[];
  readonly args: readonly Argument[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface TooLong {
  /** The key of the input, or the name of the variable, that is to be made shorter. */
  readonly key: string;
  readonly limitBytes: number;
}

/** The first string that is too long by itself, else the longest where all together are too long. */
export function findTooLong(strings: StartStrings): TooLong | undefined {
  const sizes = sizesOf(strings);
  const single = sizes.find(({ bytes }) => bytes > ONE_STRING_BYTES);
  if (single !== undefined) return { key: single.key, limitBytes: ONE_STRING_BYTES };
  const fixed = strings.command.reduce((sum, text) => sum + bytesOf(text) + POINTER_BYTES, 0);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes + POINTER_BYTES, fixed);
  return total > ALL_STRINGS_BYTES ? longestOf(strings) : undefined;
}

/** What to make shorter where the system refused all the same (E2BIG). */
export function longestOf(strings: StartStrings): TooLong {
  const byKey = new Map<string, number>();
  for (const { key, bytes } of sizesOf(strings)) byKey.set(key, (byKey.get(key) ?? 0) + bytes);
  const [longest] = [...byKey].toSorted(([, a], [, b]) => b - a);
  return { key: longest?.[0] ?? '', limitBytes: ALL_STRINGS_BYTES };
}

/** The key of the first argument, or the first variable, that holds a NUL: no program can get it. */
export function findNul({ args, environment }: Omit<StartStrings, 'command'>): string | undefined {
  const argument = args.find(({ text }) => text.includes('\0'));
  return (
    argument?.key ?? Object.keys(environment).find((name) => environment[name]?.includes('\0'))
  );
}

function sizesOf({ args, environment }: StartStrings): readonly { key: string; bytes: number }[] {
  return [
    ...args.map(({ key, text }) => ({ key, bytes: bytesOf(text) })),
    ...Object.entries(environment).map(([key, value]) => ({
      key,
      bytes: bytesOf(`${key}=${value}`),
    })),
  ];
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text) + 1;
}
