// Files that skills deliver, as they are seen in the conversation: nothing of them runs, nothing moves, each can be saved.

import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type Browsing } from './browser.ts';
import {
  chatPageOf,
  haveSaid,
  openConversation,
  refuseErrors,
  startChatStage,
  type ChatPage,
  type ChatStage,
} from './chat-stage.ts';
import { makeDeliverSkill } from './delivered-files.ts';
import { violations } from './violations.ts';

const delivering = (names: readonly string[], missing: readonly string[] = []) => [
  { calls: [{ name: 'deliver', arguments: { names, missing } }] },
  { text: 'Here you are.' },
];
const PLAY = {
  Tables: delivering(['sales.csv', 'small.csv', 'book.xlsx', 'broken.xlsx']),
  Texts: delivering(['findings.md', 'notes.txt', 'archive.bin']),
  Frames: delivering(['page.html', 'paper.pdf', 'chart.svg']),
  Media: delivering(['tone.wav', 'broken.mp4']),
  Gone: delivering(['small.csv'], ['gone.png', 'lost [1].csv']),
};

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let browsing: Browsing;
  let chat: ChatPage;
  let session: string;
  beforeAll(async () => {
    stage = await startChatStage(PLAY, {}, [await makeDeliverSkill()]);
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  }, 120_000);
  afterAll(async () => {
    await browsing.close();
    await stage.close();
  });
  beforeEach(async () => {
    session = await openConversation(stage.server, chat.page);
  });
  afterEach(() => refuseErrors(browsing));

  const card = (name: string): Locator =>
    chat.page.getByRole('figure').filter({ has: chat.page.getByText(name, { exact: true }) });
  const opened = async (name: string): Promise<Locator> => {
    await card(name)
      .getByRole('button', { name: `Open the preview of ${name}` })
      .click();
    const dialog = chat.page.getByRole('dialog', { name });
    await dialog.waitFor();
    return dialog;
  };
  const close = (): Promise<void> => chat.page.keyboard.press('Escape');

  test('ART-04 a table is its first rows, and says what is left out; each file can be saved', async () => {
    await chat.say('Tables');
    const sales = card('sales.csv');
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await sales.getByRole('columnheader', { name: 'revenue' }).waitFor();
      expect(await sales.getByRole('row').count()).toBe(20);
      await sales.getByText('Only the first 20 rows · Only the first 12 columns').waitFor();
      await card('book.xlsx').getByRole('cell', { name: '奥斯陆' }).waitFor();
      await card('book.xlsx').getByText('Sheet "Sales", the first of 2').waitFor();
      expect(await card('small.csv').locator('.qiao-preview-note').count()).toBe(0);
    }
    expect(await violations(chat.page)).toEqual([]);
    const dialog = await opened('sales.csv');
    await dialog.getByText('Only the first 200 rows · Only the first 50 columns').waitFor();
    await close();
    await (await opened('small.csv')).getByRole('cell', { name: '41' }).waitFor();
    expect(await violations(chat.page)).toEqual([]);
    await close();
    const download = chat.page.waitForEvent('download');
    await card('sales.csv').getByRole('link', { name: 'Download sales.csv' }).click();
    expect((await download).suggestedFilename()).toBe('sales.csv');
  });

  test('ART-04 a text is folded, its Markdown safe; what has no preview is a file to save', async () => {
    await chat.say('Texts');
    const findings = card('findings.md');
    await findings.getByText('Findings').first().waitFor();
    const dialog = await opened('findings.md');
    await dialog.getByRole('heading', { name: 'Findings' }).waitFor();
    await dialog.getByText('Paragraph 60 of the findings.').waitFor();
    await dialog.getByText("<script>document.title = 'taken'</script>").waitFor();
    expect(await dialog.locator('script, [onerror]').count()).toBe(0);
    expect(await violations(chat.page)).toEqual([]);
    await close();
    await (await opened('notes.txt')).getByText('second line <b>not bold</b>').waitFor();
    await close();
    await chat.turn('Texts').getByRole('link', { name: 'archive.bin' }).waitFor();
    expect(await chat.page.title()).not.toContain('taken');
  });

  test('ART-04 markup is shown in a sandbox, where no script runs and nothing is reached', async () => {
    await chat.say('Frames');
    const dialog = await opened('page.html');
    const frame = dialog.locator('iframe');
    expect(await frame.getAttribute('sandbox')).toBe('');
    await frame.contentFrame().getByText('All is well.').waitFor();
    expect(await frame.contentFrame().locator('body').innerText()).not.toMatch(
      /script ran|handler ran/,
    );
    expect(await frame.contentFrame().getByRole('heading').innerText()).toBe('Quarterly report');
    expect(await chat.page.title()).not.toContain('taken');
    await dialog.getByText('runs no script').waitFor();
    // The browser's own word of what it did not let the file do.
    const kept = browsing.errors.filter(
      (error) => !/sandboxed|Content Security Policy/.test(error),
    );
    expect(kept).toEqual([]);
    await close();
    // A picture, where nothing of an SVG runs either.
    await chat.button('Show chart.svg larger').waitFor();
    const paper = await opened('paper.pdf');
    const hasViewer = await chat.page.evaluate<boolean>('navigator.pdfViewerEnabled');
    await paper.locator(hasViewer ? 'iframe' : 'a:has-text("Open in a new tab")').waitFor();
    const pdf = await chat.page.request.get(
      `${stage.server.url}${(await paper.locator(hasViewer ? 'iframe' : 'a[target]').getAttribute(hasViewer ? 'src' : 'href')) ?? ''}`,
    );
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await browsing.close();
    browsing = await browse(stage.server);
    chat = chatPageOf(browsing.page);
  });

  test('ART-04 sound has the browser’s own player, which does not begin by itself; what it can’t play says so', async () => {
    await chat.say('Media');
    await card('tone.wav').locator('audio').waitFor();
    const audio = (what: string): Promise<unknown> =>
      chat.page.evaluate(`(({ ${what} }) => [${what}])(document.querySelector('audio'))`);
    await expect.poll(() => audio('duration')).toEqual([0.5]);
    expect(await audio('paused, autoplay, controls')).toEqual([true, false, true]);
    await card('broken.mp4').getByText('The browser can not play this file.').waitFor();
    expect(await violations(chat.page)).toEqual([]);
  });

  test('ART-04 what did not arrive is told once, with the reason, now and after a reload', async () => {
    await chat.say('Gone');
    const turn = chat.turn('Gone');
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await chat.page.reload();
      await turn.getByText('2 files were not delivered').waitFor();
      await turn.getByText('Here you are.', { exact: true }).waitFor();
      await card('small.csv').getByRole('cell', { name: 'Ada' }).waitFor();
      const words = await turn.innerText();
      expect(words.match(/There is no "\S*gone\.png"/g)).toHaveLength(1);
      expect(words).not.toContain('could not be delivered');
    }
    expect(await violations(chat.page)).toEqual([]);
  });

  test('nothing of a preview is fetched before it is near, and nothing moves when it is there', async () => {
    await haveSaid(stage.server, session, { text: 'Tables' });
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f'])
      await haveSaid(stage.server, session, { text: `${text}\n\n`.repeat(8) });
    const asked: string[] = [];
    chat.page.on('request', (request) => {
      if (/\/preview$|-preview-/.test(request.url())) asked.push(request.url());
    });
    await chat.page.reload();
    await chat.turn('Tables').waitFor({ state: 'attached' });
    await chat.page.getByRole('log').locator('article').last().waitFor();
    expect(asked).toEqual([]);
    const box = card('sales.csv').locator('.qiao-preview-box');
    await box.scrollIntoViewIfNeeded();
    const before = await box.boundingBox();
    await card('sales.csv').getByRole('columnheader', { name: 'revenue' }).waitFor();
    expect(await box.boundingBox()).toEqual(before);
    expect(asked.length).toBeGreaterThan(0);
  });
});
