// What is said of programs that nobody will call.

import { afterAll, expect, test } from 'vitest';
import { loadFiles, removeTemporaryFolders } from './package-fixture.ts';

afterAll(removeTemporaryFolders);

const HEAD = 'name: weather\ndescription: Tells the weather.\n';
const PROGRAM = 'print(1)\n';

interface UncallableCase {
  readonly head?: string;
  readonly body?: string;
  readonly files: readonly string[];
}

async function findingsOf({ head = '', body = 'Be kind.', files }: UncallableCase) {
  const programs = Object.fromEntries(files.map((file) => [file, PROGRAM]));
  const text = `---\n${HEAD}${head}\n---\n${body}\n`;
  return (await loadFiles({ 'SKILL.md': text, ...programs })).findings;
}

test.each([
  ['scripts/main.py', 'medium', { files: ['scripts/main.py', 'scripts/other.py'] }],
  ['scripts/weather.sh', 'medium', { files: ['scripts/weather.sh', 'scripts/a.py'] }],
  ['scripts/only.js', 'medium', { files: ['scripts/only.js'] }],
  ['scripts/run.py', 'low', { body: '```bash\nls\n```', files: ['scripts/run.py'] }],
] as const)('CLI-10 %s that nobody calls is told', async (file, severity, parts) => {
  const findings = await findingsOf(parts);
  expect(findings).toMatchObject([{ rule: 'script-not-callable', severity, file, line: null }]);
  expect(findings[0]?.fix.en).toContain(`command: ${file}`);
});

test.each([
  ['handlers.py', 'handler.py'],
  ['Handler.py', 'handler.py'],
  ['handler.tsx', 'handler.ts'],
  ['handler.cjs', 'handler.js'],
  ['skill.py', 'handler.py'],
  ['main.py', 'handler.py'],
  ['main.ts', 'handler.ts'],
])('RUN-01 %s is told to be named %s', async (file, name) => {
  const findings = await findingsOf({ files: [file] });
  expect(findings).toMatchObject([{ rule: 'handler-misnamed', severity: 'medium', file }]);
  expect(findings[0]?.fix.en).toContain(`rename it ${name}`);
});

test.each([
  ['a script that the text names', { body: 'Run only.py.', files: ['scripts/only.py'] }],
  ['scripts that the text mentions', { body: 'See scripts/.', files: ['scripts/main.py'] }],
  ['several scripts of other names', { files: ['scripts/a.py', 'scripts/b.py'] }],
  ['a file that is no program', { files: ['scripts/notes.txt'] }],
  ['declared knowledge', { head: 'skill_type: knowledge', files: ['scripts/main.py'] }],
  ['a command', { head: 'command: main.py', files: ['main.py', 'handlers.py'] }],
  ['a schema', { head: 'parameters: {a: {type: string}}', files: ['scripts/main.py'] }],
  ['a program that the text names', { body: '```sh\npython main.py\n```', files: ['main.py'] }],
  ['a project of its own', { files: ['main.ts', 'package.json'] }],
  ['a handler deeper down', { files: ['src/handlers.py', 'src/main.py'] }],
])('nothing is said of %s', async (_, parts: UncallableCase) => {
  expect(await findingsOf(parts)).toEqual([]);
});
