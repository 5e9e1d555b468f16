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
      await page.getByText('opens on the machine that runs the server').waitFor();
    } finally {
      await close();
    }
  });

  test('a member is shown no way into settings that are not theirs', async () => {
    const { invite } = await invited(server);
    const { page, errors, close } = await browse(server, { isSignedIn: false });
    try {
      await page.goto(invite);
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mei');
      await page.getByLabel('Login').fill('mei');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByRole('heading', { name: /What shall we do/ }).waitFor();
      await page.getByRole('button', { name: 'Account of Mei' }).waitFor();
      expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
      await page.keyboard.press('Control+k');
      await page.getByRole('option', { name: 'Sign out' }).waitFor();
      expect(await page.getByRole('option', { name: /Settings/ }).count()).toBe(0);
      // Who was given the address is told whom to ask.
      await page.goto(new URL('/settings/roles', server.url).href);
      await page.getByText('Admins set this up').waitFor();
      expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
    } finally {
      await close();
    }
  });
});

async function invited({ url, browser }: TestServer): Promise<{ readonly invite: string }> {
  const headers = { 'content-type': 'application/json', ...browser };
  const answer = await fetch(`${url}/api/invitations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ position: 'member' }),
  });
  const made = (await answer.json()) as { readonly link: { readonly url: string } };
  return { invite: made.link.url };
}
