// Runs an example skill's own code, without the platform, in a workspace of its own.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const SKILLS = fileURLToPath(new URL('../../skills/', import.meta.url));

/** Calls a Python handler; `call_skill` answers from another handler, or as if there were none. */
const DRIVER = `
import asyncio, importlib.util, json, sys
def load(path):
    spec = importlib.util.spec_from_file_location("skill", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
asked = json.loads(sys.argv[1])
async def call_skill(name, value):
    if asked["callee"] is None:
        return {"ok": False, "error": "未知工具：" + name + "，请检查技能是否已安装", "skill": name}
    return await load(asked["callee"]).execute(value, {})
context = {**asked["context"], "call_skill": call_skill}
print(json.dumps(asyncio.run(load(asked["file"]).execute(asked["input"], context))))
`;

export interface ExampleRun {
  readonly workspace: string;
  /** What a program prints as JSON, whatever its exit code. */
  run(program: string, words: readonly string[]): Promise<unknown>;
  /** What a Python handler returns. `callee`: the skill behind `call_skill`. */
  python(skill: string, input: object, callee?: string): Promise<unknown>;
  end(): Promise<void>;
}

export async function startExample(): Promise<ExampleRun> {
  const workspace = await mkdtemp(join(tmpdir(), 'qiao-example-'));
  const env = { PATH: process.env['PATH'], HOME: workspace, SKILL_WORKSPACE: workspace };

  async function run(program: string, words: readonly string[]): Promise<unknown> {
    const file = program === 'python3' ? await realPython() : program;
    return new Promise((resolve, reject) => {
      execFile(file, words, { env }, (error, stdout, stderr) => {
        if (stdout === '')
          reject(new Error(`${program} printed nothing: ${stderr}`, { cause: error }));
        else resolve(JSON.parse(stdout));
      });
    });
  }

  return {
    workspace,
    run,
    python: (skill, input, callee) => {
      const context = { workspace_dir: workspace, triggered_at_str: '2026-02-03 10:11:12' };
      const asked = {
        file: handlerOf(skill),
        input,
        context,
        callee: callee === undefined ? null : handlerOf(callee),
      };
      return run('python3', ['-B', '-c', DRIVER, JSON.stringify(asked)]);
    },
    end: () => rm(workspace, { recursive: true, force: true }),
  };
}

function handlerOf(skill: string): string {
  return join(SKILLS, skill, 'handler.py');
}

let python: Promise<string> | undefined;

/** A version manager's `python3` is a slow script in front of the real one, so it is asked once. */
function realPython(): Promise<string> {
  python ??= promisify(execFile)('python3', ['-c', 'import sys; print(sys.executable)']).then(
    ({ stdout }) => stdout.trim(),
  );
  return python;
}
