// What of a turn is on the page while it runs, and what is there again after a reload.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  openConversation,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';

const again = Promise.withResolvers<undefined>();
const city = { city: 'Oslo' };

const PLAY = {
  'Tell a story': [{ text: ['Once upon ', 'a time'], until: again.promise }],
  'Weather?': [
    { text: 'I look it up.', calls: [{ name: 'flaky', arguments: city }] },
    { text: 'It is **21** degrees.' },
  ],
  'Report!': [
    { text: 'I write it.', calls: [{ name: 'write-report', arguments: {} }] },
    { text: 'There it is.' },
  ],
  'All of it': [{ calls: [{ name: 'half-done', arguments: {} }] }, { text: 'Most of it.' }],
  'Try it': [
    { calls: [{ name: 'never-works', arguments: city }] },
    { calls: [{ name: 'never-works', arguments: { city: 'Rome' } }] },
    { calls: [{ name: 'never-works', arguments: { city: 'Bonn' } }] },
    { text: 'It did not work.' },
  ],
  'Same again': [0, 1, 2, 3].map(() => ({ calls: [{ name: 'half-done', arguments: city }] })),
};

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
  beforeAll(async () => {
    stage = await startChatStage(
      { ...PLAY, 'Same again': [...PLAY['Same again'], { text: 'Enough.' }] },
      { FAIL_PER_TOOL: '2' },
    );
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(() => openConversation(stage.server, chat.page));
  afterEach(() => refuseErrors(browsing));

  test('the answer is read while it is still being written', async () => {
    await chat.say('Tell a story');
    const turn = chat.turn('Tell a story');
    await turn.getByText('Once upon a time').waitFor();
    await chat.button('Stop').waitFor();
    again.resolve(undefined);
    await chat.button('Stop').waitFor({ state: 'detached' });
    await turn.getByRole('button', { name: 'Answer again' }).waitFor();
    expect(await turn.getByText('Once upon a time').count()).toBe(1);
  });

  test('a call is one line, with its re-runs and how long it took, and unfolds to all of it', async () => {
    await chat.say('Weather?');
    await chat.turn('Weather?').getByText('It is 21 degrees.').waitFor();
    const line = chat.call('flaky');
    await expect.poll(() => line.innerText()).toMatch(/flaky\s+Done\s+\d.*m?s\s+1 re-run/s);
    expect(await line.getAttribute('aria-expanded')).toBe('false');
    expect(await chat.page.getByText('"Oslo"').count()).toBe(0);
    await line.click();
    await chat.page.getByText('"city": "Oslo"').first().waitFor();
    await chat.page.getByText('"degrees": 21').waitFor();
    await chat.page.getByText('run 1 ended in Error').waitFor();
    await line.click();
    await expect.poll(() => chat.page.getByText('"degrees": 21').count()).toBe(0);
  });

  test('what was said before a call stays where it was, also after a reload', async () => {
    await chat.say('Weather?');
    const order = async (): Promise<string> => {
      await chat.turn('Weather?').getByText('It is 21 degrees.').waitFor();
      return chat.turn('Weather?').innerText();
    };
    expect(await order()).toMatch(/I look it up\..*flaky.*It is 21 degrees\./s);
    await chat.page.reload();
    expect(await order()).toMatch(/I look it up\..*flaky.*It is 21 degrees\./s);
    await chat.call('flaky').click();
    await chat.page.getByText('"degrees": 21').waitFor();
    await chat.page.getByText('run 1 ended in Error').waitFor();
  });

  test('a file that a skill made can be fetched, also after a reload', async () => {
    await chat.say('Report!');
    const turn = chat.turn('Report!');
    const file = turn.getByRole('link', { name: 'report.csv' });
    await file.waitFor();
    await turn.getByText('There it is.').waitFor();
    await chat.page.reload();
    const download = chat.page.waitForEvent('download');
    await file.click();
    expect((await download).suggestedFilename()).toBe('report.csv');
  });

  test('a partial result says so, and what is missing', async () => {
    await chat.say('All of it');
    const turn = chat.turn('All of it');
    await turn.getByText('Most of it.').waitFor();
    const line = chat.call('half-done');
    expect(await line.innerText()).toContain('Partial');
    await line.click();
    await turn.getByText('What is missing').waitFor();
    await turn.getByText('Two of five rows are missing.', { exact: true }).waitFor();
  });

  test('failures have their reasons, and the budget and what it stopped stay after a reload', async () => {
    await chat.say('Try it');
    const turn = chat.turn('Try it');
    const lines = chat.call('never-works');
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await turn.getByText('It did not work.').waitFor();
      await turn.getByText('Failure budget: 2 used · Stopped for this turn: never-works').waitFor();
      const states = (await lines.allInnerTexts()).map((words) => words.split('\n')[1]);
      expect(states).toEqual(['Failed', 'Failed', 'Not run']);
      // A failure is seen as one before it is read.
      const colour = (selector: string): Promise<string> =>
        chat.page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
      const [failed, plain] = ['failed"] .qiao-line-state', 'failed"] .qiao-line-name'].map(
        async (end) => colour(`.qiao-call[data-state="${end}`),
      );
      expect(await failed).not.toBe(await plain);
      await lines.first().click();
      await turn.getByText('No such city.', { exact: true }).waitFor();
      await lines.last().click();
      await turn.getByText('it failed 2 times').waitFor();
    }
  });

  test('a call that is made again and again is refused, and told why', async () => {
    await chat.say('Same again');
    const turn = chat.turn('Same again');
    await turn.getByText('Enough.').waitFor();
    const refused = chat.call('half-done').last();
    expect(await refused.innerText()).toContain('Not run');
    await refused.click();
    await turn.getByText(/was called 3 times with these same arguments/).waitFor();
  });
});
