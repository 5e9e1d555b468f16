import { expect, test } from 'vitest';
import { createBoundedOutput } from './bounded-output.ts';

const statement = (bytes: number) => `<${bytes}>`;

function outputOf(content: Buffer, pieceBytes: number, keptEndBytes?: number) {
  const output = createBoundedOutput(keptEndBytes);
  for (let at = 0; at < content.length; at += pieceBytes) {
    output.push(content.subarray(at, at + pieceBytes));
  }
  return output;
}

test.each([1, 7, 4096, 65_536, 1_000_000])(
  'CLI-06 keeps both ends of a long output in pieces of %i',
  (piece) => {
    const content = Buffer.from(
      Array.from({ length: 60_000 }, (_, line) => `line ${line}\n`).join(''),
    );
    const output = outputOf(content, piece);
    const text = output.text(statement);
    expect(output.bytes).toBe(content.length);
    expect(output.whole()).toBeUndefined();
    expect(text.startsWith('line 0\nline 1\n')).toBe(true);
    expect(text.endsWith('line 59998\nline 59999\n')).toBe(true);
    expect(text).toContain(`\n<${content.length - 200_000}>\n`);
  },
);

test('CLI-06 a cut never falls into a character', () => {
  const text = outputOf(Buffer.from('𝄞'.repeat(100_001).slice(0)), 1000).text(statement);
  expect(text).not.toContain('\uFFFD');
  const shifted = outputOf(Buffer.from(`ab${'好'.repeat(100_000)}c`), 999).text(statement);
  expect(shifted).not.toContain('\uFFFD');
});

test.each([0, 1, 99_999, 100_000, 100_001, 199_999, 200_000])(
  'CLI-06 %i bytes are kept whole',
  (size) => {
    const content = Buffer.alloc(size, 'x');
    const output = outputOf(content, 777);
    expect(output.whole()?.equals(content)).toBe(true);
    expect(output.text(statement)).toBe(content.toString());
    expect(output.end().equals(content)).toBe(true);
  },
);

test('CLI-06 more of the end can be kept for reading than is shown', () => {
  const content = Buffer.from(Array.from({ length: 300_000 }, (_, line) => `${line}\n`).join(''));
  const output = outputOf(content, 50_000, 1_000_000);
  expect(output.end().length).toBe(1_000_000);
  expect(output.end().toString().endsWith('299999\n')).toBe(true);
  expect(output.text(statement).length).toBeLessThan(201_000);
  expect(outputOf(content.subarray(0, 1_100_000), 50_000, 1_000_000).whole()?.length).toBe(
    1_100_000,
  );
});

test('CLI-06 what is not UTF-8 is shown with replacement characters', () => {
  expect(outputOf(Buffer.from([0x61, 0xff, 0xfe, 0x62]), 1).text(statement)).toBe('a\uFFFD\uFFFDb');
});
