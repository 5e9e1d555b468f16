// A turn of hundreds of calls: one line on the page, of which a part at a time is unfolded.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hasBrowser } from './browser.ts';
import { startModelPage, type ModelPage } from './model-page.ts';

const ROUNDS = 20;
const CALLS_A_ROUND = 25;

/** In the page, which has what these tests' own types do not know. */
const LINE_TOP = `document.querySelector('.qiao-group > .qiao-line').getBoundingClientRect().top`;

/** How far it is to the end of what was said. */
const REST = `(() => {
  const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.qiao-scroller');
  return scrollHeight - scrollTop - clientHeight;
})()`;

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string() })) });

describe.runIf(hasBrowser)('in a real browser', () => {
  let on: ModelPage;
  beforeAll(async () => {
    on = await startModelPage({ environment: { MAX_TOOL_ROUNDS: String(ROUNDS + 2) } });
    on.answerBy(({ body }) => {
      const { messages } = requestSchema.parse(body);
      const made = messages.filter(({ role }) => role === 'tool').length;
      if (made >= ROUNDS * CALLS_A_ROUND) return { text: 'All is done.' };
      const calls = Array.from({ length: CALLS_A_ROUND }, (_, at) => ({
        name: 'read_file',
        // No two are alike; most of them find nothing.
        arguments: { path: '.', offset: made + at },
      }));
      return { text: `Round ${made / CALLS_A_ROUND}.`, calls };
    });
  }, 120_000);
  afterAll(() => on.close());

  test('500 calls of a turn are one line, and unfold a part at a time', async () => {
    await on.newConversation();
    await on.say('Go');
    await on.page.getByText('All is done.', { exact: true }).waitFor();
    for (const again of [false, true]) {
      if (again) await on.page.reload();
      const line = on.page.getByRole('button', { name: '500 skill calls' });
      await line.waitFor();
      expect(await on.page.locator('.qiao-call').count()).toBe(0);
      await line.click();
      expect(await on.page.locator('.qiao-call').count()).toBe(50);
      // What was unfolded is read from its beginning, though one was at the end.
      await on.page.waitForTimeout(300);
      expect(await on.page.evaluate(LINE_TOP)).toBeGreaterThan(0);
      await on.page.getByRole('button', { name: 'Show 50 more' }).click();
      expect(await on.page.locator('.qiao-call').count()).toBe(100);
    }
    expect(on.errors).toEqual([]);
  });

  test('the end of a turn is in view on a phone, whatever its calls turn out to be', async () => {
    on.answerBy(({ body }) => {
      const { messages } = requestSchema.parse(body);
      if (messages.some(({ role }) => role === 'tool'))
        return { text: 'The tools have said this and that. '.repeat(12) };
      const calls = [
        { name: 'text-stats', arguments: { text: 'hello there' } },
        { name: 'date-diff', arguments: { start: 'x', end: '2026-12-31' } },
        { name: 'nobody', arguments: {} },
      ];
      return { text: 'Let me see.', calls };
    });
    await on.page.setViewportSize({ width: 390, height: 844 });
    for (const _ of [1, 2, 3]) {
      await on.newConversation();
      await on.say('A question of several lines, as people ask them. '.repeat(3));
      await on.page.getByRole('button', { name: 'Answer again' }).waitFor();
      await on.page.waitForTimeout(500);
      expect(await on.page.evaluate(REST)).toBeLessThan(2);
    }
  });
});
