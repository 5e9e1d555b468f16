import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScriptFixture, type FixtureSkill, type ScriptFixture } from './script-fixture.ts';

let fixture: ScriptFixture;
beforeAll(() => {
  fixture = createScriptFixture();
});
afterAll(() => fixture.close());

async function valueOf(skill: FixtureSkill) {
  const { outcome } = await fixture.run(fixture.skill(skill));
  if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
  return outcome.value as Record<string, never>;
}

test('CLI-05 media lines become the media fields', async () => {
  const made = await valueOf({
    files: {
      'scripts/main.sh': 'echo x > "$SKILL_WORKSPACE/a.png"; echo "MEDIA: $SKILL_WORKSPACE/a.png"',
    },
  });
  const path = join(fixture.workspace, 'a.png');
  expect(made).toMatchObject({ ok: true, media: 'image', filename: 'a.png', local_path: path });
});

test('CLI-05, ART-09 media outside the workspace, or that are not there, are left out with a warning', async () => {
  const made = await valueOf({
    files: {
      'scripts/main.sh': `cd "$SKILL_WORKSPACE"; echo x > good.png; mkdir -p dir.png; ln -sf /etc/passwd link.txt
for name in /etc/hostname "$PWD/../out.png" "$PWD/link.txt" "$PWD/gone.png" "$PWD/dir.png" "$PWD/good.png"; do
  echo "MEDIA: $name"
done`,
    },
  });
  const good = join(fixture.workspace, 'good.png');
  expect(made).toMatchObject({
    ok: true,
    local_path: good,
    images: [{ filename: 'good.png', local_path: good }],
  });
  expect(made['files']).toBeUndefined();
  for (const part of [
    '"/etc/hostname" lies outside the workspace',
    `"${fixture.workspace}/../out.png" lies outside the workspace`,
    `"${fixture.workspace}/link.txt" lies outside the workspace`,
    `"${fixture.workspace}/gone.png" is not there`,
    `"${fixture.workspace}/dir.png" is no file`,
  ]) {
    expect(made['warning']).toContain(part);
  }
});

test('CLI-05, ART-09 where no medium is left the result is what the script printed', async () => {
  const made = await valueOf({
    files: { 'scripts/main.sh': `echo "MEDIA: /nowhere/a.png"; echo '{"success": true, "n": 1}'` },
  });
  expect(made).toEqual({
    success: true,
    n: 1,
    warning: expect.stringContaining('"/nowhere/a.png" lies outside the workspace'),
  });
});

test('CLI-06 an object in the last line is the envelope; the rest is in the log', async () => {
  const entry = fixture.skill({
    files: { 'scripts/main.sh': `echo working; echo note >&2; echo '{"success":true,"n":1}'` },
  });
  const { outcome, log } = await fixture.run(entry);
  expect(outcome).toEqual({ status: 'returned', value: { success: true, n: 1 } });
  expect(log).toContain('working');
  expect(log).toContain('note');
});

test('CLI-06 a script that prints 100 MB is bounded and says what was left out', async () => {
  const value = await valueOf({
    files: {
      'scripts/main.sh':
        'echo first; head -c 100000000 /dev/zero | tr "\\0" x; echo; echo last; exit 3',
    },
  });
  const stdout: string = value['stdout'] ?? '';
  expect(value).toMatchObject({ success: false, exit_code: 3 });
  expect(stdout.length).toBeLessThan(201_000);
  expect(stdout).toMatch(/^first\nx+\n… \(99800012 bytes left out here\) …\nx+\nlast\n$/);
});

test('CLI-06 an object above 4 MB is spilled to a file, whole', async () => {
  const entry = fixture.skill({
    files: { 'scripts/main.py': 'import json\nprint(json.dumps({"rows": ["}{" * 10] * 300000}))' },
  });
  const { outcome } = await fixture.run(entry);
  if (outcome.status !== 'spilled') throw new TypeError(outcome.status);
  const text = readFileSync(outcome.file, 'utf8');
  expect(outcome.bytes).toBe(text.length);
  expect(JSON.parse(text)).toHaveProperty('rows.length', 300_000);
});

test('CLI-06 many lines of objects above 4 MB are no spilled object: the last line counts', async () => {
  const before = existsSync(fixture.spillFolder) ? readdirSync(fixture.spillFolder).length : 0;
  const value = await valueOf({
    files: {
      'scripts/main.py':
        'for i in range(600000): print(\'{"line": %d}\' % i)\nprint(\'{"success": true}\')',
    },
  });
  expect(value).toEqual({ success: true });
  expect(existsSync(fixture.spillFolder) ? readdirSync(fixture.spillFolder).length : 0).toBe(
    before,
  );
});

test.each([
  ['small', 8000],
  ['above 4 MB', 3_000_000],
])('CLI-06 an object that is nested too deeply can’t be a result: %s', async (_, levels) => {
  const code = `print('{"a":' + '[' * ${levels} + ']' * ${levels} + '}')`;
  const { outcome } = await fixture.run(fixture.skill({ files: { 'scripts/main.py': code } }));
  expect(outcome).toEqual({
    status: 'unserialisable',
    problem: expect.stringContaining('nested too deeply at $ (400+ levels)'),
  });
});

test('CLI-06 an object above 4 MB that can’t be stored fails with the reason', async () => {
  rmSync(fixture.spillFolder, { recursive: true, force: true });
  writeFileSync(fixture.spillFolder, 'a file where the folder should be');
  const entry = fixture.skill({
    files: { 'scripts/main.py': 'print(\'{"a": "\' + "x" * 9_000_000 + \'"}\')' },
  });
  const { outcome } = await fixture.run(entry);
  rmSync(fixture.spillFolder);
  expect(outcome).toMatchObject({ status: 'crashed', how: expect.stringContaining('EEXIST') });
});

test('CLI-06 output that is not UTF-8 is shown with replacement characters', async () => {
  const value = await valueOf({ files: { 'scripts/main.sh': "printf 'a\\377\\376b'" } });
  expect(value['stdout']).toBe('a\uFFFD\uFFFDb');
});
