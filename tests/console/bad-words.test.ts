// What a person says, however odd: it is sent as it is or not at all, nothing of it runs, and what stands in its way is told.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from './browser.ts';
import { startModelPage, type ModelPage } from './model-page.ts';

const MOST_CHARS = 200_000;
/** In the page, which has what these tests' own types do not know. */
const PASTE = `(() => {
  const area = document.querySelector('textarea');
  area.focus();
  area.setRangeText('one\\0 \\uD83D two\\u202E \\u0007 \\uFEFF');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
})()`;
const DIRECTION = 'getComputedStyle([...document.querySelectorAll(".qiao-said")].at(-1)).direction';
const BEYOND_COLUMN =
  '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".qiao-scroller"))';

const HTML = '<script>window.ran=1</script><img src=x onerror="window.ran=1"> **not bold** &amp;';

describe.runIf(hasBrowser)('in a real browser', () => {
  let on: ModelPage;
  let session = '';
  beforeAll(async () => {
    on = await startModelPage();
    session = await on.newConversation();
  }, 120_000);
  afterAll(() => on.close());

  /** The latest first. */
  const said = async (): Promise<readonly string[]> => {
    const params = { session_id: session };
    const { items } = await on.server.client.call('turns.list', { params });
    return items.map(({ text }) => text);
  };
  const send = () => on.page.getByRole('button', { name: 'Send', exact: true });
  /** As a person pastes it: what no keyboard writes gets in by that. */
  const put = (text: string) => on.page.locator('textarea').fill(text);

  test('as many characters as a message may have are sent, and one more is told', async () => {
    const text = `${'word '.repeat(MOST_CHARS / 5 - 1)}words`;
    expect(text).toHaveLength(MOST_CHARS);
    await put(`${text}!`);
    await on.page.getByText('The message has 200,001 characters; 200,000 is the most.').waitFor();
    expect(await send().isDisabled()).toBe(true);
    await on.page.locator('textarea').press('Enter');
    expect(await on.page.locator('textarea').inputValue()).toHaveLength(MOST_CHARS + 1);
    await on.say(text);
    expect(await said()).toEqual([text]);
    // It does not push everything else out of sight.
    await on.page.getByRole('button', { name: 'Show all' }).waitFor();
  });

  test.each([['   '], ['\n\n\t\n'], ['\u3000\u00A0']])(
    'blanks alone are not sent: %j',
    async (blanks) => {
      const before = await said();
      await put(blanks);
      expect(await send().isDisabled()).toBe(true);
      await on.page.locator('textarea').press('Enter');
      expect(await said()).toEqual(before);
      await put('');
    },
  );

  test('NUL, halves of characters and other unseen ones do not stop a message', async () => {
    // Half a character would not come through to the browser whole.
    await on.page.evaluate(PASTE);
    await on.page.locator('textarea').press('Enter');
    const last = on.page.locator('.qiao-turn').last();
    await last.locator('.qiao-said').getByText('two').waitFor();
    await last.getByText('Done.').waitFor();
    expect((await said()).at(0)).toBe('one \uFFFD two\u202E \u0007 \uFEFF');
    await on.page.reload();
    await last.locator('.qiao-said').getByText('two').waitFor();
  });

  test('HTML and Markdown are shown as they were written', async () => {
    await on.say(HTML);
    expect(await on.page.locator('.qiao-said').last().innerText()).toBe(HTML);
    expect(await on.page.evaluate('window.ran')).toBeUndefined();
  });

  test('right-to-left words stand on their own side, and long ones stay in the column', async () => {
    await on.say(`שלום world ${'x'.repeat(3000)}`);
    expect(await on.page.evaluate(DIRECTION)).toBe('rtl');
    expect(await on.page.evaluate(BEYOND_COLUMN)).toBe(0);
    expect(on.errors).toEqual([]);
  });
});
