// What a person does on the page while an answer is written: types, turns the wheel, draws the scroll bar.

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { TestServer } from '../tests/server/run-server.ts';

const COMPOSER = '.qiao-composer textarea';
const SCROLLER = '.qiao-scroller';
const OLDER = '.qiao-older';

const WORDS = 'some words ';
const KEY_MS = 40;
/** Pixels and times that a wheel is turned, up and then down. */
const WHEEL = { pixels: 500, times: 6, everyMs: 30 } as const;
/** Where the scroll bar is drawn to, as shares of the whole: near, far, and to the very top. */
const DRAWN_TO = [0.97, 0.5, 0, 0.75, 0.25, 0.9] as const;
const LOOK_MS = 100;
const SETTLE_MS = 500;

/** Goes up until no older message is left to load, and back to the end. */
export async function loadWhole(page: Page, turns: number): Promise<void> {
  const shown = await page.evaluate<number>(`(async () => {
    const scroller = document.querySelector('${SCROLLER}');
    while (document.querySelector('${OLDER}') !== null) {
      scroller.scrollTop = 0;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    scroller.scrollTop = scroller.scrollHeight;
    return document.querySelectorAll('.qiao-list > article').length;
  })()`);
  if (shown !== turns) throw new TypeError(`${shown} of ${turns} turns are on the page.`);
}

export async function openConversation(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector(COMPOSER);
}

/** Keys go to the composer from now on: to look for it is no work of the page's own. */
export async function startWriting(page: Page): Promise<void> {
  await page.fill(COMPOSER, '');
  await page.focus(COMPOSER);
}

/** Resolves when it is being answered. */
export async function say(page: Page, text: string, place: Conversation): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await reached(place, 'busy');
}

export async function typeAndScroll(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  for (const share of DRAWN_TO) {
    await page.keyboard.type(WORDS, { delay: KEY_MS });
    for (const direction of [-1, 1]) await turnWheel(page, direction);
    await drawTo(page, share);
    await page.keyboard.type(WORDS, { delay: KEY_MS });
    await drawTo(page, 1);
  }
}

async function turnWheel(page: Page, direction: number): Promise<void> {
  for (let time = 0; time < WHEEL.times; time += 1) {
    await page.mouse.wheel(0, direction * WHEEL.pixels);
    await pause(WHEEL.everyMs);
  }
}

async function drawTo(page: Page, share: number): Promise<void> {
  await page.evaluate(`(() => {
    const scroller = document.querySelector('${SCROLLER}');
    scroller.scrollTop = scroller.scrollHeight * ${share};
  })()`);
}

export interface Conversation {
  readonly server: TestServer;
  readonly sessionId: string;
}

/** Asked of the server, for the page is not to be disturbed; and what follows on the page is done too. */
export async function reached(
  { server: { client }, sessionId }: Conversation,
  state: 'busy' | 'idle',
): Promise<void> {
  const params = { session_id: sessionId };
  const isBusy = async () => (await client.call('sessions.get', { params })).is_busy;
  while ((await isBusy()) !== (state === 'busy')) await pause(LOOK_MS);
  await pause(SETTLE_MS);
}
