// A real Chromium, Debian's own, in front of a real server.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { TestServer } from '../server/run-server.ts';

const PROGRAM = '/usr/bin/chromium';

/** Without it nobody saw the pages: that is said loudly, and `.ci/run` installs it. */
export const hasBrowser = existsSync(PROGRAM);
if (!hasBrowser) {
  process.stderr.write(
    `\n*** ${PROGRAM} is missing: THE CONSOLE WAS NOT TESTED. Install Debian's package chromium. ***\n\n`,
  );
}

/** Throws where it can't be built: an older page is not to be taken for this one. */
export function buildConsole(): void {
  execFileSync(process.execPath, ['scripts/build-console.mjs'], { stdio: 'inherit' });
}

/** What keeps it from reaching out of a closed network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface BrowserOptions {
  readonly language?: 'zh-CN' | 'en-US';
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** As the server's owner, where it is left out. */
  readonly isSignedIn?: boolean;
}

export interface Browsing {
  readonly page: Page;
  /** Errors of the page and of its console, each a fault. */
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** A browser with a profile of its own. */
export async function browse(server: TestServer, options: BrowserOptions = {}): Promise<Browsing> {
  const profile = mkdtempSync(join(tmpdir(), 'qiao-chromium-'));
  const { language = 'en-US', colorScheme = 'light', width = 1280, height = 800 } = options;
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: PROGRAM,
    args: QUIET,
    locale: language,
    colorScheme,
    viewport: { width, height },
  });
  if (options.isSignedIn ?? true) {
    const [name = '', value = ''] = server.browser.cookie.split('=');
    const cookie = { name, value, url: server.url, httpOnly: true, sameSite: 'Strict' } as const;
    await context.addCookies([cookie]);
    await speak(server, language === 'zh-CN' ? 'zh' : 'en');
  }
  const page = context.pages()[0] ?? (await context.newPage());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    page,
    errors,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A person's own language comes before their browser's. */
async function speak({ url, browser }: TestServer, language: 'zh' | 'en'): Promise<void> {
  const headers = { 'content-type': 'application/json', ...browser };
  const body = JSON.stringify({ language });
  const answer = await fetch(`${url}/api/me`, { method: 'PATCH', headers, body });
  if (!answer.ok) throw new TypeError(await answer.text());
}
