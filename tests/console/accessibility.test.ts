// What axe finds on each page, in both languages and both appearances: nothing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser, type BrowserOptions } from './browser.ts';
import { violations } from './violations.ts';

const LOOKS: readonly (readonly [string, BrowserOptions])[] = [
  ['in English', {}],
  ['in Chinese, dark', { language: 'zh-CN', colorScheme: 'dark' }],
  ['on a phone', { width: 390, height: 844 }],
];

const places = (session: string): readonly string[] => [
  '/',
  `/s/${session}`,
  '/settings/roles',
  '/settings/provider',
  '/settings/people',
  '/settings/sandbox',
];

describe.runIf(hasBrowser)('axe finds nothing', () => {
  let server: TestServer;
  let session = '';
  beforeAll(async () => {
    buildConsole();
    server = await startServer();
    const made = await server.client.call('sessions.create', { body: {} });
    session = made.id;
    const params = { session_id: session };
    const text = '/text-stats {"text": "one two"}';
    await server.client.call('turns.create', { params, body: { text } });
  });
  afterAll(() => server.remove());

  test.each(LOOKS)('%s', async (_, options) => {
    const { page, close } = await browse(server, options);
    try {
      const found: Record<string, readonly string[]> = {};
      for (const place of places(session)) {
        await page.goto(`${server.url}${place}`);
        await page.getByRole('main').waitFor();
        // What stands in for what is still loaded has no words.
        await expect.poll(() => page.locator('.ant-skeleton').count()).toBe(0);
        if (place.includes(session)) await page.getByRole('cell', { name: 'words' }).waitFor();
        found[place.replace(session, '…')] = await violations(page);
      }
      expect(found).toEqual({
        '/': [],
        '/s/…': [],
        '/settings/roles': [],
        '/settings/provider': [],
        '/settings/people': [],
        '/settings/sandbox': [],
      });
    } finally {
      await close();
    }
  });

  test.each(LOOKS)('where one signs in, %s', async (_, options) => {
    const { page, close } = await browse(server, { ...options, isSignedIn: false });
    try {
      await page.goto(server.url);
      await page.locator('input[type=password]').waitFor();
      expect(await violations(page)).toEqual([]);
    } finally {
      await close();
    }
  });
});
