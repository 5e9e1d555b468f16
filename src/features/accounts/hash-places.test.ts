import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHashPlaces } from './hash-places.ts';
import { isPassword } from './password-hash.ts';

test('files do not wait for a flood of passwords', async () => {
  await isPassword('to have what nobody’s is compared with', null);
  let finished = 0;
  const flood = Array.from({ length: 60 }, async () => {
    await isPassword('wrong password', null);
    finished += 1;
  });
  await setImmediate();
  await stat('.');
  expect(finished).toBeLessThan(20);
  await Promise.all(flood);
  expect(finished).toBe(60);
});

test('who comes when too many wait is told to come again, and the others get their turn', async () => {
  const places = createHashPlaces({ atOnce: 1, waiting: 1 });
  const first = Promise.withResolvers<string>();
  const [running, queued] = [places.use(() => first.promise), places.use(async () => 'second')];
  const refused = places.use(async () => 'third');
  await expect(refused).rejects.toMatchObject({
    code: 'too-many-requests',
    details: { retryAfterMs: 5000 },
  });
  first.resolve('first');
  expect(await Promise.all([running, queued])).toEqual(['first', 'second']);
  expect(await places.use(async () => 'again')).toBe('again');
});

test('a place is free again after a failure', async () => {
  const places = createHashPlaces({ atOnce: 1, waiting: 0 });
  const failing = places.use(() => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await places.use(async () => 'next')).toBe('next');
});
