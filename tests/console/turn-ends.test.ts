// A turn that ended otherwise than with its answer, by a failure, a limit or a stop, says so, and what can be done.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenAiStep } from '../stubs/openai-stub.ts';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  openConversation,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';

const failing = (status: number, message: string): OpenAiStep => ({
  kind: 'failure',
  status,
  message,
  headers: { 'retry-after-ms': '1' },
});
const trying = (name: string, city: string): OpenAiStep => ({
  calls: [{ name, arguments: { city } }],
});

const PLAY = {
  'Wrong key': [failing(401, 'No such key.')],
  Overloaded: [failing(500, 'On fire.')],
  'Cut off': [{ text: 'The first half', end: 'cut' }],
  'On and on': [
    trying('half-done', 'Oslo'),
    trying('half-done', 'Rome'),
    { text: 'As far as I came.' },
  ],
  'Fail twice': [
    trying('never-works', 'Oslo'),
    trying('never-works', 'Rome'),
    { text: 'Nothing worked.' },
  ],
  'Tell a story': [{ text: 'Once upon a time', end: 'hang' }],
  'Work!': [{ text: 'I begin.', calls: [{ name: 'endless', arguments: {} }] }],
} satisfies Record<string, readonly OpenAiStep[]>;

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
  beforeAll(async () => {
    stage = await startChatStage(PLAY, { MAX_TOOL_ROUNDS: '2', FAIL_TOTAL: '2' });
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(async () => {
    await openConversation(stage.server, chat.page);
  });
  afterEach(() => refuseErrors(browsing));

  test.each([
    ['Wrong key', /refused the key.*"No such key\.".*Check that the key is valid/s],
    ['Overloaded', /overloaded or broken.*"On fire\.".*Try again later/s],
    ['Cut off', /The first half.*broke off.*Try again/s],
  ])('%s: the model’s failure is told, and it can be asked again', async (said, why) => {
    await chat.say(said);
    const note = chat.turn(said).getByRole('alert');
    await note.getByText('The model did not finish the answer').waitFor();
    expect(await note.innerText()).toMatch(why);
    await chat.page.reload();
    await expect.poll(() => note.innerText()).toMatch(why);
    const before = stage.stub.requests.length;
    await note.getByRole('button', { name: 'Answer again' }).click();
    await expect.poll(() => stage.stub.requests.length).toBeGreaterThan(before);
    await note.getByRole('button', { name: 'Answer again' }).waitFor();
    expect(await chat.page.getByRole('article').count()).toBe(1);
  });

  test.each([
    ['On and on', 'The limit of rounds was reached', 'As far as I came.'],
    ['Fail twice', 'The limit of failures was reached', 'Nothing worked.'],
  ])('%s: the limit is told beside what there was by then', async (said, limit, answer) => {
    await chat.say(said);
    const turn = chat.turn(said);
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await turn.getByText(limit).waitFor();
      expect(await turn.getByText(answer).count()).toBe(1);
    }
  });

  test('a limit that is used up is told with its end, and the message is answered once it is raised', async () => {
    const { client } = stage.server;
    await chat.say('Hello');
    await chat.turn('Hello').getByText('You said: Hello').waitFor();
    await client.call('usage.set-limit', { query: {}, body: { tokens_per_day: 1 } });
    await chat.say('One more');
    const note = chat.turn('One more').getByRole('alert');
    await note.getByText('Not answered').waitFor();
    expect(await note.innerText()).toMatch(/daily token limit.*starts anew at.*can raise it/s);
    await client.call('usage.set-limit', { query: {}, body: {} });
    await note.getByRole('button', { name: 'Answer again' }).click();
    await chat.turn('One more').getByText('You said: One more').waitFor();
    expect(await note.count()).toBe(0);
  });

  test.each([
    ['its button', () => chat.button('Stop').click()],
    ['Esc', () => chat.box.press('Escape')],
  ])(
    'a stop by %s in the middle of an answer: what was said stays, and the next message works',
    async (_, stop) => {
      await chat.say('Tell a story');
      const turn = chat.turn('Tell a story');
      await turn.getByText('Once upon a time').waitFor();
      await stop();
      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await chat.page.reload();
        await turn.getByText('Stopped', { exact: true }).waitFor();
        expect(await turn.getByText('Once upon a time').count()).toBe(1);
      }
      await chat.say('And now?');
      await chat.turn('And now?').getByText('You said: And now?').waitFor();
    },
  );

  test('a stop while a skill runs: its call is cut off, and told so', async () => {
    await chat.say('Work!');
    const turn = chat.turn('Work!');
    const line = chat.call('endless');
    await expect.poll(() => line.innerText()).toMatch(/Running.*40% two of five/s);
    await chat.button('Stop').click();
    await turn.getByText('Stopped', { exact: true }).waitFor();
    await expect.poll(() => line.innerText()).toContain('Cut off');
    await line.click();
    await turn
      .getByText(/stopped the turn while "endless" was running/)
      .first()
      .waitFor();
    expect(await turn.getByText('I begin.').count()).toBe(1);
    await chat.say('And now?');
    await chat.turn('And now?').getByText('You said: And now?').waitFor();
  });

  test('Esc while something is open closes that, and the answer goes on', async () => {
    await chat.say('Tell a story');
    await chat.turn('Tell a story').getByText('Once upon a time').waitFor();
    await chat.page.keyboard.press('Control+k');
    const palette = chat.page.getByRole('dialog', { name: 'Jump to' });
    await palette.waitFor();
    await chat.page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    expect(await chat.button('Stop').isVisible()).toBe(true);
    await chat.button('Stop').click();
    await chat.turn('Tell a story').getByText('Stopped', { exact: true }).waitFor();
  });
});
