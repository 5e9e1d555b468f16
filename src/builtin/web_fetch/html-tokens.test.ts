import { expect, test } from 'vitest';
import { htmlTokens } from './html-tokens.ts';

function tagsOf(html: string): readonly string[] {
  return [...htmlTokens(html)].flatMap((token) => (token.kind === 'open' ? [token.name] : []));
}

test('a ">" in a quoted value ends no tag', () => {
  expect([...htmlTokens('<a title="1 > 0">x')]).toEqual([
    { kind: 'open', name: 'a', attributes: new Map([['title', '1 > 0']]) },
    { kind: 'text', text: 'x' },
  ]);
});

test('a tag whose quote never ends takes nothing of the page with it', () => {
  expect(tagsOf('<p><a href="/x><b>bold</b><i>')).toEqual(['p', 'a', 'b', 'i']);
});

test('images with a picture of 100 KB each in their tag are all whole', () => {
  const image = `<img src="data:image/png;base64,${'A'.repeat(100_000)}">`;
  expect([...htmlTokens(image.repeat(30))].map(({ kind }) => kind)).toEqual(
    Array.from({ length: 30 }, () => 'open'),
  );
});

// Each of these tags is looked at for 64 KB: so many tags, so much work.
test.each([
  ['<a ="> "', 30_000],
  ['<a ="> "', 300_000],
  [`<a b='> '`, 300_000],
])(
  'tags like %j, %i of them, are looked at a few times more than there is of them',
  (piece, count) => {
    const html = piece.repeat(count);
    const looks = tagsOf(html).length * 65_536;
    expect(looks).toBeLessThan(html.length + 70 * 65_536);
  },
);
