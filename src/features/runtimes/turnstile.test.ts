import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

const never = new AbortController().signal;

test('lets the first ones in at once and the others in order as places become free', async () => {
  const turnstile = createTurnstile(2);
  const order: string[] = [];
  const enter = async (name: string) => {
    await turnstile.enter(never);
    order.push(name);
  };
  const all = Promise.all(['a', 'b', 'c', 'd'].map(enter));
  await Promise.resolve();
  turnstile.leave();
  turnstile.leave();
  await all;
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('who is aborted while waiting does not enter and takes no place', async () => {
  const turnstile = createTurnstile(1);
  await turnstile.enter(never);
  const controller = new AbortController();
  const waiting = turnstile.enter(controller.signal);
  const next = turnstile.enter(never);
  controller.abort();
  expect(await waiting).toBe(false);
  turnstile.leave();
  expect(await next).toBe(true);
  expect(await turnstile.enter(AbortSignal.abort())).toBe(false);
});

test('a place that was lent and taken back keeps the next one waiting until both have left', async () => {
  const turnstile = createTurnstile(1);
  await turnstile.enter(never);
  turnstile.leave();
  expect(await turnstile.enter(never)).toBe(true);
  turnstile.reenter();
  let isIn = false;
  const third = turnstile.enter(never).then(() => {
    isIn = true;
    return isIn;
  });
  turnstile.leave();
  await Promise.resolve();
  expect(isIn).toBe(false);
  turnstile.leave();
  expect(await third).toBe(true);
});
