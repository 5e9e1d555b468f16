// Cuts text into the words that names, descriptions and questions are compared by.

const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN = /^\p{Script=Han}+$/u;

const STOP_WORDS = new Set(
  [
    'a an the and or of to in on at for from by with as is are was were be been do does did can could will would',
    'shall should may might must i me my we us our you your he she it its they them this that these those there here',
    'what which who how when where why please help want need like just about into not no yes if then so some any all',
    'get give let make show tell use using via per hi hello hey thanks thank ok okay',
    '的 了 是 在 我 你 您 他 她 它 们 我们 你们 他们 这 那 这个 那个 这些 那些 和 与 或 及 就 都 也 还 很 把 被 给 对 为',
    '请 请问 帮 帮我 一下 一个 一 个 吗 呢 吧 啊 呀 哦 么 什么 怎么 怎样 如何 哪 哪个 哪些 多少 几 能 可以 能否 会 要 想 需要',
    '用 使用 让 从 到 上 下 里 中 有 没有 不 好 你好 您好 谢谢 告诉 看 看看 帮忙 进行 根据 以及 并 将 其 等',
  ]
    .join(' ')
    .split(' '),
);

/** Lower-cased, without stop words, in order. Long Chinese words also give their pairs of characters. */
export function wordsOf(text: string): string[] {
  const spaced = text
    .normalize('NFKC')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  const words: string[] = [];
  for (const { segment, isWordLike } of SEGMENTER.segment(spaced)) {
    if (isWordLike === true && !STOP_WORDS.has(segment)) words.push(...formsOf(segment));
  }
  return words;
}

function formsOf(word: string): string[] {
  if (!HAN.test(word)) return [singular(word)];
  if (word.length <= 2) return [word];
  const pairs = Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
  return [word, ...pairs];
}

/** Enough of English grammar to find `invoices` by `invoice`. */
function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}
