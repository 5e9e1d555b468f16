// What the page's main thread did in each of some steps, from Chromium's own trace: tasks below 50 ms too.

import type { Page } from 'playwright-core';
import * as z from 'zod';

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];
/** On the page's own thread and clock: there a step begins. */
const MARK = 'bench-step';
const US_A_MS = 1000;

const eventSchema = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  /** By the clock. */
  dur: z.number().default(0),
  /** Of the thread's CPU. */
  tdur: z.number().default(0),
});
const traceSchema = z.object({ traceEvents: z.array(eventSchema) });

/** In milliseconds. By the clock a task is longer than its work where the machine did something else meanwhile. */
export interface ThreadTime {
  readonly longestMs: number;
  readonly longestCpuMs: number;
  readonly allCpuMs: number;
}

/** One for each step, which are done in turn, on a page that is there and stays. */
export async function traced<const Steps extends readonly (() => Promise<unknown>)[]>(
  page: Page,
  steps: Steps,
): Promise<{ readonly [At in keyof Steps]: ThreadTime }> {
  const browser = page.context().browser();
  if (browser === null) throw new TypeError('This browser gives no traces.');
  await browser.startTracing(page, { categories: CATEGORIES });
  for (const step of steps) {
    await page.evaluate(`void performance.mark('${MARK}')`);
    await step();
  }
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()));
  const marks = traceEvents.filter(({ name }) => name === MARK).toSorted((a, b) => a.ts - b.ts);
  const isOfPage = ({ pid, tid }: { readonly pid: number; readonly tid: number }): boolean =>
    pid === marks[0]?.pid && tid === marks[0].tid;
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && isOfPage(event));
  if (marks.length !== steps.length || tasks.length === 0)
    throw new TypeError(`The trace tells of ${marks.length} steps, ${tasks.length} tasks.`);
  const times = marks.map(({ ts: from }, at) => {
    const until = marks[at + 1]?.ts ?? Infinity;
    return timeOf(tasks.filter(({ ts }) => ts >= from && ts < until));
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as there were steps
  return times as unknown as { readonly [At in keyof Steps]: ThreadTime };
}

function timeOf(tasks: readonly { readonly dur: number; readonly tdur: number }[]): ThreadTime {
  const time = { longestMs: 0, longestCpuMs: 0, allCpuMs: 0 };
  for (const { dur, tdur } of tasks) {
    time.longestMs = Math.max(time.longestMs, dur / US_A_MS);
    time.longestCpuMs = Math.max(time.longestCpuMs, tdur / US_A_MS);
    time.allCpuMs += tdur / US_A_MS;
  }
  return time;
}
