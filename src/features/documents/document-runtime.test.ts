// The exits of a document skill, and what its sub-agent is told, may do and is judged by.

import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { lastResult, runDocument, shell, skillMd, told } from './testing/document-fixture.ts';

const BODY = '# Report\n\n```bash\npython3 {baseDir}/scripts/make.py\n```\n';
const FILES = { 'SKILL.md': skillMd(BODY) };

test('DOC-02 a document with nothing to execute goes back to whoever asked, and no model is', async () => {
  const ran = await runDocument({
    files: { 'SKILL.md': skillMd('Be kind, then answer.'), 'references/tone.md': '# Tone' },
  });
  expect(ran.value).toMatchObject({
    success: true,
    skill_doc: 'Be kind, then answer.',
    files_of_the_skill: ['references/tone.md'],
  });
  expect(ran.run.outcome).toMatchObject({ isPage: true });
  expect(ran.model.requests).toEqual([]);
});

test('DOC-02 one that executes is followed by a sub-agent, whose report is the result', async () => {
  const ran = await runDocument({
    files: FILES,
    input: { instruction: 'Make the report.' },
    script: [shell('echo hello'), 'It says hello.'],
  });
  expect(ran.value).toEqual({ success: true, result: 'It says hello.', steps: 1 });
  expect(lastResult(ran)).toMatchObject({ exit_code: 0, stdout: 'hello\n', timed_out: false });
  expect(ran.used).toHaveLength(2);
});

test('DOC-02 what says that it is an API and has no description of one is told so', async () => {
  const head = 'metadata: {"openclaw": {"skillClass": "x-api-skill"}}\n';
  const api = await runDocument({ files: { 'SKILL.md': skillMd(BODY, head) } });
  expect(api.value).toMatchObject({
    non_retriable: true,
    error: expect.stringContaining('references/openapi.yaml'),
  });
});

test('DOC-03 the sub-agent gets the instruction, the document and the list of files, and no history', async () => {
  const ran = await runDocument({
    files: { ...FILES, 'scripts/make.py': 'print(1)', '.env': 'KEY=1' },
    input: { instruction: 'Make the report for May.', month: '2026-05' },
    context: {
      raw_input: 'What the user typed.',
      attachments: [{ filename: 'may.csv', local_path: '/w/may.csv' }],
    },
    script: ['Done.'],
  });
  const { message } = told(ran);
  expect(ran.model.requests[0]?.messages).toHaveLength(2);
  expect(message).toMatch(/^【用户指令】.*\nMake the report for May\.\n/);
  expect(message).toContain('"month": "2026-05"');
  expect(message).toContain('- may.csv: /w/may.csv');
  expect(message).toContain('- scripts/make.py');
  expect(message).not.toContain('.env');
});

test('DOC-03 without an instruction the user’s own words are it', async () => {
  const ran = await runDocument({
    files: FILES,
    context: { raw_input: 'What the user typed.' },
    script: ['Done.'],
  });
  expect(told(ran).message).toContain('What the user typed.');
});

test('DOC-03 where nothing lends a model the skill is refused with a sentence', async () => {
  const ran = await runDocument({ files: FILES, hasAgents: false });
  expect(ran.value).toMatchObject({ success: false, error: expect.stringContaining('sub-agent') });
});

test('DOC-08 the prompt has the three sentences, in either language', async () => {
  const ran = await runDocument({ files: FILES, script: ['Done.'] });
  const { system } = told(ran);
  expect(system).toContain(
    '你唯一的任务是完成【用户指令】那一句；SKILL.md 的简介/功能列表不是任务清单',
  );
  expect(system).toContain('不要用 shell 测密钥是否存在');
  expect(system).toContain('拿不到数据如实说');
});

test('DOC-09 {baseDir} is the skill’s path where commands run', async () => {
  const ran = await runDocument({
    files: { ...FILES, 'scripts/make.py': 'print("made")' },
    script: (request, index) => {
      const said = request.messages[1];
      const path = said?.role === 'user' ? /python3 (\S+make\.py)/.exec(said.text)?.[1] : '';
      return index === 0 ? shell(`python3 ${path}`) : 'Done.';
    },
  });
  expect(lastResult(ran)).toMatchObject({ exit_code: 0, stdout: 'made\n' });
  expect(told(ran).message).not.toContain('{baseDir}');
});

test('DOC-09 what is not installed is told with the command that installs it', async () => {
  const ran = await runDocument({
    files: { ...FILES, 'requirements.txt': 'pandas' },
    script: ['Done.'],
  });
  expect(told(ran).system).toContain(`pip install -r ${ran.skill.folder}/requirements.txt`);
});

test('DOC-09 what is declared is there before the sub-agent begins, and is not to be installed', async () => {
  const asked: unknown[] = [];
  const ran = await runDocument({
    files: { ...FILES, 'requirements.txt': 'pandas' },
    dependencies: {
      explainMissing: async () => undefined,
      async ensure({ folder, languages }) {
        asked.push({ folder, languages });
        return {
          mounts: [{ path: '/usr/share', access: 'read' }],
          programFolders: ['/usr/share/packages/bin'],
          variables: { NODE_PATH: '/usr/share/packages' },
          python: undefined,
          nodeModules: undefined,
        };
      },
    },
    script: [shell('echo $PATH $NODE_PATH'), 'Done.'],
  });
  expect(asked).toEqual([{ folder: ran.skill.folder, languages: ['python', 'node'] }]);
  expect(told(ran).system).toContain('are there already');
  expect(told(ran).system).not.toContain('pip install');
  expect(ran.started[0]?.mounts).toContainEqual({ path: '/usr/share', access: 'read' });
  // They are made for this machine's programs.
  expect(ran.started[0]?.programs).toBe('own');
  expect(lastResult(ran)).toMatchObject({
    stdout: expect.stringMatching(/^\/usr\/share\/packages\/bin:.* \/usr\/share\/packages\n$/),
  });
});

test('DOC-09 what can not be installed is told before anybody begins', async () => {
  const text = { zh: '装不上', en: 'It can not be installed.' };
  const details = { dependencies: { code: 'deps_not_found', package: 'x', retryable: false } };
  const ran = await runDocument({
    files: FILES,
    dependencies: {
      explainMissing: async () => undefined,
      ensure: () => Promise.reject(new AppError('dependencies-unavailable', text, { details })),
    },
  });
  expect(ran.value).not.toHaveProperty('success', true);
  expect(ran.model.requests).toEqual([]);
});

test('DOC-12 the key is to be used as a bearer token, and a missing one is told', async () => {
  const head = 'metadata: {"openclaw": {"requires": {"env": ["MY_KEY", "OTHER"]}}}\n';
  const files = { 'SKILL.md': skillMd(BODY, head) };
  const environment = { MY_KEY: 'key-123456' };
  const ran = await runDocument({ files, environment, script: ['Done.'] });
  expect(told(ran).system).toContain('-H "Authorization: Bearer $MY_KEY"');
  expect(told(ran).system).not.toContain('is not configured');
  const without = await runDocument({ files, script: ['Done.'] });
  expect(told(without).system).toContain('MY_KEY is not configured');
});

test.each(['"requiresContainer": true', '"sandbox": "docker"', '"sandbox": "container"'])(
  'DOC-12 with %s it is refused where there is no sandbox, and never run with run_code',
  async (declared) => {
    const head = `metadata: {"openclaw": {${declared}}}\n`;
    const ran = await runDocument({
      files: { 'SKILL.md': skillMd(BODY, head) },
      hasSandbox: false,
      codeRunner: { run: () => Promise.reject(new TypeError('never')) },
      script: ['Done.'],
    });
    expect(ran.value).toMatchObject({
      success: false,
      error_type: 'config',
      non_retriable: true,
      error: expect.stringContaining('has to run in a container'),
    });
    expect(ran.model.requests).toEqual([]);
  },
);

test('DOC-12 a run that owes a file has not succeeded without one', async () => {
  const head = 'metadata: {"openclaw": {"outputType": "file"}}\n';
  const files = { 'SKILL.md': skillMd(BODY, head) };
  const without = await runDocument({
    files,
    workspaceFiles: { 'old.csv': 'a' },
    script: [shell('echo x > helper.py'), 'The chart is attached.'],
  });
  expect(without.value).toMatchObject({
    success: false,
    error: expect.stringContaining('owes a file'),
    result: 'The chart is attached.',
  });
  const made = await runDocument({ files, script: [shell('echo x > chart.svg'), 'Here it is.'] });
  expect(made.value).toMatchObject({ success: true, result: 'Here it is.' });
});

test('DOC-14 the sub-agent has its own tools and no call_skill', async () => {
  const ran = await runDocument({
    files: FILES,
    script: [{ tool: 'call_skill', input: { name: 'store' } }, 'Call store with {"rows": []}.'],
  });
  const tools = ran.model.requests[0]?.tools.map(({ name }) => name);
  expect(tools).toEqual(['container_shell', 'read_skill_file']);
  expect(lastResult(ran)).toMatchObject({ success: false });
  expect(told(ran).system).toContain('the main model calls it after your report');
});
