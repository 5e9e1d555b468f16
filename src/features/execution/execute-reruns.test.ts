import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import {
  scriptedExecution,
  CALL,
  TRANSIENT,
  raised,
  returned,
} from './testing/scripted-execution.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));

test('ENV-12 runs a skill again after a transient fault, 3 times in all, and tells how often', async () => {
  const { execute } = scriptedExecution(root, { flaky: () => TRANSIENT });
  const run = await execute('flaky');
  expect(run).toMatchObject({ attempts: 3, verdict: { status: 'failed' } });
  expect(run.envelope).toMatchObject({ success: false, error_type: 'transient' });
  expect(run.envelope['error']).toContain('3');
});

test('ENV-12 stops at the first run that works, and keeps every log', async () => {
  const { execute } = scriptedExecution(root, {
    flaky: ({ run }) => (run < 3 ? TRANSIENT : returned({ ok: true })),
  });
  const run = await execute('flaky');
  expect(run).toMatchObject({
    attempts: 3,
    verdict: { status: 'done' },
    log: 'log 1\nlog 2\nlog 3\n',
  });
  expect(run.decisions.filter(({ stage }) => stage === 'rerun')).toHaveLength(3);
});

test('ENV-12 runs once what failed in this turn before', async () => {
  const { execute } = scriptedExecution(root, { flaky: () => TRANSIENT });
  expect(await execute('flaky', { hasFailedInTurn: true })).toMatchObject({ attempts: 1 });
});

test('ENV-12 the breaker opens after two failed calls of a role, and not for another role', async () => {
  const { execute } = scriptedExecution(root, { flaky: () => TRANSIENT });
  expect(await execute('flaky')).toMatchObject({ attempts: 3 });
  expect(await execute('flaky')).toMatchObject({ attempts: 3 });
  expect(await execute('flaky')).toMatchObject({ attempts: 1 });
  const other = { identity: { ...CALL.identity, roleId: 'other' } };
  expect(await execute('flaky', other)).toMatchObject({ attempts: 3 });
});

test('ENV-12 the breaker forgets after 30 minutes, and closes with a success', async () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const { execute } = scriptedExecution(
    root,
    { flaky: ({ run }) => (run === 7 ? returned({ ok: true }) : TRANSIENT) },
    { parts: { now: () => now } },
  );
  await execute('flaky');
  await execute('flaky');
  now = new Date('2026-01-01T00:30:01Z');
  expect(await execute('flaky')).toMatchObject({ attempts: 1, verdict: { status: 'done' } });
  expect(await execute('flaky')).toMatchObject({ attempts: 3 });
});

test.each<[string, RuntimeOutcome]>([
  ['a crash', { status: 'crashed', how: 'exit code 139', errorOutput: '' }],
  ['a memory kill', { status: 'out-of-memory', limitBytes: 1 }],
  ['a stop', { status: 'stopped' }],
  ['an ordinary exception', raised('ValueError')],
  ['a failure of its own', returned({ success: false, error: 'timeout' })],
  ['a time-out of its process', { status: 'process-timeout', limitMs: 1 }],
])('ENV-12 %s is not run again', async (_, outcome) => {
  const { execute } = scriptedExecution(root, { skill: () => outcome });
  expect(await execute('skill')).toMatchObject({ attempts: 1, verdict: { status: 'failed' } });
});

test.each(['chain', 'schedule'] as const)('ENV-12 the %s line runs once', async (line) => {
  const { execute } = scriptedExecution(root, { flaky: () => TRANSIENT });
  expect(await execute('flaky', { line })).toMatchObject({ attempts: 1 });
});

test('ENV-16 idempotent: false is run once, and the text says that the work may have happened', async () => {
  const packages = { mail: { isIdempotent: false } };
  const { execute } = scriptedExecution(
    root,
    { mail: () => raised('Error', 'ECONNRESET') },
    { packages },
  );
  const run = await execute('mail');
  expect(run.attempts).toBe(1);
  expect(run.envelope['error']).toMatch(/may have/);
});
