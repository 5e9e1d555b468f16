// A converted API as files: its head and the list of its operations in one, the operations line by line in another.

import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ApiHead, ApiOperation } from '../api-operation.ts';
import { summaryOf, type ApiBook, type OperationSummary } from './api-book.ts';

/** Changed where what is stored changes its shape or its meaning: then everything is converted anew. */
export const STORE_FORMAT = 1;

const HEAD_FILE = 'api.json';
const OPERATIONS_FILE = 'operations.jsonl';
const MOST_KEPT = 100;

interface StoredIndex {
  readonly head: ApiHead;
  readonly operations: readonly OperationSummary[];
  /** Bytes where each begins, and where the last ends. */
  readonly offsets: readonly number[];
}

/** `folder` exists and is empty. */
export async function writeApi(
  folder: string,
  reading: Generator<ApiOperation, ApiHead>,
): Promise<void> {
  const file = createWriteStream(join(folder, OPERATIONS_FILE), { mode: 0o600 });
  const operations: OperationSummary[] = [];
  const offsets = [0];
  let at = 0;
  let next = reading.next();
  for (; next.done !== true; next = reading.next()) {
    const line = Buffer.from(`${JSON.stringify(next.value)}\n`);
    at += line.byteLength;
    offsets.push(at);
    operations.push(summaryOf(next.value));
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  const index: StoredIndex = { head: next.value, operations, offsets };
  writeFileSync(join(folder, HEAD_FILE), JSON.stringify(index), { mode: 0o600 });
}

/** Throws where it isn't there whole. */
export async function readApiBook(folder: string): Promise<ApiBook> {
  const file = await open(join(folder, HEAD_FILE));
  try {
    const index: StoredIndex = JSON.parse(await file.readFile('utf8'));
    return bookOf(join(folder, OPERATIONS_FILE), index);
  } finally {
    await file.close();
  }
}

function bookOf(path: string, { head, operations, offsets }: StoredIndex): ApiBook {
  const places = new Map(operations.map(({ name }, at) => [name, at]));
  const kept = new Map<string, ApiOperation>();
  return {
    head,
    operations,
    async operation(name) {
      const known = kept.get(name);
      if (known !== undefined) return known;
      const at = places.get(name);
      const [start, end] = at === undefined ? [] : offsets.slice(at, at + 2);
      if (start === undefined || end === undefined) return undefined;
      const operation = await readLine(path, start, end - start);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(name, operation);
      return operation;
    },
  };
}

async function readLine(path: string, position: number, length: number): Promise<ApiOperation> {
  const file = await open(path);
  try {
    const line = Buffer.alloc(length);
    await file.read(line, 0, length, position);
    const operation: ApiOperation = JSON.parse(line.toString('utf8'));
    return operation;
  } finally {
    await file.close();
  }
}
