// A server whose model plays what is written for each message, and the page of one of its conversations.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import * as z from 'zod';
import { startServer, type TestServer } from '../server/run-server.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from '../stubs/openai-stub.ts';
import type { Script } from '../stubs/scripted-server.ts';
import { buildConsole, type Browsing } from './browser.ts';
import { makeChatSkills } from './chat-skills.ts';

/**
 * By what a person says: an answer for each time the model is asked in that turn, the last one for all after it. What
 * nothing is written for is answered with itself.
 */
export type Play = Readonly<Record<string, readonly OpenAiStep[]>>;

export interface ChatStage {
  readonly server: TestServer;
  readonly stub: OpenAiStub;
  readonly close: () => Promise<void>;
}

export async function startChatStage(
  play: Play,
  environment: Readonly<Record<string, string>> = {},
  skills: readonly string[] = [],
): Promise<ChatStage> {
  buildConsole();
  const stub = await startOpenAiStub(scriptOf(play));
  const server = await startServer({
    skills: [...(await makeChatSkills()), ...skills],
    environment: {
      QIAO_MODEL: 'openai/stub',
      OPENAI_BASE_URL: stub.baseUrl,
      OPENAI_API_KEY: 'sk-test',
      ...environment,
    },
  });
  return {
    server,
    stub,
    async close() {
      await server.remove();
      await stub.close();
    },
  };
}

const requestSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable().catch(null) })),
});

function scriptOf(play: Play): Script<OpenAiStep> {
  return ({ body }) => {
    const { messages } = requestSchema.parse(body);
    // Behind a tool's result it is a notice of the platform.
    const last = messages.findLastIndex(
      ({ role }, index) => role === 'user' && messages[index - 1]?.role !== 'tool',
    );
    const said = messages[last]?.content ?? '';
    const steps = play[said] ?? [{ text: `You said: ${said}` }];
    const asked = messages.slice(last).filter(({ role }) => role === 'assistant').length;
    return steps[Math.min(asked, steps.length - 1)] ?? { text: '' };
  };
}

export interface ChatPage {
  readonly page: Page;
  readonly box: Locator;
  readonly say: (text: string) => Promise<void>;
  /** The turn that begins with these words, and its answer. */
  readonly turn: (said: string) => Locator;
  /** Its line of a call. */
  readonly call: (tool: string) => Locator;
  readonly button: (name: string) => Locator;
}

export function chatPageOf(page: Page): ChatPage {
  const box = page.getByRole('textbox', { name: /^(Message|消息)$/ });
  return {
    page,
    box,
    async say(text) {
      await box.fill(text);
      await box.press('Enter');
    },
    turn: (said) =>
      page.getByRole('article').filter({ has: page.getByText(said, { exact: true }) }),
    call: (tool) => page.getByRole('button', { name: tool }),
    button: (name) => page.getByRole('button', { name }),
  };
}

/** On the page of a conversation in which nothing was said yet; answers its id. */
export async function openConversation({ client, url }: TestServer, page: Page): Promise<string> {
  const { id } = await client.call('sessions.create', { body: {} });
  await page.goto(`${url}/s/${id}`);
  return id;
}

/** Says it without a page, and waits until it is answered. */
export async function haveSaid(
  { client }: TestServer,
  session: string,
  said: { readonly text: string; readonly language?: 'zh' | 'en' },
): Promise<void> {
  const params = { session_id: session };
  const accepted = await client.call('turns.create', { params, body: said });
  const following = new AbortController();
  const told = client.subscribe(session, { after: accepted.seq, signal: following.signal });
  for await (const { turn, event } of told)
    if (turn === accepted.turn_id && event.type === 'turn-finished') following.abort();
}

/** For after each test: where the page and its console had something to complain of, it fails. */
export function refuseErrors({ errors }: Browsing): void {
  expect(errors).toEqual([]);
}
