// The server goes away and comes back, the sign-in ends: nothing that was written is lost, nothing is said twice.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  openConversation,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';

const PLAY = {
  'Tell a story': [{ text: 'Once upon a time', end: 'hang' }],
} as const;
const RECONNECTING = 'Reconnecting… nothing that was received is lost';
const PASSWORD = 'correct horse battery';

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
    // The one that is there now: another than the stage began with.
    await stage.server.remove();
    await stage.stub.close();
  });
  beforeEach(async () => {
    session = await openConversation(stage.server, chat.page);
  });

  const say = async (text: string): Promise<void> => {
    await chat.say(text);
    await chat.turn(text).getByText(`You said: ${text}`).waitFor();
  };
  const said = async (): Promise<readonly string[]> => {
    const params = { session_id: session };
    const { items } = await stage.server.client.call('turns.list', {
      params,
      query: { order: 'oldest' },
    });
    return items.map(({ text }) => text);
  };
  /** As the page does, with its own cookie. */
  const post = (path: string, body: object = {}): Promise<unknown> =>
    chat.page.evaluate(
      `fetch('/api/auth/${path}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify(body)}' })`,
    );
  const signInAgain = async (): Promise<void> => {
    const dialog = chat.page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  test('a server that dies in the middle of an answer: told, resumed by itself, and nothing is lost or there twice', async () => {
    await chat.say('Tell a story');
    const turn = chat.turn('Tell a story');
    await turn.getByText('Once upon a time').waitFor();
    await stage.server.kill();
    await chat.page.getByText(RECONNECTING).waitFor();
    expect(await turn.getByText('Once upon a time').isVisible()).toBe(true);
    await chat.say('Are you there?');
    await chat.box.fill('a thought');
    await chat.page.getByText('Waits for the connection, and is sent by itself then').waitFor();
    stage = { ...stage, server: await stage.server.restart() };
    await turn.getByText('Interrupted', { exact: true }).waitFor();
    await chat.page.getByText(RECONNECTING).waitFor({ state: 'detached' });
    expect(await turn.innerText()).toContain('The server went away');
    await chat.turn('Are you there?').getByText('You said: Are you there?').waitFor();
    expect(await chat.button('Send again').count()).toBe(0);
    expect(await chat.box.inputValue()).toBe('a thought');
    expect(await said()).toEqual(['Tell a story', 'Are you there?']);
  });

  test('one whose answer was lost on the way is sent again under its key, and is there once', async () => {
    await chat.page.route(
      /\/turns$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await say('Only once');
    expect(await said()).toEqual(['Only once']);
  });

  test('where the sign-in is over, one signs in again and goes on with the draft', async () => {
    await chat.box.fill('not to be lost');
    await post('password', { new_password: PASSWORD });
    await post('sign-out');
    await chat.page.getByRole('searchbox').fill('whatever');
    await signInAgain();
    expect(await chat.box.inputValue()).toBe('not to be lost');
    await say('not to be lost');
  });

  test('a message that was refused since the sign-in is over can be sent after it', async () => {
    await chat.box.fill('Still me');
    await post('password', { new_password: PASSWORD });
    await post('sign-out');
    await chat.box.press('Enter');
    await signInAgain();
    await chat.button('Send again').click();
    await chat.turn('Still me').getByText('You said: Still me').waitFor();
    expect(await said()).toEqual(['Still me']);
  });
});
