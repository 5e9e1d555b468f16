import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { scriptedExecution, raised, returned, type Program } from './testing/scripted-execution.ts';

/** A program that only calls another skill. */
const next =
  (name: string): Program =>
  async ({ host }) =>
    returned(await host.callSkill(name, {}));

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));

const query = { success: true, data: { list: [{ a: 1 }] } };

test("CAL-01 gives the callee's raw envelope, without an extra layer", async () => {
  let answer: JsonObject = {};
  const { execute } = scriptedExecution(root, {
    parent: async ({ host }) => {
      answer = await host.callSkill('table', { action: 'query' });
      return returned({ ok: true });
    },
    table: () => returned(query),
  });
  await execute('parent');
  expect(answer).toEqual(query);
});

test('CAL-02 a failing callee is answered with ok false, its reason and its raw envelope', async () => {
  const { execute } = scriptedExecution(root, {
    parent: async ({ host }) =>
      returned({
        failed: await host.callSkill('table', {}),
        silent: await host.callSkill('silent', {}),
        broken: await host.callSkill('broken', {}),
        unknown: await host.callSkill('nobody', {}),
      }),
    table: () => returned({ ok: false, msg: '没有这张表' }),
    silent: () => returned({ success: false, user_message: 'x' }),
    broken: () => raised('ValueError'),
  });
  const { envelope } = await execute('parent');
  expect(envelope).toMatchObject({
    failed: { ok: false, error: '没有这张表', skill: 'table', output: { ok: false } },
    silent: { ok: false, error: '技能自报失败', output: { user_message: 'x' } },
    broken: { ok: false, skill: 'broken' },
    unknown: { ok: false, error: '未知工具：nobody，请检查技能是否已安装' },
  });
});

test('ART-07 the files of a result are collected for the skill that was asked, not for those that it calls', async () => {
  const { execute } = scriptedExecution(root, { parent: next('child'), child: () => returned({ ok: true, filename: 'a' }) }); // prettier-ignore
  const begun: string[] = [];
  const collected: JsonObject[] = [];
  const run = await execute('parent', {
    files: {
      async begin(workspace) {
        begun.push(workspace);
        return {
          concerns: () => false,
          async collect(settled) {
            collected.push(settled.envelope);
            return { ...settled, envelope: { ...settled.envelope, seen: true } };
          },
        };
      },
    },
  });
  expect(begun).toHaveLength(1);
  expect(collected).toEqual([{ ok: true, filename: 'a' }]);
  expect(run.envelope).toEqual({ ok: true, filename: 'a', seen: true });
});

test('CAL-03 refuses a cycle and a call that is too deep, and names the path', async () => {
  const { execute } = scriptedExecution(root, {
    a: next('b'),
    b: next('a'),
    d1: next('d2'),
    d2: next('d3'),
    d3: next('d4'),
    d4: next('d5'),
    d5: next('d6'),
    d6: next('d1'),
  });
  expect(JSON.stringify((await execute('a')).envelope)).toContain('a → b → a');
  expect(JSON.stringify((await execute('d1')).envelope)).toContain('d1 → d2 → d3 → d4 → d5 → d6');
});

test('CAL-03 tells the callee who called, and passes who and where on', async () => {
  const { execute } = scriptedExecution(root, {
    parent: async ({ host }) => returned(await host.callSkill('child', {})),
    child: ({ host }) => returned({ context: host.context }),
  });
  expect((await execute('parent')).envelope).toMatchObject({
    context: { _called_by: 'parent', role_id: 'role', session_id: 'session', channel: 'web' },
  });
});

test('CAL-04 a large result of a child comes whole, and only the outer one is offloaded', async () => {
  const rows = Array.from({ length: 3000 }, (_, n) => ({ n }));
  const { execute } = scriptedExecution(root, {
    parent: async ({ host }) => {
      const answer = await host.callSkill('child', {});
      return returned({ ok: true, isWhole: Array.isArray(answer['rows']) });
    },
    child: () => returned({ ok: true, rows }),
  });
  expect((await execute('parent')).envelope).toEqual({ ok: true, isWhole: true });
  expect((await execute('child')).envelope).toMatchObject({ offloaded: true, rows_count: 3000 });
});

test('a child that nobody waits for ends with its parent', async () => {
  let childSignal: AbortSignal | undefined;
  const { execute } = scriptedExecution(root, {
    parent: async ({ host }) => {
      void host.callSkill('child', {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      return returned({ ok: true });
    },
    child: ({ host }) =>
      new Promise((resolve) => {
        childSignal = host.signal;
        host.signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
      }),
  });
  expect((await execute('parent')).verdict.status).toBe('done');
  expect(childSignal?.aborted).toBe(true);
});

test('what the role does not have is not run for it by another skill either', async () => {
  const { execute, runsOf } = scriptedExecution(root, {
    report: async ({ host }) =>
      returned({
        allowed: await host.callSkill('table', {}),
        refused: await host.callSkill('send_mail', {}),
      }),
    table: () => returned(query),
    send_mail: () => returned({ ok: true }),
  });
  const run = await execute('report', { allowedSkills: ['report', 'table'] });
  expect(run.envelope).toMatchObject({
    allowed: query,
    refused: { ok: false, error: expect.stringContaining('"send_mail" is not in the list') },
  });
  expect(runsOf('send_mail')).toBe(0);
  await execute('report');
  expect(runsOf('send_mail')).toBe(1);
});

test('what a skill that is called calls is held to the role’s list too', async () => {
  const { execute, runsOf } = scriptedExecution(root, {
    parent: next('child'),
    child: next('send_mail'),
    send_mail: () => returned({ ok: true }),
  });
  await execute('parent', { allowedSkills: ['parent', 'child'] });
  expect(runsOf('send_mail')).toBe(0);
});
