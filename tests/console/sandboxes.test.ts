// Admins see on a page of the settings what skills run in, and what to do where no sandbox works.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinServer, startServer, type TestServer } from '../server/run-server.ts';
import { browse, buildConsole, hasBrowser, type BrowserOptions } from './browser.ts';
import { violations } from './violations.ts';

/** No engine has it, so that provider works nowhere. */
const NO_IMAGE = 'qiao.invalid/none:0';

const LOOKS: readonly (readonly [string, BrowserOptions])[] = [
  ['in English', {}],
  ['in Chinese, dark', { language: 'zh-CN', colorScheme: 'dark' }],
  ['on a phone', { width: 390, height: 844 }],
];

const TOO_WIDE = 'document.scrollingElement.scrollWidth > innerWidth';

/** What bubblewrap says where the system forbids user namespaces. */
const FORBIDDEN = 'bwrap: No permissions to create a new namespace';

/** A folder with a bubblewrap that may not do its work: it is taken away, and the machine's own is found. */
function forbiddenBwrap(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qiao-programs-'));
  writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\necho "${FORBIDDEN}" >&2\nexit 1\n`, {
    mode: 0o755,
  });
  return folder;
}

describe.runIf(hasBrowser)('in a real browser', () => {
  const programs = forbiddenBwrap();
  let server: TestServer;
  let off: TestServer;
  let none: TestServer;
  beforeAll(async () => {
    buildConsole();
    const environment = { QIAO_SANDBOX_IMAGE: NO_IMAGE };
    server = await startServer({
      environment: { ...environment, PATH: `${programs}:${process.env['PATH']}` },
    });
    off = await joinServer(server, { environment: { ...environment, QIAO_SANDBOX: 'off' } });
    none = await joinServer(server, { environment: { ...environment, QIAO_SANDBOX: 'docker' } });
  }, 120_000);
  afterAll(async () => {
    await off.stop();
    await none.stop();
    await server.remove();
    rmSync(programs, { recursive: true, force: true });
  });

  test('DOC-06 each sandbox is shown with its reason and its remedy, and what was put right is found by another look', async () => {
    await onPage(server, async (page) => {
      const told = await server.client.call('sandboxes.get');
      expect(told.providers.map(({ name, works }) => [name, works])).toMatchObject([
        ['docker', false],
        ['bwrap', false],
        ['landlock', expect.any(Boolean)],
      ]);
      const shown = await page.getByRole('main').innerText();
      for (const { reason, remedy } of told.providers) {
        expect(shown).toContain(reason);
        expect(shown).toContain(remedy ?? '');
      }
      await row(page, 'bubblewrap').getByText('Does not work', { exact: true }).waitFor();
      await row(page, 'bubblewrap').getByText(FORBIDDEN).waitFor();
      rmSync(join(programs, 'bwrap'));
      await page.getByRole('button', { name: 'Look again' }).click();
      await page.getByText('Looked at all of them again').waitFor();
      await expect.poll(() => page.getByText(FORBIDDEN).count()).toBe(0);
      const { providers, own } = await server.client.call('sandboxes.get');
      const bwrap = providers.find(({ name }) => name === 'bwrap');
      const mark = bwrap?.works === true ? 'Works' : 'Does not work';
      await row(page, 'bubblewrap').getByText(mark, { exact: true }).waitFor();
      if (own !== 'bwrap') return;
      await row(page, 'bubblewrap').getByText('In use').waitFor();
      expect(await place(page, 'Handlers and scripts').innerText()).toBe('In bubblewrap');
    });
  });

  test('DOC-06 where they are switched off that is the first thing said', async () => {
    await onPage(off, async (page) => {
      const warning = page.getByRole('alert').filter({ hasText: 'Sandboxes are switched off' });
      await warning.getByText("skills run as the server's own user").waitFor();
      await warning.getByText('set QIAO_SANDBOX=auto').waitFor();
      expect(await place(page, 'Handlers and scripts').innerText()).toContain('Without a sandbox');
      expect(await place(page, 'Commands of document').innerText()).toContain('Not run.');
    });
  });

  test('DOC-06 where none works it is said that skills are refused, and what to do', async () => {
    await onPage(none, async (page) => {
      const warning = page.getByRole('alert').filter({ hasText: 'No sandbox works' });
      await warning.getByText('Handlers and scripts of skills are refused').waitFor();
      await warning.getByText('QIAO_SANDBOX=docker allows this one alone.').waitFor();
      expect(await place(page, 'Handlers and scripts').innerText()).toBe('Refused');
      await row(page, 'Docker / Podman').getByText(`docker pull ${NO_IMAGE}`).waitFor();
      await row(page, 'Landlock').getByText('Left out by QIAO_SANDBOX=docker').waitFor();
    });
  });

  test('a look that fails says so and can be made again', async () => {
    const { page, close } = await browse(none);
    try {
      await page.goto(`${none.url}/settings/sandbox`);
      await row(page, 'Docker / Podman').waitFor();
      await page.route('**/api/sandboxes/examine', (route) => route.abort());
      await page.getByRole('button', { name: 'Look again' }).click();
      const failure = page.getByRole('alert').filter({ hasText: "can't be reached" });
      await failure.waitFor();
      await page.unroute('**/api/sandboxes/examine');
      await page.getByRole('button', { name: 'Look again' }).click();
      await page.getByText('Looked at all of them again').waitFor();
      expect(await failure.count()).toBe(0);
    } finally {
      await close();
    }
  });

  test('a page that did not load says so and can be loaded', async () => {
    const { page, close } = await browse(none);
    try {
      await page.route('**/api/sandboxes', (route) => route.abort());
      await page.goto(`${none.url}/settings/sandbox`);
      const failure = page.getByRole('alert').filter({ hasText: "can't be reached" });
      await failure.waitFor();
      await page.unroute('**/api/sandboxes');
      await failure.getByRole('button', { name: 'Try again' }).click();
      await row(page, 'Docker / Podman').waitFor();
      expect(await failure.count()).toBe(0);
    } finally {
      await close();
    }
  });

  test.each(LOOKS)('axe finds nothing, and nothing is too wide, %s', async (_, options) => {
    // One sign-in holds on all three: they share a database and a host.
    const { page, errors, close } = await browse(server, options);
    try {
      for (const { url } of [server, off, none]) {
        await page.goto(`${url}/settings/sandbox`);
        await page.locator('.q-sandbox').nth(2).waitFor();
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate<boolean>(TOO_WIDE)).toBe(false);
      }
      expect(errors).toEqual([]);
    } finally {
      await close();
    }
  });
});

async function onPage(at: TestServer, look: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors, close } = await browse(at);
  try {
    await page.goto(`${at.url}/settings/sandbox`);
    await page.locator('.q-sandbox').nth(2).waitFor();
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await close();
  }
}

function row(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: name });
}

function place(page: Page, what: string): Locator {
  return page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: what })
    .getByRole('definition');
}
