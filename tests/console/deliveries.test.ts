// Answers of a conversation on a channel: where each stands, and how it is sent once more.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import { leaveDeliveries, newTextConversation } from './channel-stage.ts';
import {
  chatPageOf,
  haveSaid,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';
import { violations } from './violations.ts';

const LONG = Array.from({ length: 120 }, (_, line) => `Line ${line} ${'of many words '.repeat(5)}`);
const PLAY = {
  'Write a lot': [{ text: LONG.join('\n\n') }],
};

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
  let session: string;
  beforeAll(async () => {
    stage = await startChatStage(PLAY);
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(async () => {
    session = await newTextConversation(stage.server);
    await chat.page.goto(`${stage.server.url}/s/${session}`);
    await chat.box.waitFor();
  });
  afterEach(() => refuseErrors(browsing));

  const deliveries = (said: string) => chat.turn(said).getByRole('group', { name: 'Delivery' });
  const resend = () => chat.page.getByRole('button', { name: 'Resend', exact: true });
  /** Answered, and left so by a try. */
  const left = async (...given: [Parameters<typeof leaveDeliveries>[2]]): Promise<void> => {
    await haveSaid(stage.server, session, { text: 'Hello' });
    await leaveDeliveries(stage.server, session, ...given);
    await chat.page.reload();
  };

  test('MSG-06 what was sent is one quiet line, which unfolds to its messages; the list names the channel', async () => {
    await chat.say('Write a lot');
    const line = deliveries('Write a lot').getByRole('button', {
      name: 'Sent to the Text channel',
    });
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await expect.poll(() => line.innerText()).toMatch(/3 messages/);
      expect(await line.getAttribute('aria-expanded')).toBe('false');
      expect(await resend().count()).toBe(0);
      await line.click();
      const parts = deliveries('Write a lot').getByRole('listitem');
      await expect.poll(() => parts.allInnerTexts()).toHaveLength(3);
      expect((await parts.allInnerTexts()).map((words) => words.replaceAll(/\s+/g, ' '))).toEqual(
        [1, 2, 3].map((at) => expect.stringMatching(new RegExp(`^${at} · Text Sent .*1 try`))),
      );
    }
    // As it was sent there, line by line.
    await chat.turn('Write a lot').getByText('Line 1 of many words').first().waitFor();
    const link = chat.page.getByRole('link', { name: 'Write a lot' });
    expect(await link.innerText()).toContain('Text');
    expect(await chat.page.getByRole('banner').innerText()).toMatch(/Qiao · Text/);
    expect(await violations(chat.page)).toEqual([]);
  });

  test('MSG-06 what failed says why, and is sent again: on its way, and then sent', async () => {
    await left({ state: 'failed', error: 'The robot was blocked.' });
    const state = deliveries('Hello');
    await state.getByText('Not sent to the Text channel').waitFor();
    await state.getByText('The robot was blocked.').waitFor();
    expect(await violations(chat.page)).toEqual([]);
    await resend().click();
    await state.getByText('Sent to the Text channel', { exact: true }).waitFor();
    expect(await resend().count()).toBe(0);
    expect(await state.getByText('The robot was blocked.').count()).toBe(0);
    const params = { session_id: session };
    const { items } = await stage.server.client.call('messages.list', { params });
    expect(items.map(({ text }) => text)).toEqual(['You said: Hello']);
  });

  test('MSG-06 sent again and refused again: the new reason stands there, and one may press again', async () => {
    await left({ state: 'failed', error: 'The robot was blocked.', isTooLong: true });
    await resend().click();
    const state = deliveries('Hello');
    await state.getByText('The message is longer than the 4000 characters').waitFor();
    await expect.poll(() => resend().isEnabled()).toBe(true);
    expect(await state.getByText('The robot was blocked.').count()).toBe(0);
    await chat.page.reload();
    await state.getByText('The message is longer than the 4000 characters').waitFor();
  });

  test('MSG-06 what perhaps arrived says that it may be there twice', async () => {
    await left({ state: 'unknown', error: 'Nobody answered.' });
    const state = deliveries('Hello');
    await state.getByText('Perhaps arrived on the Text channel').waitFor();
    const told = await resend().getAttribute('aria-describedby');
    expect(await chat.page.locator(`[id="${told}"]`).innerText()).toMatch(/may be there twice/);
    expect(await violations(chat.page)).toEqual([]);
    await resend().click();
    await state.getByText('Sent to the Text channel', { exact: true }).waitFor();
  });

  test('MSG-06 a wish that can not be told the server is told, and may be repeated', async () => {
    await left({ state: 'failed', error: 'Blocked.' });
    const state = deliveries('Hello');
    const keys: (string | null)[] = [];
    await chat.page.route(/\/resend$/, async (route) => {
      keys.push(route.request().postData());
      await (keys.length === 1 ? route.abort() : route.continue());
    });
    await resend().click();
    await state.getByRole('alert').getByText('Not sent again').waitFor();
    await resend().click();
    await state.getByText('Sent to the Text channel', { exact: true }).waitFor();
    await chat.page.unroute(/\/resend$/);
    expect(keys[1]).toBe(keys[0]);
    // The browser's own word of the lost connection.
    expect(browsing.errors).toEqual([expect.stringContaining('ERR_FAILED')]);
    await browsing.close();
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  });
});
