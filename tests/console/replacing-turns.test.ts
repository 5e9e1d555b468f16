// Answered again, said anew, said meanwhile: what takes the place of what, and in which order.

import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenAiStep } from '../stubs/openai-stub.ts';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  openConversation,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
  let free: () => void;
  const play: Record<string, readonly OpenAiStep[]> = {};
  beforeAll(async () => {
    stage = await startChatStage(play);
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(async () => {
    const { promise: until, resolve } = Promise.withResolvers<undefined>();
    free = () => resolve(undefined);
    play['Slow'] = [{ text: 'Slowly', until }];
    await openConversation(stage.server, chat.page);
  });
  afterEach(() => refuseErrors(browsing));

  /** What stands on the page, as question and answer. */
  const turns = async (): Promise<readonly string[]> => {
    const articles = await chat.page.getByRole('article').allInnerTexts();
    return articles.map((words) =>
      words
        .split('\n')
        .filter((line) => !['', 'You', 'Answer'].includes(line))
        .join(' | '),
    );
  };
  const say = async (text: string): Promise<void> => {
    await chat.say(text);
    await chat.turn(text).getByText(`You said: ${text}`).waitFor();
  };

  test('the last answer is replaced by another', async () => {
    await say('One');
    await say('Two');
    play['Two'] = [{ text: 'Another answer.' }];
    await chat.button('Answer again').click();
    await expect.poll(turns).toEqual(['One | You said: One', 'Two | Another answer.']);
    delete play['Two'];
    await chat.page.reload();
    await expect.poll(turns).toEqual(['One | You said: One', 'Two | Another answer.']);
  });

  test('a message that is said anew takes the place of itself and of all after it', async () => {
    await say('One');
    await say('Two');
    await say('Three');
    await chat.turn('Two').hover();
    await chat.turn('Two').getByRole('button', { name: 'Edit and resend' }).click();
    const edit = chat.page.getByRole('textbox', { name: 'Edit the message' });
    expect(await edit.inputValue()).toBe('Two');
    await chat.page.getByText('its answer and the 1 turn after it will be replaced').waitFor();
    await edit.fill('Deux');
    await edit.press('Control+Enter');
    const told = ['One | You said: One', 'Deux | You said: Deux'];
    await expect.poll(turns).toEqual(told);
    await chat.page.reload();
    await expect.poll(turns).toEqual(told);
  });

  test('an edit that keys open near the end is in view, however high the window is', async () => {
    await say('One');
    await say('Two');
    try {
      for (const height of [300, 330, 360, 390]) {
        await chat.page.setViewportSize({ width: 1280, height });
        const scroller = chat.page.locator('.qiao-scroller');
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await chat.turn('Two').getByRole('button', { name: 'Edit and resend' }).focus();
        await chat.page.keyboard.press('Enter');
        const edit = chat.page.getByRole('textbox', { name: 'Edit the message' });
        await expect
          .poll(async () => (await top(edit)) - (await top(scroller)))
          // Its words: the room around them is a few pixels.
          .toBeGreaterThan(-4);
        await edit.press('Escape');
      }
    } finally {
      await chat.page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  test('Esc leaves an edit and changes nothing', async () => {
    await say('One');
    await chat.button('Edit and resend').click();
    const edit = chat.page.getByRole('textbox', { name: 'Edit the message' });
    await edit.fill('Something else');
    await edit.press('Escape');
    await edit.waitFor({ state: 'detached' });
    expect(await turns()).toEqual(['One | You said: One']);
  });

  test('what is said while an answer is written waits, and is answered in its order', async () => {
    await chat.say('Slow');
    await chat.turn('Slow').getByText('Slowly').waitFor();
    await chat.say('Two');
    await chat.turn('Two').getByText('Queued').waitFor();
    await chat.say('Three');
    await chat.turn('Three').getByText('Queued').waitFor();
    free();
    await expect
      .poll(turns)
      .toEqual(['Slow | Slowly', 'Two | You said: Two', 'Three | You said: Three']);
  });

  test('what waits is taken back into the draft, and is not answered', async () => {
    await chat.say('Slow');
    await chat.turn('Slow').getByText('Slowly').waitFor();
    await chat.say('Two');
    await chat.turn('Two').getByRole('button', { name: 'Take back' }).click();
    await chat.turn('Two').getByText('Taken back').waitFor();
    expect(await chat.box.inputValue()).toBe('Two');
    free();
    await chat.button('Stop').waitFor({ state: 'detached' });
    expect(await turns()).toEqual(['Slow | Slowly', 'Two | Taken back']);
    // It is still the last answer that can be had again.
    expect(await chat.turn('Slow').getByRole('button', { name: 'Answer again' }).count()).toBe(1);
  });
});

async function top(place: Locator): Promise<number> {
  return (await place.boundingBox())?.y ?? -1;
}
