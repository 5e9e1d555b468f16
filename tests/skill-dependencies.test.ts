// What skills need of other people's packages, installed and used by the whole program (CLI-07).

import { chmod, glob, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runReportSchema, type RunReport } from '#contract/run-report.ts';
import { HAS_NPM, PYTHON } from '#features/dependencies/testing/dependencies-fixture.ts';
import {
  startRegistry,
  writeWheel,
  type TestRegistry,
} from '#features/dependencies/testing/wheels.ts';
import { makeSkill } from './make-skill.ts';
import { qiao, startQiao } from './run-qiao.ts';

let wheels: string;
let registry: TestRegistry;
beforeAll(async () => {
  wheels = join(await realpath(await mkdtemp(join(tmpdir(), 'wheels-'))), 'all');
  const code = 'def hello():\n    return "hello"\ndef main():\n    print(hello())\n';
  await writeWheel(wheels, { name: 'greet_py', version: '1.0', code, program: 'greet-py' });
  const source = "module.exports = { hello: () => 'hello' };";
  registry = await startRegistry([
    { name: 'greet-js', version: '1.0.0', files: { 'index.js': source } },
  ]);
});
afterAll(() => registry.close());

async function run(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunReport> {
  const sources = {
    PIP_FIND_LINKS: wheels,
    PIP_NO_INDEX: '1',
    NPM_CONFIG_REGISTRY: registry.url,
    QIAO_ALLOW_HOSTS: '127.0.0.1',
  };
  const { stdout } = await qiao(['run', folder, '--json'], {
    environment: { ...sources, ...environment },
  });
  return runReportSchema.parse(JSON.parse(stdout));
}

/** Parameters make a script the program itself. */
const CALLABLE = { 'schema.json': '{"type": "object", "properties": {}}' };
const SCRIPT_BLOCK = '# /// script\n# dependencies = ["greet-py"]\n# ///\n';
const SAY = 'import json, greet_py\nprint(json.dumps({"said": greet_py.hello()}))\n';

describe.runIf(PYTHON !== undefined)('Python', () => {
  test('CLI-07 a script with a # /// script block and a uv shebang finds its packages', async () => {
    const script = `#!/usr/bin/env -S uv run --script\n${SCRIPT_BLOCK}${SAY}`;
    const folder = await makeSkill('with-block', { ...CALLABLE, 'scripts/main.py': script });
    expect(await run(folder)).toMatchObject({ status: 'done', output: { said: 'hello' } });
  });

  test('CLI-07 a shell script finds the Python and the programs of its requirements.txt', async () => {
    const folder = await makeSkill('in-shell', {
      ...CALLABLE,
      'requirements.txt': 'greet-py==1.0\n',
      'scripts/main.sh': 'python3 -c "import greet_py"\necho "{\\"said\\": \\"$(greet-py)\\"}"\n',
    });
    expect(await run(folder)).toMatchObject({ status: 'done', output: { said: 'hello' } });
  });

  test('CLI-07 a Python handler imports what requires.pip names', async () => {
    const folder = await makeSkill('in-handler', {
      'SKILL.md':
        '---\nname: in-handler\ndescription: x\nrequires:\n  pip: ["greet-py>=1,<2"]\n---\n',
      'handler.py':
        'import greet_py\nasync def execute(input_data, runtime_context):\n    return {"ok": True, "said": greet_py.hello()}\n',
    });
    expect(await run(folder)).toMatchObject({ status: 'done', output: { said: 'hello' } });
  });

  test('CLI-07 network: none and a missing package is structured, and nothing ran', async () => {
    const folder = await makeSkill('without-network', {
      'SKILL.md':
        '---\nname: without-network\ndescription: x\nrequires:\n  pip: [surely-not-here]\n  network: none\n---\n',
      'scripts/main.py': 'open("ran", "w")\n',
      ...CALLABLE,
    });
    const { status, output, artifacts } = await run(folder, { PIP_FIND_LINKS: '' });
    expect(status).toBe('failed');
    expect(output).toMatchObject({
      error_type: 'config',
      non_retriable: true,
      dependencies: { code: 'deps_network_none', package: 'surely-not-here', retryable: false },
    });
    expect(artifacts).toEqual([]);
  });

  test('CLI-07 SKILL_AUTO_DEPS=0: the missing module is told with that', async () => {
    const folder = await makeSkill('not-installed', {
      ...CALLABLE,
      'requirements.txt': 'greet-py',
      'scripts/main.py': SAY,
    });
    const { output } = await run(folder, { SKILL_AUTO_DEPS: '0' });
    expect(output).toMatchObject({ dependencies: { code: 'deps_off', package: 'greet_py' } });
    expect(output['error']).toContain('SKILL_AUTO_DEPS');
  });

  test('CLI-07 a module that nobody declared is told with where to declare it', async () => {
    const folder = await makeSkill('undeclared', { ...CALLABLE, 'scripts/main.py': SAY });
    const { output } = await run(folder);
    expect(output).toMatchObject({ dependencies: { code: 'deps_undeclared' } });
    expect(output['error']).toContain('requirements.txt');
  });

  test('CLI-07 what a server that is killed while it installs has begun is begun anew', async () => {
    const data = await realpath(await mkdtemp(join(tmpdir(), 'killed-')));
    const folder = await makeSkill('cut-short', {
      ...CALLABLE,
      'requirements.txt': 'greet-py',
      'scripts/main.py': SAY,
    });
    const environment = { PIP_FIND_LINKS: wheels, PIP_NO_INDEX: '1', QIAO_DATA: data };
    const { child, ended } = startQiao(['run', folder, '--json'], { environment });
    const begun = join(data, 'cache/deps/.new-*/requirements.txt');
    await expect
      .poll(() => Array.fromAsync(glob(begun)), { timeout: 30_000, interval: 5 })
      .toHaveLength(1);
    child.kill('SIGKILL');
    await ended;
    expect(await run(folder, environment)).toMatchObject({ output: { said: 'hello' } });
    const left = await Array.fromAsync(glob(join(data, 'cache/deps/{.*,*}')));
    expect(left).toHaveLength(1);
  });

  test('CLI-07 a uv that works installs, one that does not is passed over', async () => {
    const programs = await realpath(await mkdtemp(join(tmpdir(), 'programs-')));
    const uv = join(programs, 'uv');
    const played = `case "$1" in
  --version) echo "uv 1.0" ;;
  venv) mkdir -p env/bin env/lib; ln -s ${PYTHON ?? ''} env/bin/python ;;
esac
`;
    // It may write where it installs, and there alone.
    await writeFile(uv, `#!/bin/sh\necho "$*" 2>/dev/null >> uv.log\n${played}`);
    await chmod(uv, 0o755);
    const environment = {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      QIAO_DATA: join(programs, 'data'),
    };
    const folder = await makeSkill('by-uv', {
      ...CALLABLE,
      'requirements.txt': 'greet-py',
      'scripts/main.py': `print("done")\n`,
    });
    expect(await run(folder, environment)).toMatchObject({ status: 'done' });
    const [log = ''] = await Array.fromAsync(glob(join(programs, 'data/cache/deps/*/uv.log')));
    expect(await readFile(log, 'utf8')).toMatch(
      /^venv .* env\npip install .*--only-binary :all:.*\n$/,
    );
    await writeFile(uv, '#!/bin/sh\nexit 3\n');
    const script = join(folder, 'scripts', 'main.py');
    await writeFile(script, SAY);
    await writeFile(join(folder, 'requirements.txt'), 'greet-py==1.0');
    expect(await run(folder, environment)).toMatchObject({ output: { said: 'hello' } });
  });
});

describe.runIf(HAS_NPM)('npm', () => {
  const files = { 'package.json': JSON.stringify({ dependencies: { 'greet-js': '^1' } }) };

  test('CLI-07 a TypeScript handler is compiled with the packages of its package.json', async () => {
    const folder = await makeSkill('in-typescript', {
      ...files,
      'handler.ts':
        "import { hello } from 'greet-js';\nexport async function execute(input: object, ctx: object) {\n  return { ok: true, said: hello() };\n}\n",
    });
    expect(await run(folder)).toMatchObject({ status: 'done', output: { said: 'hello' } });
  });

  test('CLI-07 a script imports the packages of its package.json', async () => {
    const folder = await makeSkill('in-module', {
      ...CALLABLE,
      ...files,
      'scripts/main.mjs':
        "import greet from 'greet-js';\nconsole.log(JSON.stringify({ said: greet.hello() }));\n",
    });
    expect(await run(folder)).toMatchObject({ status: 'done', output: { said: 'hello' } });
  });

  test('CLI-07 installing reaches the hosts that are allowed and no others', async () => {
    const folder = await makeSkill('behind-walls', {
      ...CALLABLE,
      'package.json': JSON.stringify({ dependencies: { 'greet-js': '1.0.0' } }),
      'scripts/main.mjs': 'console.log(1);\n',
    });
    const { output } = await run(folder, { QIAO_ALLOW_HOSTS: '' });
    expect(output).toMatchObject({ dependencies: { code: 'deps_host_denied', retryable: false } });
    expect(output['error']).toContain(new URL(registry.url).host);
  });

  test('CLI-07 SKILL_AUTO_DEPS=0: what the compiler misses is told with that', async () => {
    const folder = await makeSkill('not-compiled', {
      ...files,
      'handler.ts':
        "import { hello } from 'greet-js';\nexport const execute = async (input: object, ctx: object) => ({ said: hello() });\n",
    });
    const { output } = await run(folder, { SKILL_AUTO_DEPS: '0' });
    expect(output).toMatchObject({ dependencies: { code: 'deps_off', package: 'greet-js' } });
  });
});
