// `qiao run`, as a person or a program uses it.

import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runReportSchema, type RunReport } from '#contract/run-report.ts';
import { makeSkill } from './make-skill.ts';
import { processesWith } from './processes-with.ts';
import { qiao, startQiao, type QiaoOptions } from './run-qiao.ts';

const PYTHON = (body: string) =>
  `import asyncio, os, sys, time\n\nasync def execute(input_data, runtime_context):\n${body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;

async function run(
  skill: string,
  input: unknown = {},
  options: QiaoOptions & { readonly args?: readonly string[] } = {},
): Promise<{ readonly report: RunReport; readonly exitCode: number | null; stderr: string }> {
  const args = ['run', skill, '--input', JSON.stringify(input), '--json', ...(options.args ?? [])];
  const { stdout, stderr, exitCode } = await qiao(args, options);
  return { report: runReportSchema.parse(JSON.parse(stdout)), exitCode, stderr };
}

test('runs an example skill by its name and prints the report', async () => {
  const { report, exitCode } = await run('text-stats', { text: 'one two' });
  expect(exitCode).toBe(0);
  expect(report).toMatchObject({ status: 'done', skill: 'text-stats', attempts: 1 });
});

test('reads the input from a file and from standard input', async () => {
  const folder = await makeSkill('echo', {
    'handler.py': PYTHON('return {"ok": True, **input_data}'),
  });
  const file = join(await mkdtemp(join(tmpdir(), 'input-')), 'input.json');
  await writeFile(file, '\uFEFF{"n": 1}');
  for (const [given, input] of [
    [`@${file}`, ''],
    ['-', '{"n": 1}'],
  ] as const) {
    const { stdout } = await qiao(['run', folder, '--input', given, '--json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ output: { ok: true, n: 1 } });
  }
});

test.each<[string, readonly string[], RegExp]>([
  ['no skill', ['run'], /argument skill is missing/],
  ['broken JSON', ['run', 'text-stats', '--input', '{"text": '], /--input is not valid JSON/],
  ['a list', ['run', 'text-stats', '--input', '[1]'], /not a JSON object/],
  [
    'a file that is not there',
    ['run', 'text-stats', '--input', '@/nope.json'],
    /\/nope\.json can't be read/,
  ],
  ['an unknown option', ['run', 'text-stats', '--inptu', '{}'], /no option --inptu/],
  ['an unknown command', ['rnu'], /no command rnu/],
  ['a skills folder that is not there', ['run', 'x', '--skills', '/nope'], /no directory \/nope/],
])('refuses %s with exit code 2 and a sentence', async (_, args, sentence) => {
  const { exitCode, stdout, stderr } = await qiao(args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('refuses a wrong setting by its name, in the chosen language', async () => {
  const { exitCode, stderr } = await qiao(['doctor'], { environment: { FAIL_TOTAL: 'x' } });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('FAIL_TOTAL');
});

test('speaks Chinese where the locale does', async () => {
  const { stderr } = await qiao(['run'], { environment: { LANG: 'zh_CN.UTF-8' } });
  expect(stderr).toContain('缺少参数');
});

test('an unknown skill is a failed report', async () => {
  const { report, exitCode } = await run('nobody');
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ status: 'failed', attempts: 0 });
  expect(report.output['error']).toBe('未知工具：nobody，请检查技能是否已安装');
});

test('a folder that is no package is a failed report that says file and remedy', async () => {
  const folder = await makeSkill('broken', { 'SKILL.md': '', 'skill.toml': '[skill\nname = "x"' });
  const { report, exitCode } = await run(folder);
  expect(exitCode).toBe(1);
  expect(report.output['error']).toMatch(/skill\.toml:\d/);
});

test('a partial result has exit code 3', async () => {
  const folder = await makeSkill('half', {
    'handler.py': PYTHON('return {"success": True, "completed": False}'),
  });
  expect(await run(folder)).toMatchObject({ exitCode: 3, report: { status: 'partial' } });
});

test('GRD-07 a missing required key is refused before the skill runs', async () => {
  const { report, exitCode } = await run('text-stats');
  expect(exitCode).toBe(1);
  expect(report).toMatchObject({
    attempts: 0,
    output: { success: false, error_type: 'recoverable', need_param: 'text' },
  });
});

test.each<[string, string, RegExp]>([
  ['exits', 'sys.exit(3)', /exit/i],
  ['crashes', 'os._exit(9)', /9/],
  ['returns a cycle', 'a = []\na.append(a)\nreturn {"a": a}', /cycle|circular/i],
  ['returns NaN', 'return {"n": float("nan")}', /NaN/i],
  ['returns bytes', 'return {"b": b"x"}', /bytes/],
  ['eats memory', 'x = [bytearray(10**8) for _ in range(100)]\nreturn {}', /memory/i],
])('a Python handler that %s ends in one failed envelope', async (_, body, reason) => {
  const folder = await makeSkill('odd', { 'handler.py': PYTHON(body) });
  const environment = { QIAO_SKILL_MEMORY_MB: '512' };
  const { report, exitCode, stderr } = await run(folder, {}, { environment });
  expect(exitCode).toBe(1);
  expect(report.output).toMatchObject({ success: false });
  expect(report.output['error']).toMatch(reason);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('RUN-06 an exception is told to the model in a sentence, and to the author with its place in the log', async () => {
  const folder = await makeSkill('raising', {
    'handler.py': PYTHON('x = {}\nreturn x["missing"]'),
  });
  const { report } = await run(folder);
  expect(report.output['error']).toContain("KeyError: 'missing'");
  expect(report.output['error']).not.toContain('handler.py');
  expect(report.log).toMatch(/handler\.py", line 5/);
  expect(report.log).not.toContain('qiao_bridge');
});

test('CLK-01 an endless loop is stopped by the wall clock, with the literal text', async () => {
  const manifest = '---\nname: spin\ndescription: d\nwall_sec: 1\n---\n';
  const folder = await makeSkill('spin', {
    'SKILL.md': manifest,
    'handler.py': PYTHON('while True: pass'),
  });
  const { report } = await run(folder);
  expect(report.output['error']).toBe('技能执行超过 1 s 已中止');
});

test('RUN-06 what a handler prints lands in the log, and nothing is a value', async () => {
  const folder = await makeSkill('chatty', {
    'handler.py': PYTHON('print("你好")\nos.write(1, b"raw\\n")'),
  });
  const { report } = await run(folder);
  expect(report).toMatchObject({ status: 'done', output: { ok: true, result: null } });
  expect(report.log).toContain('你好');
  expect(report.log).toContain('raw');
});

test('a result of 50 MB comes whole to a program that asks for it', async () => {
  const folder = await makeSkill('big', {
    'handler.py': PYTHON('return {"text": "x" * 50_000_000}'),
  });
  const { report } = await run(folder);
  expect(report.output['text']).toHaveLength(50_000_000);
});

test('CTX-02, CTX-06 a run by hand has the fixed context, the local role and no team role', async () => {
  const folder = await makeSkill('look', {
    'handler.py': PYTHON(
      'return {k: v for k, v in runtime_context.items() if isinstance(v, (str, bool, list))}',
    ),
  });
  const { report } = await run(folder);
  expect(report.output).toMatchObject({
    role_id: 'local',
    session_id: 'shared',
    team_role: '',
    chat_mode: true,
    attachments: [],
    workspace_dir: report.workspace,
  });
});

test('CTX-07 db_factory is there and fails with a sentence', async () => {
  const folder = await makeSkill('data', {
    'handler.py': PYTHON(
      'async with runtime_context["db_factory"]() as db:\n    await db.execute("select 1")',
    ),
  });
  const { report } = await run(folder);
  expect(report.output['error']).toMatch(/no database/);
});

test('works in the workspace that is named, and lists the files it made', async () => {
  const workspace = join(await mkdtemp(join(tmpdir(), 'work-')), 'new');
  const folder = await makeSkill('write', {
    'handler.py': PYTHON(
      'open(os.path.join(runtime_context["workspace_dir"], "报告.txt"), "w").write("hi")\nreturn {"ok": True}',
    ),
  });
  const { report } = await run(folder, {}, { args: ['--workspace', workspace] });
  expect(report.artifacts).toEqual([
    { name: '报告.txt', path: join(workspace, '报告.txt'), bytes: 2 },
  ]);
  expect(await readFile(join(workspace, '报告.txt'), 'utf8')).toBe('hi');
});

test('ART-09 a file that is not in the workspace makes the run partial, with the reason', async () => {
  const folder = await makeSkill('name', {
    'handler.py': PYTHON('return {"ok": True, "local_path": "/etc/passwd"}'),
  });
  const { report, exitCode } = await run(folder);
  expect({ exitCode, status: report.status }).toEqual({ exitCode: 3, status: 'partial' });
  expect(report.artifacts).toEqual([]);
  expect(report.output['warning']).toContain('/etc/passwd');
  expect(report.output).not.toHaveProperty('local_path');
});

test('CFG-01 configuration from a file reaches the skill, and a leaked secret is masked', async () => {
  const config = join(await mkdtemp(join(tmpdir(), 'config-')), 'config.json');
  await writeFile(config, JSON.stringify({ keyed: { api_token: 'sk-verysecret' } }));
  const folder = await makeSkill('keyed', {
    'handler.py': PYTHON(
      'return {"has": runtime_context["API_TOKEN"] == "sk-" + "verysecret", "leak": runtime_context["api_token"]}',
    ),
  });
  const { report } = await run(folder, {}, { args: ['--config', config] });
  expect(report.output).toEqual({ has: true, leak: '***' });
});

test('a document skill is refused on the schedule line with a clear text', async () => {
  const folder = await makeSkill('doc', {
    'SKILL.md': '---\nname: doc\ndescription: d\nskill_type: skill_md\n---\n```bash\nls\n```\n',
  });
  const { report, exitCode } = await run(folder);
  expect(exitCode).toBe(1);
  expect(report.attempts).toBe(0);
  expect(report.output['error']).toMatch(/document/);
});

test('Ctrl-C stops a run, ends its processes and still prints a report', async () => {
  const folder = await makeSkill('sleepy', {
    'handler.py': PYTHON(
      'open(os.path.join(runtime_context["workspace_dir"], "begun"), "w").close()\nawait asyncio.sleep(60)',
    ),
  });
  const workspace = await mkdtemp(join(tmpdir(), 'work-'));
  const running = startQiao(['run', folder, '--json', '--workspace', workspace]);
  await expect.poll(() => exists(join(workspace, 'begun')), { timeout: 30_000 }).toBe(true);
  expect(await processesWith(workspace)).not.toEqual([]);
  running.child.kill('SIGINT');
  const { stdout, exitCode } = await running.ended;
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed' });
  expect(await processesWith(workspace)).toEqual([]);
});

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
