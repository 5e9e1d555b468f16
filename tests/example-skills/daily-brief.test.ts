// `daily-brief` with the skills that it calls, and without them: run by the platform.

import { cp, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runReportSchema, type RunReport } from '#contract/run-report.ts';
import { makeSkill } from '../make-skill.ts';
import { qiao } from '../run-qiao.ts';
import { SKILLS, startExample, type ExampleRun } from './run-example.ts';

let example: ExampleRun;
beforeEach(async () => {
  example = await startExample();
});
afterEach(() => example.end());

const DAY = {
  date: '2026-11-30',
  note: '完成初稿',
  deadlines: [{ name: '合同', date: '2026-12-31' }],
};

async function brief(input: object, roots: readonly string[] = [SKILLS]): Promise<RunReport> {
  const asked = ['run', 'daily-brief', '--input', JSON.stringify(input)];
  const where = ['--workspace', example.workspace, ...roots.flatMap((root) => ['--skills', root])];
  const { stdout } = await qiao([...asked, ...where, '--json']);
  return runReportSchema.parse(JSON.parse(stdout));
}

/** The brief with those examples only. */
async function only(...names: readonly string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'some-skills-'));
  for (const name of ['daily-brief', ...names]) {
    await cp(join(SKILLS, name), join(root, name), { recursive: true });
  }
  return root;
}

test('writes a brief from what three skills answer, and reads it back', async () => {
  const { status, output, artifacts } = await brief(DAY);
  expect(status).toBe('done');
  expect(output).toMatchObject({
    succeeded: 3,
    failed: 0,
    verified_total: 3,
    parts: [
      { part: 'deadlines', status: 'done', items: [{ name: '合同', days: 31, business_days: 23 }] },
      { part: 'files', skill: 'disk-report', status: 'done' },
      { part: 'note', status: 'done', items: [{ filename: 'daily-note-2026-11-30.md', added: 1 }] },
    ],
    display_md: expect.stringContaining('- 合同: 2026-12-31 (31 天 days, 23 工作日 business days)'),
  });
  expect(artifacts).toMatchObject([{ name: 'daily-brief-2026-11-30.md' }]);
});

test('ENV-16 another run adds nothing twice', async () => {
  await brief(DAY);
  const { output } = await brief(DAY);
  expect(output).toMatchObject({
    verified_total: 3,
    parts: expect.arrayContaining([
      expect.objectContaining({
        items: [expect.objectContaining({ added: 0, verified_total: 1 })],
      }),
    ]),
  });
});

test('ENV-11 a skill that is missing makes a partial brief that names it', async () => {
  const { status, output } = await brief(DAY, [
    await only('date-diff', 'daily-note', 'text-stats'),
  ]);
  expect(status).toBe('partial');
  expect(output).toMatchObject({
    succeeded: 2,
    failed: 1,
    warning: expect.stringMatching(/^2 of 3 parts are whole\. disk-report: 未知工具：disk-report/),
    upstream: [{ ok: false, skill: 'disk-report' }],
  });
  const text = await readFile(join(example.workspace, 'daily-brief-2026-11-30.md'), 'utf8');
  expect(text).toContain('## 文件 Files\n\n- ⚠ 未知工具：disk-report');
});

test('ENV-11 one of two deadlines that is no day is told beside the other', async () => {
  const deadlines = [...DAY.deadlines, { name: 'typo', date: '2026-02-30' }];
  const { status, output } = await brief({ date: DAY.date, deadlines });
  expect(status).toBe('partial');
  expect(output).toMatchObject({
    parts: [{ part: 'deadlines', status: 'partial', succeeded: 1, failed: 1 }, { status: 'done' }],
    warning: expect.stringMatching(/date-diff: typo: end must be a date/),
  });
});

test('ENV-11 what a called skill did only in part is passed on as that', async () => {
  const { status, output } = await brief(DAY, [
    await only('date-diff', 'disk-report', 'daily-note'),
  ]);
  expect(status).toBe('partial');
  expect(output).toMatchObject({
    failed: 0,
    parts: expect.arrayContaining([expect.objectContaining({ part: 'note', status: 'partial' })]),
    warning: expect.stringContaining('written without its word count'),
  });
});

test('where every part fails nothing is written, and each reason is told', async () => {
  const broken = await makeSkill('disk-report', {
    'handler.py':
      'async def execute(input_data, runtime_context):\n    return {"success": False, "error": "the disk is on strike"}\n',
  });
  const { status, output, artifacts } = await brief({ date: DAY.date }, [await only(), broken]);
  expect({ status, artifacts }).toEqual({ status: 'failed', artifacts: [] });
  expect(output).toMatchObject({
    success: false,
    error: expect.stringContaining('disk-report: the disk is on strike'),
    parts: [{ part: 'files', status: 'failed' }],
  });
});

test.each([
  [{ date: '2026-2-3' }, 'date'],
  [{ deadlines: [{ name: 'x' }] }, 'deadlines'],
  [{ deadlines: ['2026-01-01'] }, 'deadlines'],
])('ENV-15 %j names the parameter', async (input, name) => {
  expect((await brief(input)).output).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: name,
  });
});
