// `qiao inspect` and `qiao doctor`, as a person or a program uses them.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doctorReportSchema } from '#contract/doctor-report.ts';
import { inspectReportSchema } from '#contract/inspect-report.ts';
import { makeSkill } from './make-skill.ts';
import { qiao } from './run-qiao.ts';

test('every example skill is read without a finding, and has the kind that its name promises', async () => {
  const { stdout, exitCode } = await qiao(['inspect', 'skills', '--recursive', '--json']);
  expect(exitCode).toBe(0);
  const reports = inspectReportSchema.array().parse(JSON.parse(stdout));
  expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
  expect(Object.fromEntries(reports.map(({ name, kind }) => [name, kind]))).toEqual({
    'chart-report': 'document',
    'csv-profile': 'handler',
    'csv-tool': 'script',
    'daily-brief': 'handler',
    'daily-note': 'handler',
    'date-diff': 'handler',
    'disk-report': 'script',
    'text-stats': 'handler',
    'unit-convert': 'script',
  });
});

test('a package that can not be loaded has its line and its remedy, hides no other, and sets the exit code', async () => {
  const broken = await makeSkill('broken', {
    'SKILL.md': '---\nname: broken\n',
    'skill.toml': '[skill]\nname = \n',
  });
  const good = await makeSkill('good', {
    'handler.py': 'async def execute(a, b):\n    return {}\n',
  });
  const { stdout, exitCode } = await qiao(['inspect', broken, good, '--jsonl']);
  expect(exitCode).toBe(1);
  const [first, second] = stdout
    .trim()
    .split('\n')
    .map((line) => inspectReportSchema.parse(JSON.parse(line)));
  expect(first).toMatchObject({ kind: null, path: broken });
  expect(first?.findings).toContainEqual(
    expect.objectContaining({ severity: 'fatal', file: 'skill.toml', line: 2 }),
  );
  expect(second).toMatchObject({ kind: 'handler', name: 'good' });
});

test('a person sees the same in words, in Chinese where the locale says so', async () => {
  const folder = await makeSkill('plain', {
    'SKILL.md': '---\nname: plain\ndescription: a: b: c\nenv: [TOKEN]\n---\n',
  });
  const { stdout } = await qiao(['inspect', folder], { environment: { LANG: 'zh_CN.UTF-8' } });
  expect(stdout).toContain('plain');
  expect(stdout).toContain('$TOKEN');
  expect(stdout).toContain('SKILL.md:3');
});

test('a path that is not there is a report, not a stack trace', async () => {
  const { stdout, stderr, exitCode } = await qiao(['inspect', join('nope', 'nope')]);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('fatal');
  expect(stderr).toBe('');
});

test('doctor says what the machine offers, and what to do about the rest', async () => {
  const { stdout, exitCode } = await qiao(['doctor', '--json'], {
    environment: { QIAO_MODEL: 'anthropic/x' },
  });
  expect(exitCode).toBe(0);
  const { checks } = doctorReportSchema.parse(JSON.parse(stdout));
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'python',
    'process-tree',
    'sandbox',
    'sandbox-docker',
    'sandbox-bwrap',
    'sandbox-landlock',
    'database',
    'model',
    'data-folder',
  ]);
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'model',
      status: 'missing',
      remedy: expect.stringContaining('ANTHROPIC_API_KEY'),
    }),
  );
});

test('doctor says how to get a Python where there is none', async () => {
  const { stdout } = await qiao(['doctor'], { environment: { PATH: '/nowhere' } });
  expect(stdout).toMatch(/✗ python[^\n]*\n\s+→ [^\n]*python3/i);
});
