// Where there is nothing yet, or nothing there: what the page says, and the way on.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser, type Browsing } from './browser.ts';
import { chatPageOf, type ChatPage } from './chat-stage.ts';

describe.runIf(hasBrowser)('in a real browser', () => {
  let server: TestServer;
  let browsing: Browsing;
  let chat: ChatPage;
  beforeAll(async () => {
    buildConsole();
    server = await startServer();
    browsing = await browse(server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await server.remove();
  });

  test('a new instance without a model says what answers, and how to get one', async () => {
    await chat.page.goto(server.url);
    await chat.page.getByText('No conversations yet').waitFor();
    await chat.page.getByRole('heading', { name: /What shall we do\?/ }).waitFor();
    await chat.button('What can you do?').click();
    await chat.page.getByRole('article').getByText('No language model is configured.').waitFor();
    await chat.page.getByRole('link', { name: 'What can you do?' }).waitFor();
    expect(browsing.errors).toEqual([]);
  });

  test('a search that finds nothing says so, and is cleared', async () => {
    await chat.page.goto(server.url);
    const search = chat.page.getByRole('searchbox');
    await search.fill('nobody said this');
    await chat.page.getByText('No conversation holds "nobody said this"').waitFor();
    await chat.button('Clear the search').click();
    await chat.page.getByRole('link', { name: 'What can you do?' }).waitFor();
    expect(await search.inputValue()).toBe('');
    expect(browsing.errors).toEqual([]);
  });

  test('an address that is nobody’s is told as a page, not in JSON, and there is a way on', async () => {
    for (const path of ['/no-such-page', '/settings/nothing/more']) {
      const answer = await chat.page.goto(`${server.url}${path}`);
      expect(answer?.status()).toBe(404);
      await chat.page.getByText('There is no such page').first().waitFor();
    }
    await chat.page.goto(`${server.url}/settings/`);
    await chat.page.getByRole('heading', { name: 'Settings' }).waitFor();
    const program = await fetch(`${server.url}/no-such-page`);
    expect(await program.json()).toMatchObject({ code: 'not-found' });
  });

  test('an address without a conversation says so, and there is a way on', async () => {
    await chat.page.goto(`${server.url}/s/not-there`);
    await chat.page
      .getByRole('main')
      .getByText(/There is no such conversation/)
      .waitFor();
    expect(await chat.button('Try again').count()).toBe(0);
    await chat.page.getByRole('main').getByRole('link', { name: 'New conversation' }).click();
    await chat.page.getByRole('heading', { name: /What shall we do\?/ }).waitFor();
    expect(new URL(chat.page.url()).pathname).toBe('/');
  });
});
