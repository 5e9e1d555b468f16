// What keys do: sending, breaking a line, an input method's Enter, and the palette.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  haveSaid,
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
  beforeAll(async () => {
    stage = await startChatStage({});
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(async () => {
    await openConversation(stage.server, chat.page);
    await chat.box.waitFor();
  });
  afterEach(() => refuseErrors(browsing));

  test('Shift+Enter breaks the line, Enter sends both', async () => {
    await chat.box.pressSequentially('one');
    await chat.box.press('Shift+Enter');
    await chat.box.pressSequentially('two');
    expect(await chat.box.inputValue()).toBe('one\ntwo');
    await chat.box.press('Enter');
    await chat.page.getByRole('article').getByText('You said: one two').waitFor();
    expect(await chat.box.inputValue()).toBe('');
  });

  test('the Enter that ends a composition does not send, the next one does', async () => {
    const keys = await chat.page.context().newCDPSession(chat.page);
    await chat.box.focus();
    const compose = { text: 'nihao', selectionStart: 5, selectionEnd: 5 };
    await keys.send('Input.imeSetComposition', compose);
    const enter = { type: 'rawKeyDown', key: 'Enter', code: 'Enter' } as const;
    await keys.send('Input.dispatchKeyEvent', { ...enter, windowsVirtualKeyCode: 13 });
    await keys.send('Input.insertText', { text: '你好' });
    // As in Safari: the composition is over when the page is told of the key that ended it.
    await keys.send('Input.dispatchKeyEvent', { ...enter, windowsVirtualKeyCode: 229 });
    expect(await chat.box.inputValue()).toBe('你好');
    expect(await chat.page.getByRole('article').count()).toBe(0);
    await chat.box.press('Enter');
    await chat.turn('你好').getByText('You said: 你好').waitFor();
  });

  test('Ctrl-K finds a conversation by its words, and goes there', async () => {
    const { id } = await stage.server.client.call('sessions.create', { body: {} });
    await haveSaid(stage.server, id, { text: 'a needle in the hay' });
    await chat.box.press('Control+k');
    const palette = chat.page.getByRole('dialog', { name: 'Jump to' });
    await palette.getByRole('combobox').fill('needle');
    await palette.getByRole('option', { name: 'a needle in the hay', selected: true }).waitFor();
    await palette.getByRole('combobox').press('Enter');
    await palette.waitFor({ state: 'detached' });
    await chat.turn('a needle in the hay').waitFor();
    expect(chat.page.url()).toContain(id);
  });

  test('arrows choose in the palette, Esc closes it and gives the keys back', async () => {
    await chat.box.fill('a draft');
    await chat.box.press('Control+k');
    const palette = chat.page.getByRole('dialog', { name: 'Jump to' });
    await palette.getByRole('option', { name: 'New conversation', selected: true }).waitFor();
    await palette.getByRole('combobox').press('ArrowDown');
    await palette.getByRole('option', { name: 'Settings: Roles', selected: true }).waitFor();
    await palette.getByRole('combobox').fill('nothing has this');
    await palette.getByText('Nothing found. Try another word.').waitFor();
    await palette.getByRole('combobox').press('Escape');
    await palette.waitFor({ state: 'detached' });
    await expect.poll(() => chat.box.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
    expect(await chat.box.inputValue()).toBe('a draft');
  });
});
