import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeFixture, type NodeFixture } from './node-fixture.ts';

let fixture: NodeFixture;
beforeAll(async () => {
  fixture = await createNodeFixture();
});
afterAll(() => fixture.close());

/** One skill whose values are told by the input, so that one worker serves all. */
const VALUES = `
  const values: Record<string, () => unknown> = {
    cycle: () => { const a: any = { list: [{}] }; a.list[0].back = a; return a; },
    twice: () => { const a = { x: 1 }; return [a, a]; },
    nan: () => ({ rows: [1, { price: NaN }] }),
    infinity: () => [-Infinity],
    bigint: () => ({ id: 10n }),
    nothing: () => undefined,
    holes: () => ({ a: undefined, list: [undefined, 1, , 2] }),
    bytes: () => ({ file: Buffer.from('x') }),
    typed: () => [new Float64Array(1)],
    buffer: () => new ArrayBuffer(1),
    function: () => ({ data: { on_click: () => 1 } }),
    symbol: () => Symbol('s'),
    map: () => ({ index: new Map([[1, 2]]) }),
    set: () => new Set([1]),
    regexp: () => ({ r: /x/ }),
    promise: () => ({ later: Promise.resolve(1) }),
    response: () => ({ answer: new Response('x') }),
    date: () => ({ at: new Date(0), url: new URL('https://x.test/a') }),
    tojson: () => ({ toJSON: () => ({ a: [1] }) }),
    badtojson: () => ({ toJSON: () => NaN }),
    error: () => ({ success: false, error: new TypeError('bad input') }),
    surrogate: () => ({ text: 'a\\uD83D', ['\\uDC00k']: 1 }),
    deep: () => { let a: unknown = 1; for (let i = 0; i < 100_000; i += 1) a = [a]; return a; },
    proto: () => JSON.parse('{"__proto__": {"a": 1}}'),
    odd: () => ({ 'a b': { '0': NaN } }),
    boxed: () => [new String('s'), new Number(2), new Boolean(false)],
    text: () => 'text', list: () => [1, null, 'a', false], null: () => null,
    getter: () => ({ get a() { throw new RangeError('no a'); } }),
  };
  export async function execute({ kind }: { kind: string }) { return values[kind](); }
`;

async function outcomeOf(kind: string) {
  return (await fixture.runCode(VALUES, { kind })).outcome;
}

test.each<[string, unknown]>([
  ['twice', [{ x: 1 }, { x: 1 }]],
  ['nothing', null],
  ['holes', { list: [null, 1, null, 2] }],
  ['date', { at: '1970-01-01T00:00:00.000Z', url: 'https://x.test/a' }],
  ['tojson', { a: [1] }],
  ['error', { success: false, error: 'TypeError: bad input' }],
  ['surrogate', { text: 'a\uFFFD', '\uFFFDk': 1 }],
  ['boxed', ['s', 2, false]],
  ['text', 'text'],
  ['list', [1, null, 'a', false]],
  ['null', null],
])('RUN-08 JSON can hold it: %s', async (kind, value) => {
  expect(await outcomeOf(kind)).toEqual({ status: 'returned', value });
});

test('RUN-08 a field called __proto__ is a field like any other', async () => {
  const outcome = await outcomeOf('proto');
  expect(JSON.stringify(outcome)).toBe('{"status":"returned","value":{"__proto__":{"a":1}}}');
});

test.each([
  ['cycle', '$.list[0].back', 'contains itself'],
  ['nan', '$.rows[1].price', 'NaN'],
  ['infinity', '$[0]', '-Infinity'],
  ['bigint', '$.id', 'bigint'],
  ['bytes', '$.file', 'Buffer'],
  ['typed', '$[0]', 'Float64Array'],
  ['buffer', '$', 'ArrayBuffer'],
  ['function', '$.data.on_click', 'function'],
  ['symbol', '$', 'symbol'],
  ['map', '$.index', 'Map'],
  ['set', '$', 'Set'],
  ['regexp', '$.r', 'RegExp'],
  ['promise', '$.later', 'Promise'],
  ['response', '$.answer', 'Response'],
  ['badtojson', '$', 'NaN'],
  ['odd', '$["a b"]["0"]', 'NaN'],
])(
  'RUN-08 what JSON can not hold is told with its place and kind: %s',
  async (kind, path, found) => {
    const outcome = await outcomeOf(kind);
    if (outcome.status !== 'unserialisable') throw new TypeError(JSON.stringify(outcome));
    expect(outcome.problem).toContain(`${path} `.trim());
    expect(outcome.problem).toContain(found);
  },
);

test('RUN-08 a value nested too deeply is told as that', async () => {
  expect(await outcomeOf('deep')).toMatchObject({
    status: 'unserialisable',
    problem: expect.stringContaining('too deeply'),
  });
});

test("a getter that throws is the skill's exception", async () => {
  expect(await outcomeOf('getter')).toMatchObject({
    status: 'raised',
    exception: { name: 'RangeError', message: 'no a' },
  });
});

test('a result of 50 MB is spilled, whole', async () => {
  const { outcome } = await fixture.runCode(
    `export const execute = () => ({ rows: Array.from({ length: 50 }, (_, i) => String(i % 10).repeat(1_000_000)) });`,
  );
  if (outcome.status !== 'spilled') throw new TypeError(JSON.stringify(outcome).slice(0, 500));
  const text = await readFile(outcome.file, 'utf8');
  expect(outcome.bytes).toBe(Buffer.byteLength(text));
  expect(JSON.parse(text)).toHaveProperty('rows.length', 50);
  await rm(outcome.file);
});

test('an input of 20 MB arrives', async () => {
  const { outcome } = await fixture.runCode(
    'export const execute = ({ text }: { text: string }) => text.length;',
    { text: '好'.repeat(7_000_000) },
  );
  expect(outcome).toEqual({ status: 'returned', value: 7_000_000 });
});
