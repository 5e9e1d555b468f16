import { expect, test } from 'vitest';
import { htmlToMarkdown, MOST_CHARACTERS } from './html-to-markdown.ts';

const read = (html: string) =>
  htmlToMarkdown(html, 'http://a.example/', new AbortController().signal);

const baseOfLength = (length: number): string =>
  `<base href="http://b.example/${'y'.repeat(length)}/">`;

test('a long address that a page gives all its links is not written out for each', async () => {
  const html = `${baseOfLength(60_000)}<body>${'<a href=b>x</a>'.repeat(5000)}`;
  expect(await read(html)).toEqual({ title: '', markdown: 'x'.repeat(5000), isCut: false });
});

test('a link or an image with a longer address than anybody opens is its text', async () => {
  const long = 'z'.repeat(100);
  const html = `${baseOfLength(2000)}<body><a href="${long}">far</a> <img alt="pic" src="${long}"> <a href="/n">near</a>`;
  expect(await read(html)).toMatchObject({ markdown: 'far [near](http://b.example/n)' });
});

test.each([
  ['addresses', `${baseOfLength(2000)}<body>${'<a href=b>x</a>'.repeat(20_000)}`],
  ['addresses of images', `${baseOfLength(2000)}<body>${'<img alt=x src=b>'.repeat(20_000)}`],
  ['the room of lists', `<body><ul><ul><ul><ul><ul><ul><blockquote>${'x<br>'.repeat(800_000)}`],
  [
    'empty cells',
    `<body>${`<table><tr>${'<td>x'.repeat(50)}${'<tr><td>x'.repeat(9000)}</table>`.repeat(30)}`,
  ],
])('what a page makes of %s has an end, and is told to have one', async (_, html) => {
  const { markdown, isCut } = await read(html);
  expect(markdown.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  expect(isCut).toBe(true);
});

test.each([
  [
    'caf&eacute &copy 2026 &notin; &NotEqualTilde; &nosuch; &#128; &#x1F600;',
    'café © 2026 ∉ ≂̸ &nosuch; € 😀',
  ],
  ['<a href="/?a=1&copy=2&lt;3&amp;b">x</a>', '[x](http://a.example/?a=1&copy=2%3C3&b)'],
  ['<xmp><b>not</b> bold</xmp>', '```\n<b>not</b> bold\n```'],
  ['<plaintext><b>not</b> bold', '```\n<b>not</b> bold\n```'],
  ['1 < 2 <3 a<b>c</b>', '1 < 2 <3 a**c**'],
])('%s is read as a browser does', async (html, markdown) => {
  expect(await read(`<body>${html}`)).toMatchObject({ markdown });
});
