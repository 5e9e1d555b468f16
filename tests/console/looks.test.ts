// Each state of the chat in Chinese and dark, on a phone, and for whoever wants no motion; and what axe finds in it.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browse, hasBrowser, type BrowserOptions } from './browser.ts';
import { startChatStage, type ChatStage } from './chat-stage.ts';
import {
  makeShownSkills,
  prepareStates,
  SHOWN_PLAY,
  unfoldAll,
  type ShownStates,
} from './shown-states.ts';
import { violations } from './violations.ts';

const DARK_CHINESE = { language: 'zh-CN', colorScheme: 'dark' } as const;
const PHONE = { language: 'zh-CN', width: 390, height: 844 } as const;

/** What is in Latin letters alone, but for keys, code, and what skills and files are called. */
const LATIN = `(() => {
  const told = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element.closest('bdi, code, pre, kbd, style, script, .qiao-file-name, .qiao-preview-table, .q-brand')) continue;
    if (node instanceof Text) told.push(node.data);
    else for (const name of ['aria-label', 'title', 'placeholder']) told.push(element.getAttribute(name) ?? '');
  }
  return told.filter((words) => /[a-z]{3}/i.test(words) && !/\\p{Script=Han}/u.test(words));
})()`;

/** A role's, a person's, and what skills say themselves. */
const NAMES = new Set(['Qiao', 'Owner', 'No such city.', 'Two of five rows are missing.', 'film']);

/** How far the page itself, and what scrolls in it, is wider than its place. */
const TOO_WIDE = `[document.scrollingElement, ...document.querySelectorAll('.qiao-scroller, .q-palette-list, .q-side-list')]
  .filter((element) => element.scrollWidth > element.clientWidth)
  .map((element) => element.className || element.tagName)`;
const TOO_HIGH = 'document.scrollingElement.scrollHeight - innerHeight';
const MOVING = `document.getAnimations()
  .filter((animation) => animation.playState === 'running' && animation.effect.getComputedTiming().duration > 1)
  .map((animation) => animation.animationName ?? animation.transitionProperty)`;

function moving(page: Page): Promise<readonly string[]> {
  return page.evaluate(MOVING);
}

async function latin(page: Page): Promise<readonly string[]> {
  const words = await page.evaluate<readonly string[]>(LATIN);
  return words.filter((each) => !NAMES.has(each));
}

async function beyond(page: Page): Promise<readonly string[]> {
  const wide = await page.evaluate<readonly string[]>(TOO_WIDE);
  const pixels = await page.evaluate<number>(TOO_HIGH);
  return pixels > 0 ? [...wide, `${pixels} too high`] : wide;
}

describe.runIf(hasBrowser)('in a real browser', () => {
  let stage: ChatStage;
  let states: ShownStates;
  beforeAll(async () => {
    stage = await startChatStage(SHOWN_PLAY, { FAIL_PER_TOOL: '2' }, await makeShownSkills());
    states = await prepareStates(stage, 'zh');
  }, 120_000);
  afterAll(() => stage.close());

  /** What is found in each state. */
  async function inEach(
    options: BrowserOptions,
    finders: readonly ((page: Page) => Promise<readonly string[]>)[],
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const { page, errors, close } = await browse(stage.server, options);
    const look = async (): Promise<readonly string[]> => {
      const found: string[] = [];
      for (const find of finders) found.push(...(await find(page)));
      return found;
    };
    try {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const seen: Record<string, readonly string[]> = {};
      await page.goto(`${stage.server.url}/s/${states.ended}`);
      await page.getByRole('article').nth(3).waitFor();
      await unfoldAll(page);
      seen['ended'] = await look();
      await page.goto(`${stage.server.url}/s/${states.live}`);
      await page.getByRole('article').nth(1).waitFor();
      seen['live'] = await look();
      await page.goto(`${stage.server.url}/s/${states.files}`);
      await page.getByRole('columnheader').first().waitFor();
      await page.locator('.qiao-preview-excerpt').waitFor();
      seen['files'] = await look();
      await page.goto(`${stage.server.url}/s/${states.channel}`);
      await page.getByText('40%').waitFor();
      await page.getByRole('group').getByRole('button', { expanded: false }).first().click();
      seen['channel'] = await look();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
      seen['palette'] = await look();
      await page.goto(stage.server.url);
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      seen['new'] = await look();
      expect(errors).toEqual([]);
      return seen;
    } finally {
      await close();
    }
  }
  const nothing = { ended: [], live: [], files: [], channel: [], palette: [], new: [] };

  test('in English, and whoever wants no motion sees none', async () => {
    expect(await inEach({}, [moving, violations])).toEqual(nothing);
  });

  test('in Chinese and dark, where no English word is left', async () => {
    expect(await inEach(DARK_CHINESE, [latin, violations])).toEqual(nothing);
  });

  test('on a phone, where nothing is wider than the page, which itself does not scroll', async () => {
    expect(await inEach(PHONE, [beyond, violations])).toEqual(nothing);
  });
});
