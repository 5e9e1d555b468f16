import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Ends when it is aborted. */
async function untilAborted(signal: AbortSignal): Promise<string> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  signal.throwIfAborted();
  return 'never';
}

test('CLI-07 the last who gives up ends the work, and is told when it has ended', async () => {
  const work = createSharedWork<string>();
  const ends: string[] = [];
  let starts = 0;
  const start = async (signal: AbortSignal) => {
    starts += 1;
    return untilAborted(signal).finally(() => ends.push('work'));
  };
  const wait = async (name: string, stop: AbortController) => {
    await expect(work.join('a', stop.signal, start)).rejects.toMatchObject({ code: 'stopped' });
    ends.push(name);
  };
  const [one, two] = [new AbortController(), new AbortController()];
  const [first, second] = [wait('first', one), wait('second', two)];
  one.abort();
  await first;
  expect(ends).toEqual(['first']);
  two.abort();
  await second;
  expect(ends).toEqual(['first', 'work', 'second']);
  expect(starts).toBe(1);
});

test('CLI-07 who comes while the work is being ended begins it anew', async () => {
  const work = createSharedWork<string>();
  const stop = new AbortController();
  const ended = work.join('a', stop.signal, untilAborted).catch(() => 'stopped');
  stop.abort();
  await Promise.resolve();
  const again = work.join('a', new AbortController().signal, async () => 'done');
  expect(await Promise.all([ended, again])).toEqual(['stopped', 'done']);
});

test('CLI-07 who has stopped already starts nothing that goes on', async () => {
  const work = createSharedWork<string>();
  const joined = work.join('a', AbortSignal.abort(), untilAborted);
  await expect(joined).rejects.toMatchObject({ code: 'stopped' });
});
