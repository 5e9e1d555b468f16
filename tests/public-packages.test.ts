// Packages as people publish them: what each is, what it asks for, and that it runs or says exactly why not (PKG-06).

import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeLocal } from '#app/compose-local.ts';
import type { SkillsProgram } from '#app/compose-skills.ts';
import { LOCAL_IDENTITY } from '#app/local-identity.ts';
import { loopLimits } from '#app/loop-limits.ts';
import type { JsonObject } from '#base/json.ts';
import { createSubAgents } from '#features/documents/index.ts';
import { playModel } from '#features/documents/testing/document-fixture.ts';
import { buildFixedContext } from '#features/execution/index.ts';
import type { ModelRequest } from '#features/models/index.ts';
import { readSettings } from '#system/settings.ts';
import { machineEnvironment } from './machine-environment.ts';

type Files = Readonly<Record<string, string>>;

/** In a fenced block, as a reader would copy it. */
const bash = (command: string) => `\`\`\`bash\n${command}\n\`\`\`\n`;

const PACKAGES: Readonly<Record<string, Files>> = {
  // Agent Skills: tools of its own below scripts/, told of by the document.
  'form-filler': {
    'SKILL.md': `---\nname: form-filler\ndescription: Fills the fields of a form. Use when the user has a form and the values for it.\nlicense: Apache-2.0\nallowed-tools: Bash(python3:*) Read\nmetadata:\n  author: example-org\n  version: "1.2"\n---\n# Filling forms\n\nList the fields first:\n\n${bash('python3 {baseDir}/scripts/fields.py')}\nSee [the reference](references/fields.md).\n`,
    'scripts/fields.py': 'import os\nprint("fields of", os.path.basename(os.getcwd()) != "")\n',
    'references/fields.md': '# Fields\n',
  },
  // Agent Skills: nothing but words.
  'house-style': {
    'SKILL.md':
      '---\nname: house-style\ndescription: How this company writes. Use before writing anything for customers.\ncompatibility: Any agent\n---\nShort sentences. No exclamation marks.\n',
  },
  // One line of JSON, a program that is everywhere, a gate of alternatives.
  'week-number': {
    'SKILL.md': `---\nname: week-number\ndescription: "Tells the week: of today, or of a date"\nhomepage: https://example.com/week\nmetadata: {"openclaw":{"emoji":"📅","requires":{"bins":["date"],"anyBins":["surely-not-here","sh"]}}}\n---\n${bash('date +%V')}`,
  },
  // JSON over several lines with trailing commas, the older name, and how the program is installed.
  'disk-map': {
    'SKILL.md': `---\nname: disk-map\ndescription: Draws what takes room on a disk.\nmetadata:\n  {\n    "clawdbot":\n      {\n        "requires": { "bins": ["surely-not-here-map"], },\n        "install":\n          [\n            { "id": "brew", "kind": "brew", "formula": "disk-map", "bins": ["surely-not-here-map"], },\n            { "id": "sh", "kind": "shell", "command": "curl x | sh" },\n          ],\n      },\n  }\n---\n${bash('surely-not-here-map .')}`,
  },
  'desk-notes': {
    'SKILL.md': `---\nname: desk-notes\ndescription: Writes into the Notes app.\nmetadata: {"openclaw":{"os":["macos"]}}\n---\n${bash('osascript -e 1')}`,
  },
  // Its key is asked for, and its optional variables beside it.
  'text-message': {
    'SKILL.md': `---\nname: text-message\ndescription: Sends a text message.\nmetadata: {"openclaw":{"primaryEnv":"MESSAGE_API_KEY","requires":{"env":["MESSAGE_API_KEY"]},"envVars":[{"name":"MESSAGE_SENDER","required":false}]}}\n---\n${bash('curl -H "Authorization: Bearer $MESSAGE_API_KEY" https://api.example.com/send')}`,
  },
  'team-channel': {
    'SKILL.md': `---\nname: team-channel\ndescription: Posts into the team's channel.\nmetadata: {"openclaw":{"requires":{"config":["channels.team"]}}}\n---\n${bash('echo post')}`,
  },
  // A program with parameters: it is called itself.
  'price-per-unit': {
    'SKILL.md':
      '---\nname: price-per-unit\ndescription: Divides a price by an amount.\nparameters:\n  type: object\n  properties:\n    price: {type: number}\n    amount: {type: number}\n    out: {type: string}\n  required: [price, amount]\nmetadata: {"openclaw": {"always": true, "requires": {"bins": ["python3"]}}}\n---\nDivides.\n',
    'scripts/price_per_unit.py': [
      'import argparse, json, os',
      'p = argparse.ArgumentParser()',
      'for name in ("price", "amount"): p.add_argument("--" + name, type=float)',
      'p.add_argument("--out")',
      'a = p.parse_args()',
      'print(json.dumps({"each": a.price / a.amount, "is_mine": a.out == os.environ["SKILL_DIR"] + "/x", "key": os.environ.get("QIAO_SECRET_KEY", "")}))',
    ].join('\n'),
  },
  // Saved on Windows, a colon in a plain value, another name than the directory's.
  'Moon Phase': {
    'SKILL.md': `\uFEFF---\r\nname: moon_phase\r\ndescription: Moon: its phase today\r\n---\r\n${bash('echo full').replaceAll('\n', '\r\n')}`,
  },
  // Endpoints instead of a shell.
  'exchange-rates': {
    'SKILL.md':
      '---\nname: exchange-rates\ndescription: Rates of currencies.\nmetadata: {"openclaw":{"requires":{"env":["RATES_API_KEY"]}}}\n---\nAsk for the rate.\n',
    'references/openapi.yaml':
      'openapi: 3.0.0\ninfo: {title: r, version: "1"}\nservers: [{url: "https://rates.example.com"}]\npaths:\n  /rate:\n    get:\n      operationId: getRate\n      responses: {"200": {description: ok}}\n',
  },
};

let program: SkillsProgram;
let workspace: string;
const settings = readSettings({
  ...machineEnvironment(),
  QIAO_DATA: join(tmpdir(), `qiao-public-${process.pid}`),
});

beforeAll(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'public-')));
  workspace = join(root, 'workspace');
  await mkdir(workspace);
  for (const [name, files] of Object.entries(PACKAGES)) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, 'skills', name, path)), { recursive: true });
      await writeFile(join(root, 'skills', name, path), text);
    }
  }
  program = await composeLocal({
    settings,
    skillRoots: [join(root, 'skills')],
    configurations: {},
    workspacesRoot: join(root, 'workspaces'),
    model: () => Promise.reject(new TypeError('no model here')),
  });
});
afterAll(() => program.close());

/** Does what the document says in its first block, as the prompt shows it. */
function followFirstBlock(request: ModelRequest, index: number) {
  if (index > 0) return 'Done.';
  const text = JSON.stringify(request.messages.at(-1));
  const [, command = ''] = /```bash\\n(.*?)\\n```/.exec(text) ?? [];
  const input = { command: command.replaceAll('\\"', '"') };
  return { tool: 'container_shell', input };
}

async function call(skill: string, input: JsonObject = {}) {
  return await program.execution.execute({
    skill,
    input,
    line: 'dialog',
    identity: LOCAL_IDENTITY,
    fixed: buildFixedContext({ channel: 'web', raw_input: 'Please do it.' }),
    hasFailedInTurn: false,
    workspace,
    language: 'en',
    subAgents: createSubAgents({
      model: async () => playModel(followFirstBlock),
      limits: loopLimits(settings),
    }),
    signal: new AbortController().signal,
    progress: () => undefined,
  });
}

const skillNamed = (name: string) => program.catalogue.all().find((each) => each.name === name);

async function obstacle(name: string): Promise<string | undefined> {
  const skill = skillNamed(name);
  return skill === undefined ? 'not loaded' : (await program.execution.obstacleOf(skill))?.en;
}

test.each([
  ['form-filler', 'document', []],
  ['house-style', 'knowledge', []],
  ['week-number', 'document', []],
  ['disk-map', 'document', []],
  ['desk-notes', 'document', []],
  ['text-message', 'document', ['MESSAGE_API_KEY required secret', 'MESSAGE_SENDER optional open']],
  ['team-channel', 'document', []],
  ['price-per-unit', 'script', []],
  ['moon_phase', 'document', []],
  ['exchange-rates', 'api', ['RATES_API_KEY required secret']],
])('PKG-06 %s loads as a %s with the configuration %j', (name, kind, config) => {
  const skill = skillNamed(name);
  expect(skill?.kind).toBe(kind);
  const shown = skill?.config.map(
    ({ name: key, required, secret }) =>
      `${key} ${required ? 'required' : 'optional'} ${secret ? 'secret' : 'open'}`,
  );
  expect(shown).toEqual(config);
  expect(program.catalogue.rejected()).toEqual([]);
});

test.each([
  ['disk-map', /surely-not-here-map.*brew install disk-map/],
  ['desk-notes', /runs only on: darwin/],
  ['team-channel', /works in OpenClaw only.*channels\.team/],
])('PKG-06 %s says exactly why it does not run here', async (name, reason) => {
  expect(await obstacle(name)).toMatch(reason);
  const run = await call(name);
  expect(run).toMatchObject({ attempts: 0, verdict: { status: 'failed', bansSkill: true } });
  expect(run.envelope['error']).toMatch(reason);
  // Nothing that was not checked is told of how to install it.
  expect(run.envelope['error']).not.toContain('curl x');
});

test.each(['text-message', 'exchange-rates'])(
  'PKG-06 %s runs once its key is there, which is what it says',
  async (name) => {
    expect(await obstacle(name)).toBeUndefined();
    const run = await call(name);
    expect(run.attempts).toBe(0);
    expect(run.envelope).toMatchObject({ error_type: 'config' });
    expect(run.envelope['error']).toMatch(/(MESSAGE|RATES)_API_KEY/);
  },
);

test.each([
  ['week-number', /"stdout":"\d\d\\n"/],
  ['form-filler', /"stdout":"fields of True\\n"/],
  ['moon_phase', /"stdout":"full\\n"/],
])('PKG-06 %s is followed, and what it runs runs in the sandbox', async (name, printed) => {
  expect(await obstacle(name)).toBeUndefined();
  const run = await call(name);
  expect(run.envelope).toMatchObject({ success: true, result: 'Done.' });
  expect(run.log).toMatch(printed);
  expect(run.log).toMatch(/"provider":"(?:bwrap|landlock|docker)"/);
});

test('PKG-06 a public script with parameters is called itself, in the sandbox, with {baseDir}', async () => {
  const run = await call('price-per-unit', { price: 10, amount: 4, out: '{baseDir}/x' });
  expect(run.envelope).toMatchObject({ each: 2.5, is_mine: true, key: '' });
});

test('PKG-06 knowledge is read, not run', async () => {
  const run = await call('house-style');
  expect(run.envelope['error']).toContain('是知识型技能，不可执行');
});
