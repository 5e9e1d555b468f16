// Configuration, requirements and the market row, in the shapes that public packages declare them.

import { afterAll, expect, test } from 'vitest';
import type { ConfigItem } from '#contract/inspect-report.ts';
import { loadFiles, loadHead, removeTemporaryFolders, rulesOf } from '../package-fixture.ts';

afterAll(removeTemporaryFolders);

const HEAD = 'name: weather\ndescription: Tells.';
const REQUIRED_SECRET = { required: true, secret: true };

function key(
  name: string,
  source: string,
  traits: Partial<typeof REQUIRED_SECRET> = {},
): ConfigItem {
  return { name, ...REQUIRED_SECRET, ...traits, source };
}

const OPTIONAL = { required: false };
const PLAIN = { secret: false };

test.each([
  [
    'environment_variables',
    'environment_variables: [A_KEY]',
    [key('A_KEY', 'environment_variables')],
  ],
  ['env', 'env: [A_KEY, B_KEY]', [key('A_KEY', 'env'), key('B_KEY', 'env')]],
  ['requires-env', 'requires-env:\n  - A_KEY', [key('A_KEY', 'requires-env')]],
  [
    'required-env',
    'required-env: A_KEY, B_KEY',
    [key('A_KEY', 'required-env'), key('B_KEY', 'required-env')],
  ],
  ['secrets', 'secrets: [A_KEY]', [key('A_KEY', 'secrets')]],
  ['inputs', 'inputs:\n  - {name: city}', [key('city', 'inputs', PLAIN)]],
  [
    'a structured item',
    'env:\n  - name: A_KEY\n    required: false\n    secret: true',
    [key('A_KEY', 'env', OPTIONAL)],
  ],
  ['a map of descriptions', 'env:\n  A_KEY: the key', [key('A_KEY', 'env', PLAIN)]],
  [
    'a map of maps',
    'env:\n  A_KEY: {required: no}',
    [key('A_KEY', 'env', { ...OPTIONAL, ...PLAIN })],
  ],
  [
    'names and items together',
    'env:\n  - A_KEY\n  - name: b',
    [key('A_KEY', 'env'), key('b', 'env', PLAIN)],
  ],
  ['an item named by its key', 'env:\n  - A_KEY: {secret: true}', [key('A_KEY', 'env')]],
  [
    'alternatives in prose',
    'env: [A_URL or B_URL]',
    [key('A_URL', 'env', OPTIONAL), key('B_URL', 'env', OPTIONAL)],
  ],
  [
    'an optional name in prose',
    'env: ["A_KEY (optional, for speed)"]',
    [key('A_KEY', 'env', OPTIONAL)],
  ],
  ['explicitly nothing', 'env: []', []],
  [
    'one name twice',
    'env: [A_KEY]\nsecrets: [A_KEY, B_KEY]',
    [key('A_KEY', 'env'), key('B_KEY', 'secrets')],
  ],
])('CFG-02 reads %s', async (_, lines, config) => {
  expect((await loadHead(`${HEAD}\n${lines}`, 'Set OTHER_API_KEY.')).config).toEqual(config);
});

test('CFG-02 reads [requires].env of skill.toml and its items', async () => {
  const skill = await loadFiles({
    'skill.toml':
      '[skill]\nname = "weather"\ndescription = "x"\n[requires]\nenv = ["A_KEY", {name = "region", required = false}]\n',
  });
  expect(skill.config).toEqual([
    key('A_KEY', 'requires.env'),
    key('region', 'requires.env', { ...OPTIONAL, ...PLAIN }),
  ]);
});

test('CFG-02 sniffs the text where nothing is declared', async () => {
  const body =
    'Use `$OPENWEATHER_API_KEY` and os.environ["REGION"]; PATH, PRIMARY_KEY and YOUR_API_KEY are none.\n';
  expect((await loadHead(HEAD, body)).config).toEqual([
    key('OPENWEATHER_API_KEY', 'sniff', OPTIONAL),
    key('REGION', 'sniff', { ...OPTIONAL, ...PLAIN }),
  ]);
});

test('CFG-02 takes what metadata declares, with where it stands', async () => {
  const skill = await loadHead(
    `${HEAD}\nmetadata:\n  openclaw:\n    primaryEnv: B_KEY\n    requires:\n      env: [A_KEY]\n    envVars:\n      - {name: LEVEL, required: false}\n      - {name: C_TOKEN, required: false}`,
  );
  expect(skill.config).toEqual([
    key('A_KEY', 'metadata.openclaw.requires.env'),
    key('B_KEY', 'metadata.openclaw.primaryEnv'),
    key('LEVEL', 'metadata.openclaw.envVars', { ...OPTIONAL, ...PLAIN }),
    key('C_TOKEN', 'metadata.openclaw.envVars', OPTIONAL),
  ]);
});

test('CFG-02 structured secrets that do not say secret are told', async () => {
  const skill = await loadHead(`${HEAD}\nsecrets:\n  - name: A_KEY`);
  expect(skill.config).toEqual([key('A_KEY', 'secrets', PLAIN)]);
  expect(rulesOf(skill.findings)).toEqual(['secret-not-marked SKILL.md:4']);
});

test.each([
  ['a map', 'metadata:\n  openclaw:\n    requires:\n      bins: [curl]'],
  ['one line of JSON', 'metadata: {"openclaw":{"requires":{"bins":["curl"]}}}'],
  ['a text of JSON', `metadata: '{"openclaw":{"requires":{"bins":["curl"]}}}'`],
  ['a text of JSON below the namespace', `metadata:\n  openclaw: '{"requires":{"bins":["curl"]}}'`],
  [
    'JSON on the following lines',
    'metadata:\n  {\n    "openclaw": {\n      "requires": {"bins": ["curl"]},\n    },\n  }',
  ],
  ['JSON closed at the margin', 'metadata: {\n  "openclaw": {"requires": {"bins": ["curl"]}}\n}'],
  [
    'JSON5 with comments',
    "metadata:\n{\n  // programs\n  openclaw: {requires: {bins: ['curl'],}},\n}",
  ],
  ['the namespace clawdbot', 'metadata: {"clawdbot":{"requires":{"bins":["curl"]}}}'],
  ['the namespace clawdis', 'metadata: {"clawdis":{"requires":{"bins":["curl"]}}}'],
  ['the namespace moltbot', 'metadata: {"moltbot":{"requires":{"bins":["curl"]}}}'],
  [
    'openclaw before clawdbot',
    'metadata: {"clawdbot":{"requires":{"bins":["jq"]}},"openclaw":{"requires":{"bins":["curl"]}}}',
  ],
  ['a comma-separated text', 'metadata: {openclaw: {requires: {bins: "curl"}}}'],
  ['a list of maps', 'metadata: {openclaw: {requires: {bins: [{name: curl}]}}}'],
  ['a map of versions', 'metadata: {openclaw: {requires: {bins: {curl: ">=7"}}}}'],
  ['requires as a list', 'metadata: {openclaw: {requires: [curl]}}'],
  ['requires at the top', 'requires: {bins: [curl]}'],
  ['a note behind the name', 'metadata: {openclaw: {requires: {bins: ["curl (7 or newer)"]}}}'],
  ['JSON that is broken inside', 'metadata: {"openclaw":{"requires":{"bins":["curl"],["touch"]}}}'],
  ['a list of one map', 'metadata:\n  - openclaw: {requires: {bins: [curl]}}'],
])('a required program is found in %s', async (_, lines) => {
  expect((await loadHead(`${HEAD}\n${lines}`)).requires.bins).toEqual(['curl']);
});

test.each([
  ['[darwin, linux]', ['darwin', 'linux'], undefined],
  ['macos', ['darwin'], 'os-other-name'],
  ['[mac, windows]', ['darwin', 'win32'], 'os-other-name'],
  ['Linux', ['linux'], undefined],
  ['any', [], 'os-any'],
  ['["*"]', [], 'os-any'],
  ['[beos]', ['beos'], 'os-unknown'],
  ['[{}, 5]', ['unreadable'], 'os-unknown'],
  ['[]', [], undefined],
])('the gate os: %s becomes %j', async (os, expected, rule) => {
  const skill = await loadHead(`${HEAD}\nmetadata: {openclaw: {os: ${os}}}`);
  expect(skill.requires.os).toEqual(expected);
  expect([...new Set(skill.findings.map((finding) => finding.rule))]).toEqual(
    rule === undefined ? [] : [rule],
  );
});

test('a gate that can not be read stays closed', async () => {
  const skill = await loadHead(`${HEAD}\nmetadata: '{"openclaw": {"os": [["linux"}'`);
  expect(skill.requires.os).toEqual(['unreadable']);
  expect(rulesOf(skill.findings)).toContain('metadata-unreadable SKILL.md:4');
});

test.each([
  ['a list', 'primaryEnv: [A_KEY]', 'A_KEY'],
  ['null', 'primaryEnv: null', undefined],
  ['the first required variable', 'requires: {env: [B_KEY, A_KEY]}', 'B_KEY'],
])('the key of the package is %s', async (_, values, expected) => {
  const skill = await loadHead(`${HEAD}\nmetadata: {openclaw: {${values}}}`);
  expect(skill.requires.primaryEnv).toBe(expected);
});

test.each([
  ['requiresContainer: true', true],
  ['requiresContainer: "yes"', true],
  ['sandbox: docker', true],
  ['sandbox: container', true],
  ['sandbox: none', false],
  ['emoji: x', false],
])('%s asks for a container: %s', async (values, expected) => {
  const skill = await loadHead(`${HEAD}\nmetadata: {openclaw: {${values}}}`);
  expect(skill.requires.container).toBe(expected);
});

test('alternatives become a set of which one is enough', async () => {
  const skill = await loadHead(
    `${HEAD}\nmetadata: {openclaw: {requires: {bins: [jq, "curl or wget"], pip: "requests[socks,use_chardet]>=2,<3, rich", npm: ["@a/b@1"], network: false}}}`,
  );
  expect(skill.requires).toMatchObject({
    bins: ['jq'],
    anyBins: ['curl', 'wget'],
    pip: ['requests[socks,use_chardet]>=2,<3', 'rich'],
    npm: ['@a/b@1'],
    network: { kind: 'none' },
  });
});

test('MKT-01 reads the market row from the top level, not from metadata', async () => {
  const skill = await loadHead(
    [
      HEAD,
      'category: data\ncost-tier: low\nversion: 1.10\ntags: [a, b, a]\nskill_type: skill_md',
      'name_zh: 天气\ndisplay_name_zh: 天气查询\ndescription_zh: 查天气',
      'metadata: {category: office, version: 9, cost_tier: high}',
    ].join('\n'),
  );
  expect(skill.market).toEqual({
    category: 'data',
    cost_tier: 'low',
    version: '1.10',
    tags: ['a', 'b'],
    skill_type: 'skill_md',
    skill_md: null,
    name_zh: '天气',
    display_name_zh: '天气查询',
    description_zh: '查天气',
  });
});

test('MKT-01 leaves empty what only metadata says', async () => {
  const skill = await loadHead(
    `${HEAD}\nmetadata: {version: 9, cost_tier: high, tags: [a]}\ncost_tier:`,
  );
  expect(skill.market).toMatchObject({ cost_tier: null, version: null, tags: [] });
});

test.each([
  ['category: Finance', 'Tells.', 'finance'],
  ['category: 办公', 'Tells.', 'office'],
  ['category: e-commerce', 'Tells.', 'ecommerce'],
  ['category: general', 'Reads stock quotes and trades futures.', 'general'],
  ['category: nonsense', 'Reads stock quotes and trades futures.', 'trading'],
  ['', '股票行情与量化回测', 'trading'],
  ['', '发票识别与报销', 'finance'],
  ['', '给客户线索打分，跟进商机', 'crm'],
  ['', 'Sends a message to Slack or 飞书.', 'channel'],
  ['', 'Cuts video and adds subtitles.', 'media'],
  ['', 'Edits PDF and Excel documents.', 'office'],
  ['', 'Greets people.', 'general'],
])('MKT-02 `%s` with 「%s」 is %s', async (line, description, category) => {
  const skill = await loadHead(`name: weather\ndescription: ${description}\n${line}`);
  expect(skill.market.category).toBe(category);
});

test.each([
  ['none', { kind: 'none' }],
  ['false', { kind: 'none' }],
  ['"off"', { kind: 'none' }],
  ['true', { kind: 'public' }],
  ['outbound', { kind: 'public' }],
  ['"*"', { kind: 'public' }],
  ['api.example.com', { kind: 'hosts', hosts: ['api.example.com'] }],
  [
    '"https://api.example.com/v1, *.example.org"',
    { kind: 'hosts', hosts: ['api.example.com', '*.example.org'] },
  ],
  [
    '[API.example.com, "localhost:8080", api.example.com]',
    { kind: 'hosts', hosts: ['api.example.com', 'localhost:8080'] },
  ],
  ['[api.example.com, none]', { kind: 'none' }],
  ['whatever', { kind: 'none' }],
  ['[]', { kind: 'none' }],
  ['{allow: [a.example]}', { kind: 'none' }],
])('DOC-06 requires.network %s opens %j', async (value, expected) => {
  const skill = await loadHead(`${HEAD}\nrequires: {network: ${value}}`);
  expect(skill.requires.network).toEqual(expected);
});

test('DOC-06 of several declarations of the network the strictest holds', async () => {
  const skill = await loadHead(
    `${HEAD}\nrequires: {network: [a.example, b.example]}\nmetadata: {openclaw: {requires: {network: [b.example]}}}`,
  );
  expect(skill.requires.network).toEqual({ kind: 'hosts', hosts: ['b.example'] });
});
