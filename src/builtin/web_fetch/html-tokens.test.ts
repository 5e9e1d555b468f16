import { expect, test } from 'vitest';
import { htmlTokens } from './html-tokens.ts';

/** What is left of a page as it is written down here: tags without their attributes, and texts. */
function outlineOf(html: string): string {
  return [...htmlTokens(html)]
    .map((token) => {
      if (token.kind === 'text') return token.text;
      return token.kind === 'open' ? `<${token.name}>` : `</${token.name}>`;
    })
    .join('');
}

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

test('of a page that ends in a tag, all before and after that tag is there, once', () => {
  expect(outlineOf('<p>one <b>two</b> 1 < 2 <img src="data:')).toBe('<p>one <b>two</b> 1 < 2 ');
  expect(outlineOf(`<p>one<a href="/x>two</p><svg><a href='/y>z</a></svg>w`)).toBe(
    '<p>one<a>two</p>w',
  );
  expect(outlineOf('<p>one<script src="/x><p>two</script>three</p class=\'>four')).toBe(
    '<p>onethree</p>four',
  );
});

test('images with a picture of 100 KB each in their tag are all whole', () => {
  const image = `<img src="data:image/png;base64,${'A'.repeat(100_000)}">`;
  expect([...htmlTokens(image.repeat(30))].map(({ kind }) => kind)).toEqual(
    Array.from({ length: 30 }, () => 'open'),
  );
});

test.each([
  ['<script>if (a</b) "<p>"</script>x', 'x'],
  ['<script><!-- <script> </script> p --></script>x', 'x'],
  ['<style>a::after { content: "</p>" }</style>x', 'x'],
  ['<template><p>a<template>b</template>c</template>x', 'x'],
  ['<template><script>"</template>"</script>a</template>x', 'x'],
  ['<iframe><p></iframe>x<noembed></p></noembed>y', 'xy'],
  ['<svg><svg></svg>a</svg>x', 'x'],
  ['<svg/>x<math />y', 'xy'],
  ['<svg><title>a</title><![CDATA[ </svg> > ]]>b</svg>x', 'x'],
  ['<svg><foreignObject><p>a</p></foreignObject>b</svg>x', 'x'],
  ['<svg><style>a</svg>x', 'x'],
  ['<svg><title>a</svg>x', 'x'],
  ['<svg><desc><script>"</svg>"</script></svg>x', 'x'],
  ['<svg><path>a<p>x', '<p>x'],
  ['<math><mi>a<p>b</p></mi></math>x', 'x'],
  ['<noscript><p>x</noscript>', '<noscript><p>x</noscript>'],
  ['<title>a &lt; <b></title>x', '<title>a < <b></title>x'],
  ['<textarea><p></textarea>x', '<textarea><p></textarea>x'],
  ['<xmp><p></xmp>x', '<xmp><p></xmp>x'],
  ['<p>a<![CDATA[b]]>c', '<p>ac'],
  ['<!-->a<!--->b<!-- > --!>c', 'abc'],
  ['a\0b', 'ab'],
  ['</>a</ b>c<?d?>', 'ac'],
])('%j leaves %j', (html, outline) => {
  expect(outlineOf(html)).toBe(outline);
});

test('references in values are read as in values, and only the first of two values counts', () => {
  expect([...htmlTokens('<a HREF="?a&copy=1&copy;&amp" href=b x>')]).toEqual([
    {
      kind: 'open',
      name: 'a',
      attributes: new Map([
        ['href', '?a&copy=1©&'],
        ['x', ''],
      ]),
    },
  ]);
});

test('a page is the same wherever it is cut to be read', () => {
  const piece = '<p a="😀&amp;">😀&eacute;\r\n<!-- - --><![x]]></p>';
  for (let shift = 0; shift < piece.length; shift += 1) {
    const html = ' '.repeat(65_536 - shift) + piece;
    expect([...htmlTokens(html)].slice(-3)).toEqual([
      { kind: 'open', name: 'p', attributes: new Map([['a', '😀&']]) },
      { kind: 'text', text: '😀é\n' },
      { kind: 'close', name: 'p' },
    ]);
  }
});

// What takes more than a few passes over the page, or a deep stack, runs into the test's own limits.
test.each([
  ['formatting in paragraphs', (at: number) => `<b a=${at}><p>`],
  ['attributes of one tag', (at: number) => `${at === 0 ? '<p' : ''} a${at}`],
  ['formatting', () => '<b>'],
  ['tables that are none', () => '<table>x<b>'],
  ['pages in drawings', () => '<svg><foreignObject>'],
  ['templates', () => '<template>'],
  ['quotes that never end', () => `<a b='> '`],
  ['tags with a quote for a name', () => '<a ="> "'],
  ['signs that begin a tag', () => '<'],
  ['scripts in scripts', () => '<script><!--<script>'],
  ['CDATA', () => '<svg><![CDATA[x]]'],
])('a page of %s is read', (_, piece) => {
  const html = Array.from({ length: 300_000 }, (_none, at) => piece(at)).join('');
  expect([...htmlTokens(html)].length).toBeLessThanOrEqual(html.length);
});
