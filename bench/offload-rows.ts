// The result that the offload benches are about: rows as a skill gives them.

import type { JsonObject } from '#base/json.ts';

const CITIES = ['上海', '北京', '深圳', 'Paris'];
const ROW_CHARS = 125;

/** About `megabytes` of JSON. */
export function rowsResult(megabytes: number): JsonObject {
  const count = Math.round((megabytes * 1024 * 1024) / ROW_CHARS);
  const rows = Array.from({ length: count }, (_, id) => ({
    id,
    name: `customer ${id}`,
    city: CITIES[id % CITIES.length] ?? '',
    amount: ((id * 137) % 100_000) / 100,
    tags: ['new', 'web'],
    note: `ordered by phone, ${id}`,
  }));
  return { success: true, total: count, rows };
}
