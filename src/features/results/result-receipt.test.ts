import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { makeReceipt, type ReceiptRequest } from './result-receipt.ts';

const PATH = '/w/.toolout/toolout_query_0a1b2c3d.json';

function receipt(envelope: JsonObject, rest: Partial<ReceiptRequest> = {}): JsonObject {
  return makeReceipt({
    envelope,
    skill: 'query',
    path: PATH,
    limitChars: 12_000,
    displayKeepChars: 15_000,
    language: 'en',
    ...rest,
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const rows = Array.from({ length: 500 }, (_, id) => ({
  id,
  name: `row ${id}`,
  note: 'n'.repeat(40),
}));

test('OFF-02 always has the fixed keys', () => {
  const envelope = { success: true, rows };
  expect(receipt(envelope)).toMatchObject({
    ok: true,
    offloaded: true,
    skill: 'query',
    path: PATH,
    chars: JSON.stringify(envelope).length,
    schema_keys: ['success', 'rows'],
    _hint: expect.stringContaining('path'),
  });
});

test('OFF-02 lists the first 20 keys', () => {
  const envelope = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, n]));
  expect(receipt(envelope)['schema_keys']).toEqual(Array.from({ length: 20 }, (_, n) => `k${n}`));
});

test("OFF-02 the fixed keys win over the skill's own of the same name", () => {
  const own = {
    ok: 'yes',
    offloaded: false,
    skill: 'x',
    path: '/etc',
    chars: 1,
    schema_keys: 'k',
    _hint: 'h',
  };
  expect(receipt({ ...own, rows })).toMatchObject({
    ok: true,
    offloaded: true,
    skill: 'query',
    path: PATH,
  });
  expect(receipt({ ...own, rows })['schema_keys']).toHaveLength(8);
  expect(receipt({ ...own, rows })['_hint']).not.toBe('h');
});

test('OFF-02 the hint names the tool that reads on, where there is one', () => {
  expect(receipt({ rows }, { readTool: 'read_result' })['_hint']).toContain('read_result');
  expect(receipt({ rows }, { language: 'zh' })['_hint']).toContain('键路径');
});

test('OFF-03, DSP-05 keeps a display block up to its limit', () => {
  expect(receipt({ rows, display_md: 'd'.repeat(15_000) })['display_md']).toBe('d'.repeat(15_000));
});

test('OFF-03, DSP-05 cuts a longer one and says where the whole lies; the figures add up', () => {
  const display = textOf(receipt({ display_md: 'd'.repeat(20_000) })['display_md']);
  expect(display.slice(0, 15_000)).toBe('d'.repeat(15_000));
  expect(display.slice(15_000)).toContain('first 15000 of 20000 characters');
  expect(display).toContain(PATH);
});

test('DSP-05 closes a fenced block that the cut left open, so that the note is read', () => {
  const markdown = `text\n\`\`\`\`sql\n${'s'.repeat(90)}`;
  const display = receipt({ display_md: markdown }, { displayKeepChars: 60 })['display_md'];
  expect(display).toMatch(/s\n````\n\n\(These/);
});

test('DSP-05 with nothing kept there is the note alone', () => {
  const display = receipt({ display_md: 'abc', rows }, { displayKeepChars: 0 })['display_md'];
  expect(display).toContain('first 0 of 3 characters');
});

test('OFF-04 scalars, short texts and small objects pass as they are', () => {
  const small = {
    total: 500,
    done: false,
    next: null,
    title: 't'.repeat(500),
    page: { size: 20, filter: 'f'.repeat(900) },
    none: [],
  };
  expect(receipt({ ...small, rows })).toMatchObject(small);
});

test('OFF-04 longer texts and larger objects do not; what they are is told', () => {
  const made = receipt({
    text: 't'.repeat(501),
    data: { list: rows, total: 500, page: { size: 20 }, note: 'abc', next: null },
  });
  expect(made).not.toHaveProperty('text');
  expect(made).not.toHaveProperty('data');
  expect(made).toMatchObject({
    text_chars: 501,
    text_sample: 't'.repeat(300),
    data_outline: {
      list: 'list(500)',
      total: 'number',
      page: 'object(1)',
      note: 'string(3)',
      next: 'null',
    },
  });
});

test('OFF-04 an object of exactly 1000 characters passes, one more does not', () => {
  const object = { a: 'x'.repeat(1000 - '{"a":""}'.length) };
  expect(receipt({ object })['object']).toEqual(object);
  expect(receipt({ object: { a: `${object.a}y` } })).not.toHaveProperty('object');
});

test('OFF-05 a list becomes its count and its first three items', () => {
  const made = receipt({ rows });
  expect(made).not.toHaveProperty('rows');
  expect(made['rows_count']).toBe(500);
  expect(made['rows_sample']).toEqual(rows.slice(0, 3));
});

test('OFF-05 each sampled item is cut at 300 characters', () => {
  const made = receipt({ items: ['a'.repeat(400), { b: 'b'.repeat(400) }, 7, 8] });
  expect(made['items_count']).toBe(4);
  expect(made['items_sample']).toEqual(['a'.repeat(300), `{"b":"${'b'.repeat(294)}`, 7]);
});

test('OFF-05 a short list is summarised too, and its count wins over a field of that name', () => {
  expect(receipt({ few: [1], few_count: 99 })).toMatchObject({ few_count: 1, few_sample: [1] });
});

test('OFF-06 the fields of artifacts pass, whatever their kind', () => {
  const artifacts = {
    filename: 'f'.repeat(1900),
    local_path: '/w/a.xlsx',
    download_url: 'https://x/a',
    abs_url: 'https://x/b',
    media: 'file',
    images: Array.from({ length: 100 }, (_, n) => ({ url: `https://x/${'u'.repeat(80)}${n}` })),
    videos: [{ local_path: '/w/v.mp4' }],
    files: [{ filename: 'a.xlsx' }],
    audios: [],
  };
  expect(receipt({ ...artifacts, rows })).toMatchObject(artifacts);
});

test('OFF-06 over their limits they are treated as any other field', () => {
  const made = receipt({
    filename: 'f'.repeat(2000),
    files: Array.from({ length: 3000 }, (_, n) => n),
  });
  expect(made).not.toHaveProperty('filename');
  expect(made).not.toHaveProperty('files');
  expect(made).toMatchObject({ files_count: 3000, filename_chars: 2000 });
});

test('OFF-08 drops the largest first and names it', () => {
  const made = receipt({ a: 'a'.repeat(450), b: 'b'.repeat(500), c: 1 }, { limitChars: 1200 });
  expect(made).not.toHaveProperty('b');
  expect(made).toMatchObject({ a: 'a'.repeat(450), c: 1 });
  expect(made['_hint']).toContain('Fields left out for their length: b;');
});

test.each(['zh', 'en'] as const)('OFF-08 is never longer than its limit (%s)', (language) => {
  const envelopes: readonly JsonObject[] = [
    Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`scalar_${n}`, n])),
    Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`list_${n}`, rows.slice(0, 4)])),
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${'键'.repeat(3000)}${n}`, 'v'])),
    Object.fromEntries(
      Array.from({ length: 90 }, (_, n) => [`${'\u0001'.repeat(40)}${n}`, '\u0002']),
    ),
    { objects: { deep: rows }, ...Object.fromEntries(rows.map((row) => [`o${row.id}`, row])) },
  ];
  for (const envelope of envelopes) {
    for (const limitChars of [1000, 1500, 12_000]) {
      const made = receipt(envelope, { limitChars, language });
      expect(JSON.stringify(made).length).toBeLessThanOrEqual(limitChars);
      expect(Object.keys(made)).toEqual(
        expect.arrayContaining([
          'ok',
          'offloaded',
          'skill',
          'path',
          'chars',
          'schema_keys',
          '_hint',
        ]),
      );
    }
  }
});

test('OFF-08 the figures of what was left out add up', () => {
  const envelope = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`field_${n}`, 'v'.repeat(100)]),
  );
  const made = receipt(envelope);
  const kept = Object.keys(made).filter((key) => key.startsWith('field_')).length;
  const [, names = '', more = ''] =
    /length: (.*) and (\d+) more;/.exec(textOf(made['_hint'])) ?? [];
  expect(names.split(', ').length + Number(more) + kept).toBe(400);
});

test('OFF-08 display block and artifacts come on top of the limit', () => {
  const made = receipt(
    { display_md: 'd'.repeat(9000), files: [{ filename: 'f'.repeat(9000) }], total: 3 },
    { limitChars: 1500 },
  );
  expect(made).toMatchObject({ display_md: 'd'.repeat(9000), total: 3 });
  expect(made['files']).toHaveLength(1);
});

test('OFF-02 never changes the envelope', () => {
  const envelope = Object.freeze({ rows: Object.freeze([...rows]), text: 't'.repeat(900) });
  const before = JSON.stringify(envelope);
  receipt(envelope);
  expect(JSON.stringify(envelope)).toBe(before);
});

test.each(['zh', 'en'] as const)(
  'OFF-08 what could not be stored is bounded too (%s)',
  (language) => {
    const envelopes: readonly JsonObject[] = [
      { rows, path: '/etc/shadow', text: '\u0000'.repeat(40_000) },
      Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`scalar_${n}`, n])),
    ];
    for (const envelope of envelopes) {
      for (const limitChars of [1000, 12_000]) {
        const parts = { path: undefined, problem: 'ENOSPC', limitChars, language };
        const made = receipt(envelope, parts);
        expect(JSON.stringify(made).length).toBeLessThanOrEqual(limitChars);
        expect(made).toMatchObject({ ok: true, offloaded: false });
        expect(made).not.toHaveProperty('path');
        expect(made['_hint']).toContain('ENOSPC');
      }
    }
  },
);

test('OFF-02 the hint shows how to read on, by the list there is', () => {
  const made = receipt({ success: true, data: { rows, few: [1] } }, { readTool: 'read_result' });
  expect(made['_hint']).toContain('"key": "data.rows[0:50]"');
  const chinese = receipt({ rows }, { readTool: 'read_result', language: 'zh' });
  expect(chinese['_hint']).toContain('{"path": …, "key": "rows", "where": [');
});

test('a receipt of what is very large is made without writing it out', () => {
  const huge = { list: Array.from({ length: 300_000 }, (_, n) => ({ n, inner: [n, `${n}`] })) };
  const made = receipt({ ...huge, item: { huge } }, { chars: 12_345 });
  expect(made).toMatchObject({ chars: 12_345, list_count: 300_000 });
  expect(made['list_sample']).toHaveLength(3);
});
