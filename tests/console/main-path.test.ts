// The way a person goes: signed in, says something, watches a skill work, reads the answer, comes back to it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser } from './browser.ts';

describe.runIf(hasBrowser)('in a real browser', () => {
  let server: TestServer;
  beforeAll(async () => {
    buildConsole();
    server = await startServer();
  });
  afterAll(() => server.remove());

  test('a message is answered on the page, and is there after a reload', async () => {
    const { page, errors, close } = await browse(server);
    try {
      await page.goto(server.url);
      const box = page.getByRole('textbox', { name: /message/i });
      await box.fill('/text-stats {"text": "one two three"}');
      await box.press('Enter');
      await expect.poll(() => page.url(), { timeout: 10_000 }).toMatch(/\/s\/[\w-]+$/);
      await page.getByRole('cell', { name: 'words' }).waitFor();
      await page.reload();
      await page.getByRole('cell', { name: 'words' }).waitFor();
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });

  test('a conversation without a title is called so, in the head and in the browser’s tab', async () => {
    const { page, close } = await browse(server);
    try {
      const { id } = await server.client.call('sessions.create', { body: {} });
      await page.goto(new URL(`/s/${id}`, server.url).href);
      await page.getByRole('heading', { level: 1, name: 'Untitled conversation' }).waitFor();
      expect(await page.title()).toBe('Untitled conversation · Qiao');
    } finally {
      await close();
    }
  });

  test('a draft is there after a reload, and not for another person who signs in', async () => {
    const { page, close } = await browse(server);
    try {
      await page.goto(server.url);
      const box = page.getByRole('textbox', { name: /message/i });
      await box.fill('for my eyes');
      await page.reload();
      await expect.poll(() => box.inputValue()).toBe('for my eyes');
      await page.evaluate("sessionStorage.setItem('qiao.person', 'somebody-else')");
      await page.reload();
      await box.waitFor();
      expect(await box.inputValue()).toBe('');
    } finally {
      await close();
    }
  });

  test('an invitation is copied on an address without https too', async () => {
    const { page, close } = await browse(server);
    try {
      await page.goto(new URL('/settings/people', server.url).href);
      await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
      await page.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
      await expect.poll(() => page.getByText('Copied').isVisible()).toBe(true);
    } finally {
      await close();
    }
  });
});
