import { expect, test } from 'vitest';
import { LANGUAGES } from '#base/text.ts';
import {
  settleArgumentRefused,
  settleArgumentTooLong,
  settleChainNotRunnable,
  settleCrashed,
  settleDocumentNotRunnable,
  settleKnowledgeNotExecutable,
  settleNoEntry,
  settleOutOfMemory,
  settleProcessTimeout,
  settleStopped,
  settleUnknownSkill,
  settleUnserialisable,
  settleUnstartable,
  settleWallClock,
} from './settle-ends.ts';

const zh = { skill: 'report', language: 'zh' } as const;
const en = { skill: 'report', language: 'en' } as const;

test('CLK-01 the wall clock speaks the literal text, and no number in it means configuration', () => {
  const { envelope, verdict } = settleWallClock({ ...en, seconds: 401 });
  expect(envelope['error']).toBe('技能执行超过 401 s 已中止');
  expect(envelope['_hint']).toContain('wall_sec');
  expect(verdict).toMatchObject({ status: 'failed', isRecoverable: false, bansSkill: false });
});

test('ENV-12 a strike, a stop, a crash and a memory kill are not told as transient', () => {
  const ends = [
    settleWallClock({ ...zh, seconds: 1 }),
    settleStopped(zh),
    settleCrashed({ ...zh, how: 'SIGSEGV', errorOutput: '' }),
    settleOutOfMemory({ ...zh, limitBytes: 2 ** 31 }),
  ];
  for (const { envelope } of ends) expect(envelope).not.toHaveProperty('error_type');
});

test('ENV-13 an unknown skill gets the literal text and bans nothing', () => {
  for (const language of LANGUAGES) {
    const { envelope, verdict } = settleUnknownSkill({ skill: 'api_key-x', language });
    expect(envelope['error']).toBe('未知工具：api_key-x，请检查技能是否已安装');
    expect(verdict.bansSkill).toBe(false);
  }
});

test('RUN-10 a knowledge skill says that it can not be executed', () => {
  for (const context of [zh, en]) {
    const { envelope, verdict } = settleKnowledgeNotExecutable(context);
    expect(envelope['error']).toContain('是知识型技能，不可执行');
    expect(verdict.bansSkill).toBe(true);
  }
});

test('CLI-01 an argument that is too long is recoverable and names its key', () => {
  const { envelope, verdict } = settleArgumentTooLong({ ...en, key: 'body', limitBytes: 131_072 });
  expect(envelope).toMatchObject({ need_param: 'body', error_type: 'recoverable' });
  expect(envelope['_hint']).toContain('body');
  expect(verdict.isRecoverable).toBe(true);
});

test('CLI-01 an argument that no program can get is recoverable and names its key', () => {
  const problem = 'The parameter "body" holds a NUL character. Remove it.';
  const { envelope, verdict } = settleArgumentRefused({ ...en, key: 'body', problem });
  expect(envelope).toMatchObject({ need_param: 'body', error_type: 'recoverable' });
  expect(envelope['error']).toContain(problem);
  expect(verdict.isRecoverable).toBe(true);
});

test('DOC-03 a document skill says where it can run instead', () => {
  const chain = settleDocumentNotRunnable({ ...en, kind: 'document', line: 'chain' });
  expect(chain.verdict.reason).toContain("chains and schedules can't run it");
  const dialog = settleDocumentNotRunnable({ ...en, kind: 'api', line: 'dialog' });
  expect(dialog.verdict.reason).toContain('sub-agent');
});

test.each([
  ['no entry', settleNoEntry(en)],
  ['unstartable', settleUnstartable({ ...en, problem: 'python3 was not found' })],
])('ENV-15 what can not start is a fault of the deployment: %s', (_, { envelope, verdict }) => {
  expect(envelope).toMatchObject({ error_type: 'config', non_retriable: true });
  expect(verdict.bansSkill).toBe(true);
});

test('ENV-12 a crash tells the last of its error output, without its stack trace', () => {
  const errorOutput = `noise\n${'n'.repeat(90_000)}\nTraceback (most recent call last):\n  File "/x.py", line 1\nOops: end`;
  const { envelope, verdict } = settleCrashed({ ...en, how: 'exit code 3', errorOutput });
  expect(envelope['error']).toMatch(/exit code 3[\s\S]*Oops: end/);
  expect(envelope['error']).not.toContain('/x.py');
  expect(envelope['error']).toBe(verdict.reason);
  expect(verdict.reason?.length).toBeLessThanOrEqual(2000);
});

test('ENV-10 every end names the skill and says what to do, in both languages', () => {
  for (const context of [zh, en]) {
    const ends = [
      settleStopped(context),
      settleCrashed({ ...context, how: 'SIGKILL', errorOutput: '' }),
      settleOutOfMemory({ ...context, limitBytes: 64 * 1024 * 1024 }),
      settleUnserialisable({ ...context, problem: 'NaN at data.rows[3]' }),
      settleProcessTimeout({ ...context, seconds: 60 }),
      settleChainNotRunnable(context),
    ];
    for (const { verdict } of ends) {
      expect(verdict.reason).toContain('report');
      expect(verdict.reason).toMatch(/再|改用|不要|逐个|again|another|smaller|less|one by one/);
    }
  }
});

test('ENV-10 limits are told in the units they were set in', () => {
  expect(settleOutOfMemory({ ...en, limitBytes: 2048 * 1024 * 1024 }).verdict.reason).toContain(
    '2048 MB',
  );
  expect(settleProcessTimeout({ ...zh, seconds: 60 }).verdict.reason).toContain('超过 60 s');
});
