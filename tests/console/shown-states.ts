// Conversations that show each state of the chat, in the words of either language: for what must hold in all of them.

import type { Page } from 'playwright-core';
import type { OpenAiStep } from '../stubs/openai-stub.ts';
import { leaveDeliveries, makeFilmSkill, newTextConversation } from './channel-stage.ts';
import { haveSaid, type ChatStage, type Play } from './chat-stage.ts';
import { makeDeliverSkill } from './delivered-files.ts';

const city = (name: string) => ({ city: name });
const calls = (name: string, given: object = {}): OpenAiStep => ({
  text: '我来看看。',
  calls: [{ name, arguments: given }],
});

/** To be played with `FAIL_PER_TOOL` 2 and `MAX_TOOL_ROUNDS` 6. */
export const SHOWN_PLAY: Play = {
  '都试一遍。': [
    calls('flaky', city('奥斯陆')),
    calls('half-done'),
    calls('never-works', city('罗马')),
    calls('never-works', city('波恩')),
    calls('never-works', city('巴黎')),
    calls('write-report'),
    { text: '没有**全部**完成。' },
  ],
  '密钥不对。': [{ kind: 'failure', status: 401, message: '没有这个密钥' }],
  '一直做。': [calls('endless')],
  '慢慢说。': [{ text: '从前', end: 'hang' }],
  '给我文件。': [
    calls('deliver', { names: ['small.csv', 'notes.txt', 'page.html'], missing: ['没有.png'] }),
    { text: '文件在下面。' },
  ],
  '拍片。': [calls('film'), { text: '正在拍。' }],
};

/** The skills that it calls, besides the stage's own. */
export async function makeShownSkills(): Promise<readonly string[]> {
  return Promise.all([makeDeliverSkill(), makeFilmSkill()]);
}

export interface ShownStates {
  /** Turns that ended, each in its own way. */
  readonly ended: string;
  /** One that runs, and one that waits for it. */
  readonly live: string;
  /** Files of several kinds, and one that did not arrive. */
  readonly files: string;
  /** On a channel: an answer that failed, one that perhaps arrived, and work in the background. */
  readonly channel: string;
}

export async function prepareStates(
  { server }: ChatStage,
  language: 'zh' | 'en',
): Promise<ShownStates> {
  const { client } = server;
  const newSession = async (): Promise<string> =>
    (await client.call('sessions.create', { body: {} })).id;
  const [ended, live] = [await newSession(), await newSession()];
  for (const text of ['都试一遍。', '密钥不对。'])
    await haveSaid(server, ended, { text, language });
  await haveStopped(server, ended, { text: '一直做。', language });
  await client.call('usage.set-limit', { query: {}, body: { tokens_per_day: 1 } });
  await haveSaid(server, ended, { text: '还有吗？', language });
  await client.call('usage.set-limit', { query: {}, body: {} });
  const params = { session_id: live };
  for (const text of ['慢慢说。', '然后呢？'])
    await client.call('turns.create', { params, body: { text, language } });
  const files = await newSession();
  await haveSaid(server, files, { text: '给我文件。', language });
  return { ended, live, files, channel: await prepareChannel(server, language) };
}

async function prepareChannel(server: ChatStage['server'], language: 'zh' | 'en'): Promise<string> {
  const session = await newTextConversation(server);
  await haveSaid(server, session, { text: '你好', language });
  await leaveDeliveries(server, session, { state: 'failed', error: '机器人已被移出群聊。' });
  const other = { state: 'unknown', error: '通道没有答复。' } as const;
  await haveSaid(server, session, { text: '在吗？', language });
  await leaveDeliveries(server, session, { ...other, isLatest: true });
  await haveSaid(server, session, { text: '拍片。', language });
  return session;
}

/** Says it, and stops it once a skill runs. */
async function haveStopped(
  { client }: ChatStage['server'],
  session: string,
  body: { readonly text: string; readonly language: 'zh' | 'en' },
): Promise<void> {
  const params = { session_id: session };
  const accepted = await client.call('turns.create', { params, body });
  const following = new AbortController();
  const told = client.subscribe(session, { after: accepted.seq, signal: following.signal });
  for await (const { turn, event } of told) {
    if (turn !== accepted.turn_id) continue;
    if (event.type === 'turn-finished') following.abort();
    if (event.type !== 'tool-started') continue;
    await client.call('turns.stop', { params: { ...params, turn_id: turn } });
  }
}

/** All that is folded, with its decisions. */
export async function unfoldAll(page: Page): Promise<void> {
  const folded = page.getByRole('log').getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
  await page.locator('.qiao-details').last().waitFor();
  await page.locator('.ant-spin').first().waitFor({ state: 'detached' });
}
