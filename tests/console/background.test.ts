// What goes on in the background of a conversation: seen, cancelled, ended, and told by a message of its own.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import { endFilm, FILM_CALL, makeFilmSkill, newTextConversation } from './channel-stage.ts';
import {
  chatPageOf,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';
import { violations } from './violations.ts';

const PLAY = {
  'Make a film': [{ calls: [FILM_CALL] }, { text: 'It is being made.' }],
  'Say nothing': [
    { calls: [{ name: 'film', arguments: { silent: true } }] },
    { text: 'It is being made.' },
  ],
};

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
  let session: string;
  beforeAll(async () => {
    stage = await startChatStage(PLAY, {}, [await makeFilmSkill()]);
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(async () => {
    session = await newTextConversation(stage.server);
    await chat.page.goto(`${stage.server.url}/s/${session}`);
    await chat.box.waitFor();
  });
  afterEach(() => refuseErrors(browsing));

  const line = () => chat.page.getByRole('button', { name: /^film/ });
  const mark = () =>
    chat.page.getByRole('banner').getByRole('button', { name: '1 in the background' });
  const begun = async (said = 'Make a film'): Promise<void> => {
    await chat.say(said);
    await chat.turn(said).getByText('It is being made.').waitFor();
    await expect.poll(() => line().innerText()).toContain('In the background');
  };
  const pushed = () =>
    chat.page.getByRole('article').filter({ has: chat.page.getByText('From background work') });

  test('ASY-07 its progress is seen, also after a reload and in the head of the page', async () => {
    await begun();
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await expect.poll(() => line().innerText()).toMatch(/In the background.*40% scene 2 of 5/s);
      const bar = chat.turn('Make a film').getByRole('progressbar', { name: 'film' });
      expect(await bar.getAttribute('value')).toBe('0.4');
      await mark().waitFor();
    }
    await mark().click();
    const list = chat.page.getByRole('tooltip', { name: 'In the background' });
    await expect.poll(() => list.innerText()).toMatch(/film.*scene 2 of 5.*40%/s);
    expect(await violations(chat.page)).toEqual([]);
    await line().click();
    await chat.page.getByText('No result yet').waitFor();
    await endFilm(stage.server, session, 'done');
    await pushed().getByText('The film is ready.').waitFor();
    await mark().waitFor({ state: 'detached' });
  });

  test('ASY-04 its end takes the place of what stood in for it, and its message stands by itself', async () => {
    await begun();
    await endFilm(stage.server, session, 'done');
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await pushed().getByText('The film is ready.').waitFor();
      await pushed().getByRole('link', { name: 'film.svg' }).waitFor();
      await expect.poll(() => line().innerText()).toMatch(/film\s+Done/s);
      await line().click();
      await chat.turn('Make a film').getByText('"message": "The film is ready."').waitFor();
      expect(await chat.page.getByText('"async": true').count()).toBe(0);
      expect(await chat.button('Cancel film').count()).toBe(0);
      expect(await chat.page.getByRole('heading', { name: 'You' }).count()).toBe(1);
      expect(await pushed().getByRole('button', { name: 'Answer again' }).count()).toBe(0);
    }
    expect(await violations(chat.page)).toEqual([]);
  });

  test('ASY-07 it is cancelled once one has said so, and says that it was', async () => {
    await begun('Say nothing');
    const bar = chat.turn('Say nothing').getByRole('progressbar', { name: 'film' });
    expect(await bar.getAttribute('value')).toBeNull();
    await chat.button('Cancel film').click();
    const dialog = chat.page.getByRole('dialog');
    await dialog.getByText('may have happened').waitFor();
    await dialog.getByRole('button', { name: 'Let it go on' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await chat.button('Cancel film').click();
    await dialog.getByRole('button', { name: 'Cancel it' }).click();
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await chat.turn('Say nothing').getByText('Cancelled', { exact: true }).waitFor();
      await chat.turn('Say nothing').getByText('Cancelled by the user').first().waitFor();
      await mark().waitFor({ state: 'detached' });
    }
  });

  test('ASY-04 one that fails says why', async () => {
    await begun();
    await endFilm(stage.server, session, 'fail');
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await expect.poll(() => line().innerText()).toContain('Failed');
      const turn = chat.turn('Make a film');
      await turn.getByText('The studio burnt down.', { exact: true }).first().waitFor();
      await pushed().getByText('"film" did not finish: The studio burnt down.').waitFor();
    }
  });
});
