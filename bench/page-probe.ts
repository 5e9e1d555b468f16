// What is noted on the page itself: when each marker stood in it, the long tasks, and how long a key waited.

import type { Page } from 'playwright-core';
import * as z from 'zod';

/** The conversation's messages; the last of them is the one that is written. */
const LIST = '.qiao-list';

const notesSchema = z.object({
  markers: z.array(z.tuple([z.number(), z.number()])),
  longTasks: z.array(z.number()),
  keys: z.array(z.number()),
});
/** Times are `Date.now()`'s, as on the other side; tasks and keys in milliseconds. */
export type PageNotes = z.infer<typeof notesSchema>;

/** A text, as all that runs on the page: it is of another world than these files' types. */
const PROBE = `(() => {
  const notes = { markers: [], longTasks: [], keys: [] };
  const list = document.querySelector('${LIST}');
  let last = -1;
  const look = () => {
    const atMs = Date.now();
    for (const [, number] of (list.lastElementChild?.textContent ?? '').matchAll(/⟦(\\d+)⟧/g)) {
      if (Number(number) <= last) continue;
      last = Number(number);
      notes.markers.push([last, atMs]);
    }
  };
  look();
  notes.markers = [];
  const changes = new MutationObserver(look);
  changes.observe(list, { childList: true, characterData: true, subtree: true });
  const observe = (note, options) => {
    const observer = new PerformanceObserver((found) => found.getEntries().forEach(note));
    observer.observe(options);
    return observer;
  };
  const tasks = observe(({ duration }) => notes.longTasks.push(duration), { type: 'longtask' });
  const events = observe(
    ({ name, startTime, processingEnd }) => name === 'keydown' && notes.keys.push(processingEnd - startTime),
    { type: 'event', durationThreshold: 16 },
  );
  window.endNotes = () => {
    for (const observer of [changes, tasks, events]) observer.disconnect();
    return notes;
  };
})()`;

/** Gives what ends it. */
export async function takeNotes(page: Page): Promise<() => Promise<PageNotes>> {
  await page.evaluate(PROBE);
  return async () => notesSchema.parse(await page.evaluate('window.endNotes()'));
}
