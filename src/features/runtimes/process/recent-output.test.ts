import { expect, test } from 'vitest';
import { createRecentOutput } from './recent-output.ts';

test.each([1, 7, 999, 1000, 1001, 50_000])(
  'CLI-06 keeps the last bytes, in pieces of %i',
  (size) => {
    const content = Buffer.from(Array.from({ length: 5000 }, (_, line) => `${line}\n`).join(''));
    const output = createRecentOutput(1000);
    for (let at = 0; at < content.length; at += size) output.push(content.subarray(at, at + size));
    expect(output.bytes().toString()).toBe(content.subarray(-1000).toString());
    expect(output.isWhole()).toBe(false);
  },
);

test.each([0, 1, 999, 1000])('CLI-06 %i bytes are all there', (size) => {
  const output = createRecentOutput(1000);
  output.push(Buffer.alloc(size, 'x'));
  expect(output.bytes().toString()).toBe('x'.repeat(size));
  expect(output.isWhole()).toBe(true);
});
