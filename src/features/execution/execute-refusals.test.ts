import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import { scriptedExecution, returned, skillPackage } from './testing/scripted-execution.ts';

const EMPTY_PLACE = {
  look: async () => ({ place: 'docker', system: 'linux', programs: new Set<string>() }),
};

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));

test('ENV-13 an unknown skill is answered with the literal text', async () => {
  const run = await scriptedExecution(root, {}).execute('weather');
  expect(run).toMatchObject({ attempts: 0, version: '', verdict: { status: 'failed' } });
  expect(run.envelope['error']).toBe('未知工具：weather，请检查技能是否已安装');
});

test('RUN-10 a knowledge skill is refused', async () => {
  const packages = { facts: { kind: 'knowledge', handler: undefined } } as const;
  const run = await scriptedExecution(root, { facts: () => returned({}) }, { packages }).execute(
    'facts',
  );
  expect(run.attempts).toBe(0);
  expect(run.envelope['error']).toContain('是知识型技能，不可执行');
});

test('RUN-04 a handler without an entry falls back to a document that can be executed', async () => {
  const programs = {
    bare: (): RuntimeOutcome => ({ status: 'no-entry' }),
    document: () => returned({ ok: true, by: 'document' }),
  };
  const packages = { bare: { hasExecutableReferences: true } };
  const { execute } = scriptedExecution(root, programs, {
    packages,
    runs: ['handler', 'document'],
  });
  expect((await execute('bare')).envelope).toMatchObject({ by: 'document' });
  const scheduled = await execute('bare', { line: 'schedule' });
  expect(scheduled.verdict.status).toBe('failed');
});

test('RUN-04 without such a document it is a clear error', async () => {
  const { execute } = scriptedExecution(root, { bare: () => ({ status: 'no-entry' }) });
  const run = await execute('bare');
  expect(run.envelope).toMatchObject({ success: false, non_retriable: true });
  expect(run.envelope['error']).toContain('execute');
});

test('a missing program or another system is told before anything runs', async () => {
  const packages = { film: { requires: { ...skillPackage('x').requires, bins: ['ffmpeg'] } } };
  const { execute, runsOf } = scriptedExecution(
    root,
    { film: () => returned({}) },
    { packages, parts: { place: EMPTY_PLACE } },
  );
  expect((await execute('film')).envelope['error']).toContain('ffmpeg');
  expect(runsOf('film')).toBe(0);
});

test('CFG-02 a skill whose required configuration is missing is told by its keys and not run', async () => {
  const item = { secret: false, source: 'env' };
  const config = [
    { ...item, name: 'WEATHER_URL', required: true },
    { ...item, name: 'api_token', required: true },
    { ...item, name: 'city', required: true },
    { ...item, name: 'units', required: false },
  ];
  const values = { weather_url: 'https://weather', api_token: ' ' };
  const given = (parts: object = {}) =>
    scriptedExecution(
      root,
      { weather: () => returned({ ok: true }) },
      {
        packages: { weather: { config } },
        parts: { configurationOf: async () => ({ values, secrets: [] }), ...parts },
      },
    );
  const { execute, runsOf } = given();
  const { envelope } = await execute('weather');
  expect(envelope).toMatchObject({ success: false, non_retriable: true, error_type: 'config' });
  expect(envelope['error']).toContain('was not run: api_token, city are not set');
  expect(envelope['error']).toContain('PATCH /api/configuration/weather');
  expect(runsOf('weather')).toBe(0);
  // What the call itself brings counts too (CFG-01).
  const called = await execute('weather', { input: { city: 'Bern', api_token: 't' } });
  expect(called.envelope).toMatchObject({ ok: true });
  const bench = given({ runsUnconfigured: true });
  expect((await bench.execute('weather')).envelope).toMatchObject({ ok: true });
});

test('CFG-03 a stored secret that does not open is a refusal with its sentence', async () => {
  const text = {
    zh: '无法解密',
    en: 'A stored secret of the skill "weather" can not be decrypted.',
  };
  const { execute, runsOf } = scriptedExecution(
    root,
    { weather: () => returned({ ok: true }) },
    {
      parts: {
        configurationOf: () => Promise.reject(new AppError('secret-unreadable', text)),
      },
    },
  );
  const { envelope } = await execute('weather');
  expect(envelope).toMatchObject({ success: false, error: text.en, non_retriable: true });
  expect(runsOf('weather')).toBe(0);
});

test('a runtime that can not start anything is a settled failure, not an exception', async () => {
  const { execute } = scriptedExecution(root, {
    any: () => {
      throw new AppError('spawn-failed', { zh: '进程过多', en: 'too many processes' });
    },
  });
  const run = await execute('any');
  expect(run.verdict.status).toBe('failed');
  expect(run.envelope['error']).toContain('too many processes');
});

test('a failure is told in the language of its call, and what it calls speaks that language too', async () => {
  const { execute } = scriptedExecution(
    root,
    {
      parent: async ({ host }) => returned(await host.callSkill('child', {})),
      child: ({ host }) => ({ status: 'unstartable', problem: `spoke ${host.language}` }),
    },
    { packages: { parent: { schema: { type: 'object', required: ['city'] } } } },
  );
  const missing = await execute('parent', { language: 'zh' });
  expect(missing.envelope['error']).toContain('缺少必填参数：city');
  const called = await execute('parent', { language: 'zh', input: { city: 'x' } });
  expect(called.envelope['error']).toContain('spoke zh');
  const preset = await execute('parent', { input: { city: 'x' } });
  expect(preset.envelope['error']).toContain('spoke en');
});
