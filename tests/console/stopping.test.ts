// A stop: what was said by then stays, it is noted, and the next message works.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  openConversation,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';

const PLAY = {
  'Tell a story': [{ text: 'Once upon a time', end: 'hang' }],
  'Work!': [{ text: 'I begin.', calls: [{ name: 'endless', arguments: {} }] }],
} as const;

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
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
    await openConversation(stage.server, chat.page);
  });
  afterEach(() => refuseErrors(browsing));

  test.each([
    ['its button', () => chat.button('Stop').click()],
    ['Esc', () => chat.box.press('Escape')],
  ])('by %s in the middle of an answer', async (_, stop) => {
    await chat.say('Tell a story');
    const turn = chat.turn('Tell a story');
    await turn.getByText('Once upon a time').waitFor();
    await stop();
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await turn.getByText('Stopped', { exact: true }).waitFor();
      expect(await turn.getByText('Once upon a time').count()).toBe(1);
    }
    await chat.say('And now?');
    await chat.turn('And now?').getByText('You said: And now?').waitFor();
  });

  test('while a skill runs: its call is cut off, and told so', async () => {
    await chat.say('Work!');
    const turn = chat.turn('Work!');
    const line = chat.call('endless');
    await expect.poll(() => line.innerText()).toMatch(/Running.*40% two of five/s);
    await chat.button('Stop').click();
    await turn.getByText('Stopped', { exact: true }).waitFor();
    await expect.poll(() => line.innerText()).toContain('Cut off');
    await line.click();
    await turn
      .getByText(/stopped the turn while "endless" was running/)
      .first()
      .waitFor();
    expect(await turn.getByText('I begin.').count()).toBe(1);
    await chat.say('And now?');
    await chat.turn('And now?').getByText('You said: And now?').waitFor();
  });

  test('Esc while something is open closes that, and the answer goes on', async () => {
    await chat.say('Tell a story');
    await chat.turn('Tell a story').getByText('Once upon a time').waitFor();
    await chat.page.keyboard.press('Control+k');
    const palette = chat.page.getByRole('dialog', { name: 'Jump to' });
    await palette.waitFor();
    await chat.page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    expect(await chat.button('Stop').isVisible()).toBe(true);
    await chat.button('Stop').click();
    await chat.turn('Tell a story').getByText('Stopped', { exact: true }).waitFor();
  });
});
