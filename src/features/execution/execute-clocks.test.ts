import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { scriptedExecution, returned } from './testing/scripted-execution.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));

test('CLK-01 the wall clock sets abort_signal, and the answer has the literal text', async () => {
  let wasAborted = false;
  const { execute } = scriptedExecution(
    root,
    {
      slow: ({ host }) =>
        new Promise((resolve) => {
          host.signal.addEventListener('abort', () => {
            wasAborted = true;
            // Even a value that comes back now is too late.
            resolve(returned({ ok: true }));
          });
        }),
    },
    { packages: { slow: { wallSec: 0.05 } } },
  );
  const run = await execute('slow');
  expect(run.envelope['error']).toBe('技能执行超过 0.05 s 已中止');
  expect(wasAborted).toBe(true);
});

test('CLK-04 the caller stops a run through abort_signal', async () => {
  const stop = new AbortController();
  const { execute } = scriptedExecution(root, {
    slow: ({ host }) =>
      new Promise((resolve) => {
        host.signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
        stop.abort();
      }),
  });
  const run = await execute('slow', { signal: stop.signal });
  expect(run.verdict.status).toBe('failed');
  expect(run.envelope['error']).not.toContain('已中止');
});

test('CLK-02, CLK-04 a skill that was stopped is told by whom', async () => {
  const stop = new AbortController();
  const { execute } = scriptedExecution(root, {
    slow: ({ host }) =>
      new Promise((resolve) => {
        host.signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
        stop.abort(new AppError('stopped', { zh: '工具超时', en: 'the tool wall struck' }));
      }),
  });
  const run = await execute('slow', { signal: stop.signal });
  expect(run.envelope['error']).toContain('the tool wall struck');
});

async function waitThen(leave: (() => void) | undefined): Promise<void> {
  await pause(150);
  leave?.();
}

test('CLK-01 a wait for a free place is no part of the wall clock, nor of its caller’s, and is told', async () => {
  const { execute } = scriptedExecution(
    root,
    {
      parent: async ({ host }) => {
        await waitThen(host.onQueued?.());
        return returned(await host.callSkill('child', {}));
      },
      child: async ({ host }) => {
        await waitThen(host.onQueued?.());
        return returned({ success: true });
      },
    },
    { packages: { parent: { wallSec: 0.1 } } },
  );
  const run = await execute('parent');
  expect(run.envelope).toMatchObject({ success: true });
  const told = run.decisions.find(({ rule }) => rule === 'CLK-01');
  expect(told?.note).toMatch(/^waited 1\d\d ms for a free place/);
});

test('CLK-01 the wall clock goes on where it stood once a place is free', async () => {
  const { execute } = scriptedExecution(
    root,
    {
      slow: async ({ host }) => {
        const leave = host.onQueued?.();
        await pause(50);
        leave?.();
        await pause(10_000, undefined, { signal: host.signal }).catch(() => undefined);
        return { status: 'stopped' };
      },
    },
    { packages: { slow: { wallSec: 0.1 } } },
  );
  expect((await execute('slow')).envelope['error']).toBe('技能执行超过 0.1 s 已中止');
});

test("CLK-05 a child runs inside its parent's wall clock and has none of its own", async () => {
  const { execute } = scriptedExecution(
    root,
    {
      parent: async ({ host }) => returned(await host.callSkill('child', {})),
      child: ({ host }) =>
        new Promise((resolve) => {
          host.signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
        }),
    },
    { packages: { parent: { wallSec: 0.1 }, child: { wallSec: 0.001 } } },
  );
  const run = await execute('parent');
  expect(run.envelope['error']).toBe('技能执行超过 0.1 s 已中止');
});
