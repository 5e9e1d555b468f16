import { expect, test } from 'vitest';
import { boundedText } from './bounded-text.ts';

function collected(limitBytes: number, chunks: readonly (string | Buffer)[]): string {
  const text = boundedText(limitBytes, 'en');
  for (const chunk of chunks) text.add(Buffer.from(chunk));
  return text.text();
}

test('keeps everything up to the limit', () => {
  expect(collected(20, ['0123456789', '0123456789'])).toBe('01234567890123456789');
});

test('keeps head and tail beyond it and says how much it left out', () => {
  const text = collected(20, [
    'head67890',
    ...Array.from({ length: 100 }, () => 'x'),
    '123456tail',
  ]);
  expect(text).toBe('head67890x\n… (99 bytes left out here) …\n123456tail');
});

test.each([16, 17, 18, 19, 20, 21, 22, 23, 24, 25])(
  'breaks no character at a limit of %i bytes, and its count is exact',
  (limitBytes) => {
    const whole = '中é😀文'.repeat(40);
    const bytes = Buffer.from(whole);
    const chunks = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
    const text = collected(limitBytes, chunks);
    const [head = '', middle = '', tail = ''] = text.split('\n');
    expect(text).not.toContain('\u{FFFD}');
    expect(whole.startsWith(head)).toBe(true);
    expect(whole.endsWith(tail)).toBe(true);
    const left = Number(/\d+/.exec(middle)?.[0]);
    expect(Buffer.byteLength(head) + left + Buffer.byteLength(tail)).toBe(bytes.length);
  },
);

test('a character that came in pieces is whole', () => {
  const [first, second] = [Buffer.from('中').subarray(0, 1), Buffer.from('中').subarray(1)];
  expect(collected(16, [first, second])).toBe('中');
});

test('bytes that are no UTF-8 become replacement characters and stop nothing', () => {
  const bytes = Buffer.alloc(100, 0x80);
  expect(collected(16, [bytes])).toMatch(
    /^\u{FFFD}+\n… \(\d+ bytes left out here\) …\n\u{FFFD}+$/u,
  );
});

test('does not hold on to the chunks it was given', () => {
  const chunk = Buffer.from('before');
  const text = boundedText(16, 'en');
  text.add(chunk);
  chunk.write('after!');
  expect(text.text()).toBe('before');
});
