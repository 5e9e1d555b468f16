// Markdown of a reply: cut where it means the same, closed where it grows, and safe.

import { describe, expect, test } from 'vitest';
import { closeOpenMarks } from '../../console/src/chat/markdown/close-open-marks.ts';
import { withMathMarks } from '../../console/src/chat/markdown/math-marks.ts';
import { isInlinePicture, safeUrl } from '../../console/src/chat/markdown/safe-markdown.ts';
import { splitBlocks } from '../../console/src/chat/markdown/split-blocks.ts';
import { withinDepth } from '../../console/src/chat/markdown/within-depth.ts';

describe('pieces', () => {
  test('are paragraphs, and never half of a list, code or formula', () => {
    const list = '- one\n\n- two\n\n  more of two\n';
    const code = '```js\na\n\nb\n```\n';
    const formula = '$$\nx\n\ny\n$$\n';
    expect(splitBlocks(['Hello.\n', list, code, formula, 'End.'].join('\n'))).toEqual([
      'Hello.\n',
      list,
      code,
      formula,
      'End.',
    ]);
  });

  test('joined they are the whole, and those before the last stay while text is added', () => {
    const text = Array.from({ length: 50 }, (_, i) => `## ${i}\n\nText ${i}.\n\n- a\n- b\n`).join(
      '\n',
    );
    expect(splitBlocks(text).join('\n')).toBe(text);
    const part = splitBlocks(text.slice(0, 700));
    expect(splitBlocks(text).slice(0, part.length - 1)).toEqual(part.slice(0, -1));
  });

  test('of a table that is very long each says its columns', () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `| ${i} | value |`);
    const pieces = splitBlocks(['| n | v |', '|---|---|', ...rows].join('\n'));
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(piece).toMatch(/^\| n \| v \|\n\|---\|---\|\n/);
    expect(pieces.join('\n').match(/value/g)).toHaveLength(2000);
  });

  test('know a link that is explained at the end', () => {
    expect(splitBlocks('See [it][1].\n\n[1]: https://example.com')[0]).toContain('[1]: https');
  });

  test('have each what explains their own links, and no other', () => {
    const links = Array.from({ length: 500 }, (_, i) => `See [it][a${i}].\n`).join('\n');
    const explained = Array.from({ length: 500 }, (_, i) => `[A${i}]: https://a.example/${i}`);
    const pieces = splitBlocks(`${links}\n${explained.join('\n')}`);
    expect(pieces[7]).toBe('See [it][a7].\n\n\n[A7]: https://a.example/7');
  });

  test('of a line without an end are bounded', () => {
    for (const text of ['x'.repeat(200_000), 'word '.repeat(40_000)]) {
      for (const piece of splitBlocks(text)) expect(piece.length).toBeLessThan(30_000);
    }
  });

  test('of 200 KB are many small ones, and nothing is lost', () => {
    const text = 'A line of text with **some** words.\n\n- item\n'.repeat(4500);
    const pieces = splitBlocks(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(30_000);
    expect(pieces.join('\n').match(/- item/g)).toHaveLength(4500);
  });
});

describe('the end of a text that grows', () => {
  test.each([
    ['a **bold', 'a **bold**'],
    ['a **', 'a '],
    ['a *soft', 'a *soft*'],
    ['2 * 3', '2 * 3'],
    ['use `code', 'use `code`'],
    ['gone ~~this', 'gone ~~this~~'],
    ['see [the page](https://exa', 'see the page'],
    ['see [the pa', 'see the pa'],
    ['look ![pic](https://x', 'look '],
    ['text\n-', 'text\n'],
    ['text\n## ', 'text\n'],
    ['text\n\n| a | b', 'text\n\n'],
    ['text\n\n| a | b |\n|--', 'text\n\n'],
    ['| a |\n|---|\n| 1', '| a |\n|---|\n| 1'],
    ['so $$\nx^2', 'so '],
    [String.raw`so \[x`, 'so '],
    ['```js\nconst a = "**";', '```js\nconst a = "**";'],
    ['all **done** `here`.', 'all **done** `here`.'],
    ['* item one', '* item one'],
  ])('%j is shown as %j', (half, shown) => {
    expect(closeOpenMarks(half)).toBe(shown);
  });
});

describe('formulas', () => {
  test.each([
    [String.raw`\(a+b\)`, '$a+b$'],
    [String.raw`\[a\]`, '\n$$\na\n$$\n'],
    ['$5 and $10', String.raw`\$5 and \$10`],
    ['$x$ costs $5', String.raw`$x$ costs \$5`],
    ['`$x` and ```', '`$x` and ```'],
    ['```sh\necho $HOME $PATH\n```\n$y$', '```sh\necho $HOME $PATH\n```\n$y$'],
    ['```sh\necho $HOME', '```sh\necho $HOME'],
    ['$$x$$', '$$x$$'],
    // Drawn, it would hold the page up.
    [`$$${'x+'.repeat(3000)}$$`, `\n\`\`\`latex\n$$${'x+'.repeat(3000)}$$\n\`\`\`\n`],
  ])('%j is read as %j', (written, read) => {
    expect(withMathMarks(written)).toBe(read);
  });
});

describe('depth', () => {
  const deep = 12;
  const steps = Array.from({ length: 14 }, (_, level) => `${'  '.repeat(level)}- ${level}`);
  test.each([
    ['as deep as is shown', '> '.repeat(deep), '> '.repeat(deep)],
    ['quotes', `${'> '.repeat(14)}x`, `${'> '.repeat(deep)}\\> > x`],
    ['quotes without blanks', `${'>'.repeat(14)}x`, `${'>'.repeat(deep)}\\>>x`],
    ['items', `${'- '.repeat(13)}x`, `${'- '.repeat(deep)}\\- x`],
    ['numbers', `${'1. '.repeat(13)}x`, `${'1. '.repeat(deep)}1\\. x`],
    ['a rule', '- '.repeat(40), '- '.repeat(40)],
    ['code', `\`\`\`\n${'> '.repeat(40)}\n\`\`\``, `\`\`\`\n${'> '.repeat(40)}\n\`\`\``],
    [
      'steps',
      steps.join('\n'),
      [...steps.slice(0, deep), `${'  '.repeat(11)}- 12`, `${'  '.repeat(11)}- 13`].join('\n'),
    ],
  ])('has an end: %s', (_, written, shown) => {
    expect(withinDepth(written)).toBe(shown);
  });
});

describe('DSP-06 links and pictures', () => {
  test('DSP-06 lead to pages and mail, and nowhere else', () => {
    for (const url of ['https://a.example', 'http://a', 'mailto:a@b.example', '#note'])
      expect(safeUrl(url, 'href')).toBe(url);
    for (const url of [
      'javascript:alert(1)',
      ' JaVaScript:x',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/api/tokens',
    ])
      expect(safeUrl(url, 'href')).toBeUndefined();
  });

  test('DSP-06 only pictures in the text itself are drawn, and none that can hold a script', () => {
    expect(isInlinePicture('data:image/png;base64,AAAA')).toBe(true);
    for (const src of [
      'https://evil.example/p.png',
      'data:image/svg+xml;base64,AAAA',
      'data:text/html;base64,AAAA',
    ])
      expect(isInlinePicture(src)).toBe(false);
  });
});
