// What stands in a large list, object or text of a stored result, a run of it after the other, in bounded memory.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import {
  isIndexChild,
  type IndexNode,
  type IndexPart,
  type IndexRun,
} from '#features/results/index.ts';
import { ParameterProblem } from '../read-parameter.ts';
import type { ResultFile } from './result-file.ts';

/** Read at once; the event loop is left alone for as long as this takes to be parsed. */
const READ_BYTES = 512 * 1024;

export type NodeRun =
  | { readonly kind: 'run'; readonly part: IndexRun; readonly text: string }
  | {
      readonly kind: 'node';
      readonly first: number;
      readonly key: string | undefined;
      readonly node: IndexNode;
    };

/**
 * Every part in order, beginning with the one that holds number `from`.
 * @yields a run's text, without the brackets around it, or a part that is large itself
 */
export async function* nodeRuns(
  file: ResultFile,
  node: IndexNode,
  from = 0,
): AsyncGenerator<NodeRun> {
  let index = Math.max(0, partAt(node, from));
  while (index < node.parts.length) {
    const part = node.parts[index];
    if (part === undefined) return;
    if (isIndexChild(part)) {
      yield { kind: 'node', first: part.first, key: part.key, node: part.node };
      index += 1;
      continue;
    }
    const runs = runsFrom(node.parts, index);
    const buffer = await file.read(part.at, runs.at(-1)?.end ?? part.end);
    for (const run of runs) {
      const text = buffer.toString('utf8', run.at - part.at, run.end - part.at);
      yield { kind: 'run', part: run, text };
    }
    index += runs.length;
  }
}

/** What a run says, and how many of it there must be: where it is not so, the file or its index is none of ours any more. */
export interface RunText {
  readonly part: Pick<IndexRun, 'count'>;
  readonly text: string;
}

export function itemsOf(file: ResultFile, { part, text }: RunText): readonly JsonValue[] {
  const items = parsed(file, `[${text}]`);
  if (Array.isArray(items) && items.length === part.count) return items;
  throw noIndex(file);
}

export function entriesOf(file: ResultFile, { part, text }: RunText): JsonObject {
  const entries = parsed(file, `{${text}}`);
  if (isJsonObject(entries) && Object.keys(entries).length === part.count) return entries;
  throw noIndex(file);
}

export function textOf(file: ResultFile, { part, text }: RunText): string {
  const read = parsed(file, `"${text}"`);
  if (typeof read === 'string' && read.length === part.count) return read;
  throw noIndex(file);
}

/** The whole of a node that is small enough to be held. */
export async function valueOf(file: ResultFile, { at, end }: IndexNode): Promise<JsonValue> {
  return parsed(file, (await file.read(at, end)).toString('utf8'));
}

/** Where number `number` stands: the last part that begins at or before it; -1 where there are none. */
export function partAt({ parts }: IndexNode, number: number): number {
  let low = -1;
  let high = parts.length;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((parts[middle]?.first ?? Infinity) <= number) low = middle;
    else high = middle;
  }
  return low;
}

/** Neighbours that are read at once; the first is a run. */
function runsFrom(parts: readonly IndexPart[], from: number): readonly IndexRun[] {
  const runs: IndexRun[] = [];
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index];
    if (part === undefined || isIndexChild(part)) break;
    const start = runs[0]?.at ?? part.at;
    if (runs.length > 0 && part.end - start > READ_BYTES) break;
    runs.push(part);
  }
  return runs;
}

function parsed(file: ResultFile, text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch (error) {
    throw noIndex(file, error);
  }
}

/** Somebody wrote into the file, or into its index. */
function noIndex(file: ResultFile, cause?: unknown): ParameterProblem {
  return new ParameterProblem('path', readResultTexts.noIndex(file.path), { cause });
}
