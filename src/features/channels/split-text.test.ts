import { describe, expect, test } from 'vitest';
import type { TextLimit } from './channel-adapter.ts';
import { measureText } from './measure-text.ts';
import { splitText } from './split-text.ts';

const units = (most: number): TextLimit => ({ most, unit: 'utf-16' });
const plain = (text: string, limit: TextLimit) => splitText(text, { limit, isMarkdown: false });
const bare = (text: string) => text.replaceAll(/\s+/g, '');

describe('MSG-06 a text over the limit', () => {
  test('MSG-06 a text of exactly the limit is one message, one character more are two', () => {
    expect(plain('字'.repeat(4000), units(4000))).toHaveLength(1);
    expect(plain('字'.repeat(4001), units(4000)).map(({ length }) => length)).toEqual([4000, 1]);
  });

  test.each([
    ['a paragraph', `${'a'.repeat(50)}\n\n${'b'.repeat(60)}`, ['a'.repeat(50), 'b'.repeat(60)]],
    ['a line', `${'a'.repeat(60)}\n${'b'.repeat(60)}`, ['a'.repeat(60), 'b'.repeat(60)]],
    [
      'a sentence',
      `${'好'.repeat(70)}。${'坏'.repeat(60)}`,
      [`${'好'.repeat(70)}。`, '坏'.repeat(60)],
    ],
    ['a word', `${'a'.repeat(80)} ${'b'.repeat(60)}`, ['a'.repeat(80), 'b'.repeat(60)]],
    [
      'a full stop',
      `${'a'.repeat(70)}. ${'b'.repeat(60)}`,
      [`${'a'.repeat(70)}.`, ` ${'b'.repeat(60)}`],
    ],
  ])('MSG-06 is split behind %s', (_name, text, parts) => {
    expect(plain(text, units(100))).toEqual(parts);
  });

  test('MSG-06 no number is split at its point', () => {
    const text = `${'a'.repeat(60)} ${'b'.repeat(28)} 3.14159265 ${'c'.repeat(50)}`;
    expect(plain(text, units(100))[1]).toMatch(/^3\.14159265/);
  });

  test.each([
    ['a surrogate pair', '😀', 2],
    ['a family', '👨‍👩‍👧‍👦', 11],
    ['a flag', '🇨🇳', 4],
    ['a letter with its accent', 'e\u0301', 2],
  ])('MSG-06 never inside %s', (_name, character, width) => {
    for (const shift of [0, 1, 2, 3]) {
      const text = 'x'.repeat(shift) + character.repeat(200);
      const parts = plain(text, units(100));
      expect(parts.join('')).toBe(text);
      for (const part of parts.slice(1)) expect(part.startsWith(character)).toBe(true);
      for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThan(100 - width - 1);
    }
  });

  test.each(['utf-16', 'code-points', 'bytes'] as const)(
    'MSG-06 whatever is said, %s are counted, nothing is lost and no message is too long',
    (unit) => {
      let seed = 7;
      const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
      const words = [
        '好',
        '。',
        '😀',
        '👩‍💻',
        'word',
        ' ',
        '\n',
        '\n\n',
        '，',
        '3.5',
        '```\n',
        'é',
        '\t',
      ];
      for (let round = 0; round < 60; round += 1) {
        const text = Array.from({ length: 400 }, () => words[next(words.length)]).join('');
        const limit = { most: 40 + next(90), unit };
        const parts = plain(text, limit);
        expect(bare(parts.join(''))).toBe(bare(text));
        for (const part of parts) {
          expect(measureText(part, unit)).toBeLessThanOrEqual(limit.most);
          expect(part.isWellFormed() && part.trim() !== '').toBe(true);
        }
        for (const part of splitText(text, { limit, isMarkdown: true }))
          expect(measureText(part, unit)).toBeLessThanOrEqual(limit.most);
      }
    },
  );

  test('MSG-06 a limit narrower than a character still ends', () => {
    expect(plain('😀😀', { most: 1, unit: 'bytes' })).toEqual(['😀', '😀']);
  });
});

describe('MSG-06 code in Markdown that is split', () => {
  const code = Array.from({ length: 40 }, (_, line) => `const line${line} = ${line};`);
  const text = ['Here:', '', '```ts', ...code, '```', '', 'Done.'].join('\n');
  const parts = splitText(text, { limit: units(200), isMarkdown: true });

  test('MSG-06 is closed and opened again with its language', () => {
    for (const part of parts) {
      expect(part.match(/^```/gm)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0);
      expect(part.length).toBeLessThanOrEqual(200);
    }
    for (const part of parts.slice(1, -1)) expect(part).toMatch(/^```ts\n/);
  });

  test('MSG-06 keeps every line once and whole', () => {
    const lines = parts
      .flatMap((part) => part.split('\n'))
      .filter((line) => line.startsWith('const'));
    expect(lines).toEqual(code);
  });

  test('MSG-06 in plain text is no code', () => {
    expect(plain(text, units(200)).join('\n').match(/```/g)).toHaveLength(2);
  });
});

test('MSG-06 whatever a text is made of, nothing of it is lost, and no character is cut', () => {
  const atoms = ['a', '中', '。', '！', '!\u{fe0f}', '👨‍👩‍👧‍👦', '🇨🇳', 'e\u0301', ' ', '\n', '\n\n', '\t', '\u3000', '\r\n',
    '```\n', 'x'.repeat(30), ' \u0301', '\ud800', '👍🏽', '1\ufe0f\u20e3', '.', '；', '  \n  \n', '\ufeff']; // prettier-ignore
  let seed = 1;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * most);
  };
  const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: random(300) }, () => atoms[random(atoms.length)]).join('');
    const most = 60 + random(100);
    const parts = splitText(text, { limit: { most, unit: 'utf-16' }, isMarkdown: false });
    expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    const begins = new Set(Array.from(characters.segment(text), ({ index }) => index));
    let at = 0;
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(most);
      at = text.indexOf(part, at);
      expect(begins.has(at)).toBe(true);
      at += part.length;
    }
  }
});
