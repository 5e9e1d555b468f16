// A server whose model says what a test lets it say, and a browser in front of it.

import { expect } from 'vitest';
import { startServer, type ServerOptions, type TestServer } from '../server/run-server.ts';
import { startOpenAiStub, type OpenAiStep } from '../stubs/openai-stub.ts';
import type { RecordedRequest } from '../stubs/scripted-server.ts';
import { browse, buildConsole, type BrowserOptions, type Browsing } from './browser.ts';

export interface ModelPage extends Browsing {
  readonly server: TestServer;
  /** What the model answers from here on. */
  answerBy(script: (request: RecordedRequest) => OpenAiStep): void;
  /** Opens a new conversation, with a role where it is named; gives back its id. */
  newConversation(roleId?: string): Promise<string>;
  /** Says it on the page, and waits for the end of its turn. */
  say(text: string): Promise<void>;
}

export async function startModelPage(
  options: ServerOptions & { readonly browser?: BrowserOptions } = {},
): Promise<ModelPage> {
  buildConsole();
  let script: (request: RecordedRequest) => OpenAiStep = done;
  const stub = await startOpenAiStub((request) => script(request));
  const server = await startServer({
    ...options,
    environment: {
      QIAO_MODEL: 'openai/stub',
      OPENAI_BASE_URL: stub.baseUrl,
      OPENAI_API_KEY: 'sk-test',
      ...options.environment,
    },
  });
  const browsing = await browse(server, options.browser);
  const { page } = browsing;
  return {
    ...browsing,
    server,
    answerBy: (next) => (script = next),
    async newConversation(roleId) {
      const body = roleId === undefined ? {} : { role_id: roleId };
      const { id: session } = await server.client.call('sessions.create', { body });
      await page.goto(`${server.url}/s/${session}`);
      await page.locator('textarea').waitFor();
      return session;
    },
    async say(text) {
      // An answer has them when it is over.
      const ended = page.locator('.qiao-answer .qiao-actions');
      const before = await ended.count();
      await page.locator('textarea').fill(text);
      await page.locator('textarea').press('Enter');
      await expect.poll(() => ended.count(), { timeout: 50_000 }).toBeGreaterThan(before);
    },
    async close() {
      await browsing.close();
      await server.remove();
      await stub.close();
    },
  };
}

function done(): OpenAiStep {
  return { text: 'Done.' };
}
