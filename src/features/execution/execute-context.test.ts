import { mkdtemp, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import type { RunHost } from '#features/runtimes/index.ts';
import type { SkillCall } from './skill-call.ts';
import { scriptedExecution, CALL, returned, type Program } from './testing/scripted-execution.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));

test('CTX-03 every skill has a workspace that exists, a database door and a provider', async () => {
  let host: RunHost | undefined;
  const { execute } = scriptedExecution(root, {
    look: (call) => {
      host = call.host;
      return returned({});
    },
  });
  const run = await execute('look');
  expect(run.workspace).toBe(join(root, 'role', 'session'));
  expect((await stat(run.workspace)).isDirectory()).toBe(true);
  expect(host?.context['workspace_dir']).toBe(run.workspace);
  expect(await host?.database.open()).toBe('s');
  expect(await host?.provider.chat({ messages: [] })).toMatchObject({ text: '' });
});

const look: Program = ({ host }) => returned({ has: 'db' in host.context });

test('CTX-07 the named skills, and those that the operator adds, open their own sessions', async () => {
  const { execute } = scriptedExecution(
    root,
    { datatable: look, mine: look, other: look },
    { parts: { selfAcquiring: ['mine'] } },
  );
  const seen = await Promise.all(
    ['datatable', 'mine', 'other'].map(async (skill) => (await execute(skill)).envelope['has']),
  );
  expect(seen).toEqual([true, true, false]);
});

test("CTX-07 a run's sessions end with it, a callee's with the callee", async () => {
  const signals: AbortSignal[] = [];
  let afterChild: readonly boolean[] = [];
  const { execute } = scriptedExecution(
    root,
    {
      parent: async ({ host }) => {
        await host.callSkill('child', {});
        afterChild = signals.map(({ aborted }) => aborted);
        return returned({});
      },
      child: () => returned({}),
    },
    {
      parts: {
        databaseFor: (_, signal) => {
          signals.push(signal);
          return { open: async () => 's', execute: async () => ({}), end: async () => {} };
        },
      },
    },
  );
  await execute('parent');
  expect(afterChild).toEqual([false, true]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('CTX-06 team_role is resolved where the line brings none, kept where it does, never filled in', async () => {
  const { execute } = scriptedExecution(
    root,
    { look: ({ host }) => returned({ role: host.context['team_role'] ?? null }) },
    { parts: { teamRoleOf: async ({ userId }) => (userId === '' ? '' : 'owner') } },
  );
  const role = async (identity: Partial<SkillCall['identity']>) =>
    (await execute('look', { identity: { ...CALL.identity, ...identity } })).envelope['role'];
  expect(await role({})).toBe('owner');
  expect(await role({ userId: '' })).toBe('');
  expect(await role({ teamRole: 'admin' })).toBe('admin');
});

test('CTX-09 drops what a model may not say, with a warning, and keeps what the skill declares', async () => {
  const schema = { type: 'object', properties: { channel: { type: 'string' } } };
  const { execute } = scriptedExecution(
    root,
    { send: ({ input, host }) => returned({ input, seen: host.context['channel'] ?? null }) },
    { packages: { send: { schema } } },
  );
  const input = { channel: 'feishu', user_id: 'root', actor_key: 'k', text: 'hi' };
  const run = await execute('send', { input });
  expect(run.envelope).toEqual({ input: { channel: 'feishu', text: 'hi' }, seen: 'web' });
  const dropped = run.decisions.filter(({ rule }) => rule === 'CTX-09');
  expect(dropped.map(({ note }) => note).join()).toMatch(/user_id.*actor_key/);
});

test('CFG-01 each skill sees its own configuration and nothing of its caller', async () => {
  const values: Record<string, JsonObject> = {
    a: { token: 'a-secret' },
    b: { token: 'b-secret' },
  };
  const { execute } = scriptedExecution(
    root,
    {
      a: async ({ host }) => returned({ own: host.context, child: await host.callSkill('b', {}) }),
      b: ({ host, entry }) => returned({ ctx: host.context, env: { ...entry.environment } }),
    },
    {
      parts: { configurationOf: async (skill) => ({ values: values[skill] ?? {}, secrets: [] }) },
    },
  );
  const { envelope } = await execute('a');
  expect(JSON.stringify(envelope['child'])).not.toContain('a-secret');
  expect(envelope).toMatchObject({
    own: { token: 'a-secret', TOKEN: 'a-secret', skill_configs: { a: { token: 'a-secret' } } },
    child: { ctx: { token: 'b-secret' }, env: { token: 'b-secret', TOKEN: 'b-secret' } },
  });
});

test('GRD-07 refuses before the skill runs, but counts what the configuration holds', async () => {
  const schema = { required: ['city', 'token'], properties: {} };
  const { execute, runsOf } = scriptedExecution(
    root,
    { weather: ({ input }) => returned({ input }) },
    {
      packages: { weather: { schema, inputKeysRead: ['token', 'city'] } },
      parts: { configurationOf: async () => ({ values: { token: 't0ken-t0ken' }, secrets: [] }) },
    },
  );
  const refused = await execute('weather');
  expect(refused.verdict).toMatchObject({ status: 'failed', isRecoverable: true });
  expect(refused.envelope).toMatchObject({ need_param: 'city', error_type: 'recoverable' });
  expect(runsOf('weather')).toBe(0);
  const run = await execute('weather', { input: { city: 'x' } });
  expect(run.envelope).toEqual({ input: { city: 'x', token: 't0ken-t0ken' } });
});

test('CFG-03 a secret that leaks is masked in the result, the log, the reason and the trace', async () => {
  const { execute } = scriptedExecution(
    root,
    {
      leaky: () =>
        returned({ success: false, error: 'bad key sk-12345678', data: ['sk-12345678'] }),
    },
    {
      parts: {
        configurationOf: async () => ({
          values: { api_key: 'sk-12345678' },
          secrets: ['sk-12345678'],
        }),
      },
    },
  );
  expect(JSON.stringify(await execute('leaky'))).not.toContain('sk-12345678');
});
