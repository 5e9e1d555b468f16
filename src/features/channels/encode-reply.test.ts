import { describe, expect, test } from 'vitest';
import type { ChannelCaps } from './channel-adapter.ts';
import { encodeReply, type ReplyFile } from './encode-reply.ts';
import { plainText } from './plain-text.ts';
import { TEXT_CAPS } from './text/text-channel.ts';

const encode = (text: string, files: readonly ReplyFile[] = [], caps: ChannelCaps = TEXT_CAPS) =>
  encodeReply({ text, files, language: 'en' }, caps);

function fileOf(name: string, kind: ReplyFile['kind'], bytes = 10): ReplyFile {
  const url = `https://qiao.test/files/${name}`;
  return { name, path: name, bytes, url, kind };
}

describe('MSG-06 Markdown on a channel without it', () => {
  test.each([
    ['a heading', '## 结果\n\n好。', '结果\n\n好。'],
    ['emphasis', '**很** *好* ***吧***', '很 好 吧'],
    ['a name with underscores', 'my_file_name and 2 * 3 * 4', 'my_file_name and 2 * 3 * 4'],
    ['a link', 'See [the page](https://a.test/x).', 'See the page (https://a.test/x).'],
    ['a bare link', '<https://a.test/x> and https://b.test', 'https://a.test/x and https://b.test'],
    ['a link that says itself', '[https://a.test](https://a.test)', 'https://a.test'],
    ['a reference', '[page][1]\n\n[1]: https://a.test', 'page (https://a.test)'],
    [
      'a definition that nothing refers to',
      'Sources.\n\n[1]: https://a.test\n[2]: <https://b.test> "B"',
      'Sources.\n\n[1]: https://a.test\n\n[2]: <https://b.test> "B"',
    ],
    [
      'a second definition of a name',
      '[p]\n\n[p]: https://a.test\n[P]: https://b.test',
      'p (https://a.test)\n\n[P]: https://b.test',
    ],
    ['an image', '![a cat](https://a.test/cat.png)', 'a cat (https://a.test/cat.png)'],
    [
      'code',
      'Run `npm ci`:\n\n```sh\nnpm ci\n  npm test\n```',
      'Run npm ci:\n\nnpm ci\n  npm test',
    ],
    ['a quote', '> one\n> two\n\nthree', '> one\n> two\n\nthree'],
    ['a numbered list', '3. a\n4. b', '3. a\n4. b'],
    ['lists in lists', '- a\n  - b\n    1. c\n- d', '- a\n  - b\n    1. c\n- d'],
    ['a list item of two paragraphs', '- a\n\n  b\n- c', '- a\n  b\n- c'],
    ['tasks', '- [x] done\n- [ ] open', '- [x] done\n- [ ] open'],
    ['a struck word', '~~old~~ new', '~~old~~ new'],
    ['a break', 'a<br>b  \nc', 'a\nb\nc'],
    ['an escape and an entity', String.raw`\*a\* &lt;b&gt;`, '*a* <b>'],
    ['a line', 'a\n\n***\n\nb', 'a\n\n---\n\nb'],
  ])('MSG-06 %s', async (_name, markdown, plain) => {
    expect(await plainText(markdown)).toBe(plain);
  });

  test('MSG-06 a table becomes a list with each column named', async () => {
    const table = '| 城市 | 温度 |\n|:--|--:|\n| **北京** | 3°C |\n| 上海 | |\n';
    expect(await plainText(table)).toBe('- 城市: 北京; 温度: 3°C\n- 城市: 上海');
  });

  test('MSG-06 what nests without end is left as it is', async () => {
    const deep = '>'.repeat(5000);
    expect(await plainText(`${deep} a`)).toContain('a');
    const endless = '>'.repeat(150_000);
    expect(await plainText(endless)).toBe(endless);
  });

  test('MSG-06 in a long text what is defined at its end is known at its beginning', async () => {
    const long = 'Words. '.repeat(1200);
    const text = `See [the paper][P  1] and [p 1].\n\n${long}\n\n${long}\n\n[p 1]: https://a.test/p\n[q]: https://a.test/q`;
    const plain = await plainText(text);
    expect(plain).toMatch(
      /^See the paper \(https:\/\/a\.test\/p\) and p 1 \(https:\/\/a\.test\/p\)\./,
    );
    expect(plain).toMatch(/Words\.\n\n\[q\]: https:\/\/a\.test\/q$/);
    expect(plain.match(/Words\./g)).toHaveLength(2400);
  });

  test('MSG-06 what was made to hold the parser up is left as it was written', async () => {
    const hostile = '*a_ '.repeat(3900).trim();
    // For the parser it would be half a minute.
    const plain = await plainText(`**good**\n\n${`${hostile}\n\n`.repeat(20)}**end**`);
    expect(plain).toBe(`good\n\n${`${hostile}\n\n`.repeat(20)}end`);
    const row = '| **a** | **b** |\n';
    const table = await plainText(`| x | y |\n|---|---|\n${row.repeat(800)}`);
    expect(table).not.toContain('*');
  });

  test('MSG-06 of a long text nothing is lost, and code stays whole', async () => {
    const code = Array.from({ length: 900 }, (_, line) => `line_${line}_\n\n`).join('');
    const text = `${'**好**的一段。\n\n'.repeat(2000)}\`\`\`\n${code}\`\`\`\n\n${'*end* '.repeat(2000)}`;
    const plain = await plainText(text);
    expect(plain.match(/好的一段。/g)).toHaveLength(2000);
    expect(plain.match(/line_\d+_/g)).toHaveLength(900);
    expect(plain.match(/end/g)).toHaveLength(2000);
    expect(plain).not.toContain('*');
  });
});

describe('ART-06 files of a reply', () => {
  test('ART-06 one image a message, behind the text', async () => {
    const files = [fileOf('a.png', 'image'), fileOf('b.png', 'image')];
    const { messages } = await encode('Two **images**.', files);
    expect(
      messages.map((each) => (each.kind === 'text' ? each.text : each.files[0]?.name)),
    ).toEqual(['Two images.', 'a.png', 'b.png']);
  });

  test('ART-06 what the channel does not take is a link at the end of the text', async () => {
    const files = [fileOf('a.csv', 'file'), fileOf('b.png', 'image', 11 * 1024 * 1024)];
    const { text, messages } = await encode('Here.', files);
    expect(text).toBe(
      'Here.\n\na.csv: https://qiao.test/files/a.csv\nb.png: https://qiao.test/files/b.png',
    );
    expect(messages).toEqual([{ kind: 'text', text }]);
  });

  test('ART-06 a file alone needs no text, and nothing is sent of nothing', async () => {
    expect((await encode('', [fileOf('a.png', 'image')])).messages).toHaveLength(1);
    expect((await encode(' \n ')).messages).toEqual([]);
  });

  test('ART-06 a channel with Markdown gets Markdown', async () => {
    const caps = {
      ...TEXT_CAPS,
      isMarkdown: true,
      media: { image: { perMessage: 2, mostBytes: 1e6 } },
    };
    const files = ['a', 'b', 'c'].map((name) => fileOf(name, 'image'));
    const { messages } = await encode('**yes**', [...files, fileOf('d[1].csv', 'file')], caps);
    expect(messages.map((each) => (each.kind === 'text' ? each.text : each.files.length))).toEqual([
      '**yes**\n\n[d\\[1\\].csv](<https://qiao.test/files/d[1].csv>)',
      2,
      1,
    ]);
  });
});
