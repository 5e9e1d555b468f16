// Handlers that hand over to a document: a sub-agent follows it for a person, and for nobody else.

import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { hasSandbox } from './has-sandbox.ts';
import { makeSkill } from './make-skill.ts';
import { qiao } from './run-qiao.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from './stubs/openai-stub.ts';

let stub: OpenAiStub | undefined;
afterEach(() => stub?.close());

const GIVING = `async def execute(input_data, runtime_context):
    return {"success": True, "skill_doc": "# Greet\\n\\nRun: echo hello " + input_data["name"]}
`;
const giving = await makeSkill('greet', { 'handler.py': GIVING });
const without = await makeSkill('bare', {
  'SKILL.md': '---\nname: bare\ndescription: A test.\n---\n# Do it\n\n```sh\necho done\n```\n',
  'handler.py': 'ANSWER = 42\n',
});

async function environmentFor(steps: readonly OpenAiStep[]): Promise<Record<string, string>> {
  stub = await startOpenAiStub(steps);
  return {
    QIAO_MODEL: 'openai/stub',
    OPENAI_BASE_URL: stub.baseUrl,
    OPENAI_API_KEY: 'sk-test-key',
  };
}

const run = async (folder: string, environment: Record<string, string>, ...more: string[]) => {
  const input = '{"name": "Bern"}';
  const { stdout } = await qiao(['run', folder, '--json', '--input', input, ...more], {
    environment,
  });
  return z.looseObject({ status: z.string(), output: z.looseObject({}) }).parse(JSON.parse(stdout));
};

const shell = (command: string): OpenAiStep => ({
  calls: [{ name: 'container_shell', arguments: { command } }],
});

test.skipIf(!hasSandbox)(
  'RUN-09 the document that a handler gives is followed by a sub-agent, with the input beside it',
  async () => {
    const environment = await environmentFor([shell('echo hello Bern'), { text: 'Greeted Bern.' }]);
    const report = await run(giving, environment, '--as-user');
    expect(report).toMatchObject({
      status: 'done',
      output: { success: true, result: 'Greeted Bern.', steps: 1 },
    });
    const [first, second] = (stub?.requests ?? []).map(({ body }) => JSON.stringify(body));
    expect(first).toContain('Run: echo hello Bern');
    expect(first).toContain('Bern');
    expect(second).toContain('hello Bern\\\\n');
  },
);

test.skipIf(!hasSandbox)(
  'RUN-04 a handler without an entry falls back to its document',
  async () => {
    const environment = await environmentFor([shell('echo done'), { text: 'Done it.' }]);
    const report = await run(without, environment, '--as-user');
    expect(report).toMatchObject({ status: 'done', output: { result: 'Done it.' } });
  },
);

test('RUN-09, DOC-03 on the schedule line both are refused, and no model is asked', async () => {
  const environment = await environmentFor([]);
  for (const folder of [giving, without]) {
    const report = await run(folder, environment);
    expect(report).toMatchObject({
      status: 'failed',
      output: { error: expect.stringContaining('chains and schedules') },
    });
  }
  expect(stub?.requests).toEqual([]);
});

test('DOC-03 without a model that is said', async () => {
  const report = await run(giving, {}, '--as-user');
  expect(report).toMatchObject({
    status: 'failed',
    output: { error: expect.stringContaining('offline mode') },
  });
});

test('DOC-07 where sandboxes are switched off a sub-agent has run_code, and its result is the skill’s', async () => {
  const code = 'open("made.txt", "w").write("6 * 7 = " + str(6 * 7))';
  const environment = await environmentFor([
    { calls: [{ name: 'run_code', arguments: { code } }] },
    { text: 'It is 42.' },
  ]);
  const report = await run(giving, { ...environment, QIAO_SANDBOX: 'off' }, '--as-user');
  expect(report).toMatchObject({
    status: 'done',
    output: { result: 'It is 42.' },
    artifacts: [{ name: 'made.txt' }],
  });
  expect(JSON.stringify(stub?.requests[0]?.body)).not.toContain('container_shell');
}, 180_000);
