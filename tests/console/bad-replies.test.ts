// Whatever a model writes is shown: nothing of it runs or is fetched, nothing leaves the column, and the page goes on.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from './browser.ts';
import { startModelPage, type ModelPage } from './model-page.ts';

/** What would tell that something ran. */
const RUN = 'window.ran=1';

const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#10;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `&#x6A;&#x61;vascript:${RUN}`,
  `java&Tab;script:${RUN}`,
  `javascript&colon;${RUN}`,
  `\u200Bjavascript:${RUN}`,
  `java\u200Bscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5yYW49MTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg onload="${RUN}">`,
  `vbscript:${RUN}`,
  'file:///etc/passwd',
  'blob:x',
  '//evil.example',
  '/api/tokens',
];

const LINKS = [
  ...ADDRESSES.map(
    (to, at) =>
      `[a${at}](${to}) [b${at}](<${to}>) <${to}> ![c](${to}) [d][${at}] ![e][${at}] ${to}`,
  ),
  ADDRESSES.map((to, at) => `[${at}]: <${to}>`).join('\n'),
].join('\n\n');

const HTML = `<script>${RUN}</script>

<img src=x onerror="${RUN}"> ![x](https://evil.example/seen.png)

<iframe src="javascript:${RUN}"></iframe><iframe srcdoc="<script>parent.ran=1</script>"></iframe>

<svg onload="${RUN}"><script>${RUN}</script></svg><details open ontoggle="${RUN}">x</details>

<style>*{display:none}</style><base href="https://evil.example/"><meta http-equiv=refresh content="0;url=/">

<form action=//evil.example><input autofocus onfocus="${RUN}"></form><math><mtext><table><mglyph><style><img src onerror=${RUN}>

[x](https://a.example "\\" onmouseover=${RUN} x=\\"")

\`\`\`js onload=${RUN} "><script>${RUN}</script>
code
\`\`\`

\`\`\`"><img/onerror=${RUN}>
code
\`\`\``;

const BROKEN_FORMULAS = String.raw`$\frac{1}{$ and $$\begin{matrix} a & b$$ and \(\sqrt{\) and $\nosuch{x}$

$$\href{javascript:window.ran=1}{x} \includegraphics{https://evil.example/x.png} \htmlData{a=b}{c}$$

$$\def\a{\a\a}\a$$ $$\rule{99999em}{99999em}$$ $\kern{99999em}x$`;

const RIGHT_TO_LEFT = `שלום world, זה API v2.

- פריט אחד
- item two

English, then עברית.

مرحبا Hello 123`;

const table = (rows: number): string =>
  [
    '| n | what |',
    '|---|---|',
    ...Array.from({ length: rows }, (_, n) => `| ${n} | value **${n}** |`),
  ].join('\n');
const SENTENCE = 'A sentence with **some** words and `code`.\n\n';
const CODE_LINE = 'print("hello", 1)  # note\n';
const fenced = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
const formula = (inner: string): string => `So $${inner}$ it is.\n\n$$\n${inner}\n$$`;
const linked = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, at) => at);
  return [
    ...numbers.map((at) => `See [it][a${at}].\n`),
    ...numbers.map((at) => `[a${at}]: https://a.example/${at}`),
  ].join('\n');
};

const REPLIES: readonly (readonly [what: string, reply: string, seen: string | RegExp])[] = [
  ['200 KB of text', SENTENCE.repeat(4700), 'A sentence with some words'],
  ['200 KB in one line', 'word '.repeat(40_000), 'word word'],
  ['200 KB in one word', 'w'.repeat(200_000), 'wwww'],
  ['200 KB of code', fenced(CODE_LINE.repeat(7700)), 'print("hello", 1)'],
  ['200 KB of code in one line', fenced('a=1;'.repeat(50_000)), 'a=1;a=1;'],
  ['a table of 2,000 rows', table(2000), 'value 1999'],
  ['a table of 300 columns', `|${' c |'.repeat(300)}\n|${'---|'.repeat(300)}`, 'c'],
  ['a table with a word of 3,000', `| a | b |\n|---|---|\n| ${'x'.repeat(3000)} | y |`, 'xxx'],
  ['1,500 links explained at the end', linked(1500), 'See it.'],
  ['right-to-left text', RIGHT_TO_LEFT, 'פריט אחד'],
  ['text with direction marks', 'a\u202Egnp.exe \u2066b\u2069 \u202Dc', 'gnp.exe'],
  ['HTML', HTML, '<script>'],
  ['links that would run something', LINKS, 'b14'],
  ['a fence that is never closed', '~~~~js\nlet a = 1;\n~~~\n> still\n\n```\n', '> still'],
  ['broken formulas', BROKEN_FORMULAS, String.raw`\frac{1}{`],
  ['a formula of 10,000 characters', formula('x+'.repeat(5000)), 'x+x+x+'],
  ['a wide formula', formula(String.raw`\frac{${'x+'.repeat(300)}y}{z}`), 'it is'],
  ['a formula 1,000 deep', formula(String.raw`\sqrt{`.repeat(1000) + '}'.repeat(1000)), 'it is'],
  ['1,000 quotes in one another', `${'> '.repeat(1000)}deep`, 'deep'],
  ['20,000 quotes in one another', `${'>'.repeat(20_000)}deep`, '>>>>'],
  ['1,000 lists in one another', `${'- '.repeat(1000)}deep`, 'deep'],
  ['lists and quotes in one another', `${'> - 1. '.repeat(1000)}deep`, 'deep'],
  [
    '300 steps of lists',
    Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}- n${n}`).join('\n'),
    'n299',
  ],
  ['20,000 brackets', '['.repeat(20_000), '[[[['],
  ['a word with 9,000 marks', `Z${'\u0301\u0325\u0336'.repeat(3000)}a`, 'a'],
  ['an address of 3,000 characters', `https://a.example/${'a'.repeat(3000)}`, 'https://a.example'],
  ['NUL and halves of characters', 'one\u0000 \uD83D two \uDC00 three', 'three'],
];

/** In the page, which has what these tests' own types do not know. */
const HARM = `(() => {
  const answers = document.querySelector('.qiao-list');
  const scroller = document.querySelector('.qiao-scroller');
  const attribute = (tag, name) => [...answers.querySelectorAll(tag)].map((one) => one.getAttribute(name));
  return {
    ran: window.ran,
    elements: [...answers.querySelectorAll('script, iframe, object, embed, form, style, base, meta')].length,
    handlers: [...answers.querySelectorAll('*')].flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on')),
    links: attribute('a', 'href').filter((to) => !/^(https?:|mailto:|#)/.test(to)),
    pictures: attribute('img', 'src').filter((from) => !from.startsWith('data:image/')),
    beyondPage: document.documentElement.scrollWidth - window.innerWidth,
    beyondColumn: scroller.scrollWidth - scroller.clientWidth,
  };
})()`;

const NO_HARM = {
  elements: 0,
  handlers: [],
  links: [],
  pictures: [],
  beyondPage: 0,
  beyondColumn: 0,
};

describe.runIf(hasBrowser)('in a real browser', () => {
  let on: ModelPage;
  const elsewhere: string[] = [];
  beforeAll(async () => {
    on = await startModelPage();
    await on.newConversation();
    on.page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(on.server.url) && !/^(?:data|blob):/.test(url)) elsewhere.push(url);
    });
  }, 120_000);
  afterAll(() => on.close());

  /** In pieces, as models send it. */
  const answer = (reply: string): void =>
    on.answerBy(() => ({ text: reply.match(/[\s\S]{1,3000}/g) ?? [] }));

  test.each(REPLIES)('shows %s, and the conversation goes on', async (_, reply, seen) => {
    answer(reply);
    await on.say('Now');
    const last = on.page.locator('.qiao-answer').last();
    await last.getByText(seen).last().waitFor({ state: 'attached' });
    expect(await on.page.evaluate(HARM)).toEqual(NO_HARM);
    expect({ errors: on.errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
  });

  test('all of it is there after a reload, for a narrow screen too', async () => {
    await on.page.setViewportSize({ width: 390, height: 844 });
    await on.page.reload();
    const latest = REPLIES.at(-1)?.[2] ?? '';
    await on.page.locator('.qiao-answer').last().getByText(latest).waitFor();
    expect(await on.page.evaluate(HARM)).toEqual(NO_HARM);
    answer('And **on**.');
    await on.say('Next');
    await on.page.getByText('And on.').waitFor();
    expect({ errors: on.errors, elsewhere }).toEqual({ errors: [], elsewhere: [] });
  });

  test('what can not be drawn is shown as it was written, and nothing else is lost', async () => {
    const marks = '*'.repeat(5000);
    answer(`Before.\n\n${marks}deep${marks}\n\nAfter.`);
    await on.say('Now');
    const last = on.page.locator('.qiao-answer').last();
    await last.getByText(`${marks}deep`).waitFor();
    await last.getByText('After.').waitFor();
    expect(await last.innerText()).not.toMatch(/RangeError|\.js:/);
    // React tells it to whoever develops.
    expect(on.errors.join('\n')).toContain('Maximum call stack');
  });
});
