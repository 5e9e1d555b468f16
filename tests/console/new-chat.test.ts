// A conversation's first message: where it is while it is on its way, whatever the person does meanwhile.

import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser, type Browsing } from './browser.ts';

const TURNS = /\/api\/sessions\/[\w-]+\/turns$/;

describe.runIf(hasBrowser)('in a real browser', () => {
  let server: TestServer;
  let browsing: Browsing;
  let page: Page;
  beforeAll(async () => {
    buildConsole();
    server = await startServer();
  }, 120_000);
  afterAll(() => server.remove());
  beforeEach(async () => {
    browsing = await browse(server);
    ({ page } = browsing);
    await page.goto(server.url);
  });
  afterEach(() => browsing.close());

  const box = () => page.getByRole('textbox', { name: /message/i });
  /** Says it, and gives what the page then asks of the server: it is not answered before one says so. */
  const say = async (text: string): Promise<Route> => {
    const asked = Promise.withResolvers<Route>();
    await page.route(TURNS, (route) => {
      if (route.request().method() === 'POST') asked.resolve(route);
      else void route.continue();
    });
    await box().fill(text);
    await box().press('Enter');
    return asked.promise;
  };

  test('one can write at once, a skill’s name with its slash too', async () => {
    await page.getByRole('heading', { name: /What shall we do/ }).waitFor();
    await page.keyboard.type('/text-stats');
    expect(await box().inputValue()).toBe('/text-stats');
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  });

  test('a reload while it is on its way does not lose it', async () => {
    await say('not to be lost');
    await page.reload();
    await expect.poll(() => box().inputValue()).toBe('not to be lost');
  });

  test('it stands in the place to write until the server has it, and is not there again', async () => {
    const route = await say('hello there');
    expect(await box().inputValue()).toBe('hello there');
    await route.continue();
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/\/s\/[\w-]+$/);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByRole('heading', { name: /shall we do/ }).waitFor();
    expect(await box().inputValue()).toBe('');
    await page.reload();
    await box().waitFor();
    expect(await box().inputValue()).toBe('');
  });

  test('whoever left for another page meanwhile is not pulled back, and finds it in the list', async () => {
    const route = await say('in the background');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await route.continue();
    await page.getByRole('link', { name: 'in the background' }).waitFor();
    expect(page.url()).toContain('/settings/');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await box().waitFor();
    expect(await box().inputValue()).toBe('');
  });

  test('whoever left meanwhile is told where it was refused, and finds it where the next one begins', async () => {
    const route = await say('come back to it');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    const refusal = { code: 'limit-reached', message: 'Used up.', request_id: 'r' };
    await route.fulfill({ status: 429, json: refusal });
    await page.getByText('Not sent · Used up.').waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => box().inputValue()).toBe('come back to it');
  });

  test('where it is refused it stays, and is sent again as the same', async () => {
    const route = await say('once only');
    const refusal = { code: 'limit-reached', message: 'Used up.', request_id: 'r' };
    await route.fulfill({ status: 429, json: refusal });
    await page.getByText('Used up.').waitFor();
    expect(await box().inputValue()).toBe('once only');
    await page.unroute(TURNS);
    await box().press('Enter');
    await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/\/s\/[\w-]+$/);
    const { items } = await server.client.call('sessions.search', { query: { q: 'once only' } });
    expect(new Set(items.map(({ session }) => session.id)).size).toBe(1);
  });
});
