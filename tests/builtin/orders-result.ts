// One stored result of many rows, and how tests ask `read_result` about it.

import { expect } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { createReadResult } from '#builtin/read_result/handler.ts';
import type { TrustedHost } from '#features/runtimes/index.ts';
import { storedResult } from './stored-result.ts';
import { trustedHost } from './trusted-host.ts';

const LIMIT = 12_000;
export const execute = createReadResult({ resultChars: LIMIT });
const CITIES = ['上海', '北京', 'Köln'];
export const rows = Array.from({ length: 20_000 }, (_, n) => ({
  id: n,
  city: CITIES[n % 3] ?? '',
  amount: (n % 100) + 0.1,
  code: `${n % 7}`,
  address: { zip: String(10_000 + n) },
  ...(n % 2 === 0 && { note: n === 12_344 ? 'the NEEDLE | is here' : 'nothing' }),
  mixed: n === 5 ? 'five' : n,
}));
export const text = Array.from({ length: 30_000 }, (_, n) => `line ${n} 😀\n`).join('');
const ENVELOPE = {
  success: true,
  total: 20_000,
  data: { rows, by_id: { a: { n: 1 }, 'b.c': 2 }, tags: ['x', 'y'] },
  text,
  odd: ['\u0000', '\uD800', '', null],
} satisfies JsonObject;

export interface Orders {
  readonly host: TrustedHost;
  readonly path: string;
  /** The answer is never longer than its limit. */
  readonly ask: (input: JsonObject) => Promise<JsonObject>;
  /** Of a success. */
  readonly data: (input: JsonObject) => Promise<JsonObject>;
}

export async function storedOrders(): Promise<Orders> {
  const host = await trustedHost();
  const path = await storedResult(host.workspace, ENVELOPE);
  const ask = async (input: JsonObject) => {
    const answer = await execute({ path, ...input }, host);
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(LIMIT);
    return objectOf(answer);
  };
  return {
    host,
    path,
    ask,
    data: async (input) => {
      const answer = await ask(input);
      expect(answer).toMatchObject({ success: true });
      return objectOf(answer['data']);
    },
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
