import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { storedRun } from './stored-run.ts';
import { runRecord } from './testing/run-record.ts';

const stored = (fields: Parameters<typeof runRecord>[0]) =>
  JSON.parse(storedRun(runRecord(fields))) as JsonObject & {
    readonly envelope: JsonObject;
    readonly log: string;
  };

test('what jsonb refuses is replaced, and only that', () => {
  const envelope = {
    nul: 'a\0b',
    lone: '\ud800x\udfff',
    pair: '🌉',
    told: String.raw`\u0000 \ud800`,
    control: '\u0001',
    'key\0': ['\\\0'],
  };
  expect(stored({ envelope, log: '\0' })).toMatchObject({
    envelope: {
      nul: 'a\ufffdb',
      lone: '\ufffdx\ufffd',
      pair: '🌉',
      told: String.raw`\u0000 \ud800`,
      control: '\u0001',
      'key\ufffd': ['\\\ufffd'],
    },
    log: '\ufffd',
  });
});

test('an envelope over 256 KB keeps its small fields and the beginnings of large ones, and says so', () => {
  const envelope = { ok: true, rows: ['🌉'.repeat(100_000)], text: 'é'.repeat(200_000), n: 1 };
  const bytes = Buffer.byteLength(JSON.stringify(envelope));
  const { envelope: kept } = stored({ envelope });
  expect(kept).toMatchObject({ ok: true, n: 1, _cut: { bytes, fields: ['rows', 'text'] } });
  expect(JSON.stringify(kept['_cut'])).toContain(`The result has ${bytes} bytes`);
  expect(kept['text']).toBe('é'.repeat(32_768));
  expect(kept['rows']).toMatch(/^\["(🌉)+$/u);
});

test.each([
  ['many small fields', () => Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at] as const)],
  ['many large fields', () => Array.from({ length: 99 }, (_, at) => [`k${at}`, 'x'.repeat(9999)])],
  ['names that are long', () => [['n'.repeat(300_000), 1] as const]],
  ['a field called __proto__', () => [['__proto__', 'x'.repeat(300_000)] as const]],
])('an envelope with %s is bounded too', (_, entries) => {
  const envelope = Object.fromEntries(entries()) as JsonObject;
  const text = storedRun(runRecord({ envelope }));
  expect(Buffer.byteLength(text)).toBeLessThan(256 * 1024);
  expect(stored({ envelope }).envelope).toHaveProperty('_cut.bytes');
});

test('an envelope of 256 KB is whole, whatever its alphabet', () => {
  const envelope = { text: '巧'.repeat(87_000) };
  expect(stored({ envelope }).envelope).toEqual(envelope);
});

test('of a long log the end is kept, of a note the beginning, and nothing is split inside a character', () => {
  const log = `${'🌉'.repeat(200_000)}end`;
  const note = '🌉'.repeat(9000);
  const kept = stored({ log, decisions: [{ stage: 'clock', rule: 'CLK-01', note }] });
  expect(kept.log).toMatch(/^The log has 400003 characters; only its end was stored\.\n(🌉)+end$/u);
  expect(kept['decisions']).toEqual([{ stage: 'clock', rule: 'CLK-01', note: '🌉'.repeat(2048) }]);
});
