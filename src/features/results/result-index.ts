// What is noted of a stored result: where in its file the items of its lists lie, every so many bytes.

import * as z from 'zod';

/** Neighbours that stand in the file between two places, with commas between them and no brackets around. */
export interface IndexRun {
  /** Number of the first item, entry or character (UTF-16 unit), from 0. */
  readonly first: number;
  readonly count: number;
  /** Bytes of the file, the end not included. */
  readonly at: number;
  readonly end: number;
  /** Characters of the file before `at`. */
  readonly atChar: number;
}

/** One item or entry that is large itself. */
export interface IndexChild {
  readonly first: number;
  /** Of an entry; an item of a list has none. */
  readonly key?: string | undefined;
  readonly node: IndexNode;
}

export type IndexPart = IndexRun | IndexChild;

/** A list, an object or a text that is large: its parts in the file's order. */
export interface IndexNode {
  readonly kind: 'list' | 'object' | 'text';
  /** Items, entries or characters. */
  readonly count: number;
  /** Bytes of the file, with brackets or quotes. */
  readonly at: number;
  readonly end: number;
  /** Characters of its JSON. */
  readonly chars: number;
  readonly parts: readonly IndexPart[];
}

export interface ResultIndex {
  readonly version: 1;
  /** Of the whole file: an index that was made for another one is none. */
  readonly bytes: number;
  readonly root: IndexNode;
}

const place = z.int().nonnegative();
const runSchema = z.object({ first: place, count: place, at: place, end: place, atChar: place });

const nodeSchema: z.ZodType<IndexNode> = z.object({
  kind: z.enum(['list', 'object', 'text']),
  count: place,
  at: place,
  end: place,
  chars: place,
  get parts() {
    return z.array(
      z.union([
        runSchema,
        z.object({ first: place, key: z.string().optional(), node: nodeSchema }),
      ]),
    );
  },
});

const indexSchema = z.object({ version: z.literal(1), bytes: place, root: nodeSchema });

/** Undefined where it is no index: the file lies where skills write, too. */
export function readResultIndex(text: string): ResultIndex | undefined {
  try {
    const read = indexSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** The name of the index beside a result's file. */
export function indexPath(resultPath: string): string {
  return resultPath.replace(/\.json$/, '.index');
}

export function isIndexChild(part: IndexPart): part is IndexChild {
  return 'node' in part;
}
