import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { DependencySet } from './dependencies.ts';
import { dependencyFailureOf, type DependencyFailure } from './dependency-failure.ts';
import {
  createDependenciesFixture,
  PYTHON,
  type DependenciesFixture,
} from './testing/dependencies-fixture.ts';
import { writeWheel } from './testing/wheels.ts';

const NOWHERE = { PIP_INDEX_URL: 'http://127.0.0.1:9/simple' };

let fixture: DependenciesFixture;
beforeAll(async () => {
  fixture = await createDependenciesFixture();
  const code = 'def hello():\n    return "hello from one"\ndef main():\n    print(hello())\n';
  const { wheels } = fixture;
  await writeWheel(wheels, { name: 'greet_one', version: '1.0.0', code, program: 'greet-one' });
  await writeWheel(wheels, {
    name: 'greet_one',
    version: '2.0.0',
    code: code.replace('one"', 'two"'),
  });
  await writeWheel(wheels, { name: 'wants_old', version: '1.0', code: '', needs: ['greet-one<2'] });
  await writeWheel(wheels, {
    name: 'wants_new',
    version: '1.0',
    code: '',
    needs: ['greet-one>=2'],
  });
  await writeWheel(wheels, { name: 'for_later', version: '1.0', code: '', requiresPython: '>=9' });
});
afterAll(() => fixture.close());

function said(set: DependencySet | undefined, code: string): string {
  return execFileSync(set?.python ?? 'none', ['-I', '-c', code], { encoding: 'utf8' }).trim();
}

const scriptBlock = (python: string) =>
  `#!/usr/bin/env -S uv run --script\n# /// script\n# requires-python = "${python}"\n# dependencies = [\n#   "greet-one>=2",\n# ]\n# ///\nprint(1)\n`;

const SAY = 'import greet_one; print(greet_one.hello())';

async function failureOf(work: Promise<unknown>): Promise<DependencyFailure & { text: string }> {
  try {
    await work;
  } catch (error) {
    const failure = dependencyFailureOf(error);
    if (failure === undefined || !(error instanceof AppError)) throw error;
    return { ...failure, text: error.text.en };
  }
  throw new TypeError('nothing failed');
}

test.each([
  '--no-binary :all:',
  '--index-url https://packages.example/simple',
  '-e .',
  './vendor/thing.whl',
  'thing @ https://files.example/thing.whl',
  'git+https://code.example/thing.git',
  '-r ../outside.txt',
])('CLI-07 %j in a requirements.txt is refused and nothing runs', async (line) => {
  const folder = await fixture.skill({ 'requirements.txt': `${line}\n` });
  const failure = await failureOf(fixture.ensure(fixture.create(NOWHERE), folder));
  expect(failure.code).toBe('deps_unsupported');
  expect(failure.text).toContain('requirements.txt');
});

test('CLI-07 SKILL_AUTO_DEPS=0 installs nothing, and a missing module is told with that', async () => {
  const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
  const dependencies = fixture.create(undefined, { isOn: false });
  expect(await fixture.ensure(dependencies, folder)).toBeUndefined();
  const asked = {
    folder,
    languages: ['python'],
    declared: { pip: [], npm: [] },
    network: { kind: 'public' },
  } as const;
  const why = await dependencies.explainMissing(
    asked,
    "Traceback …\nModuleNotFoundError: No module named 'greet_one'",
  );
  expect(dependencyFailureOf(why)).toMatchObject({ code: 'deps_off', package: 'greet_one' });
  expect(why?.message).toContain('SKILL_AUTO_DEPS');
  expect(await dependencies.explainMissing(asked, 'ValueError: no')).toBeUndefined();
});

describe.runIf(PYTHON !== undefined)('with the installer', () => {
  test('CLI-07 a requirements.txt gives the skill its own environment, made once', async () => {
    const dependencies = fixture.create();
    const folder = await fixture.skill({
      'requirements.txt': '# what it needs\ngreet-one==1.0.0\n',
    });
    const told: string[] = [];
    const progress = (_: number | null, text: string) => void told.push(text);
    const set = await fixture.ensure(dependencies, folder, { progress });
    expect(said(set, SAY)).toBe('hello from one');
    expect(told).toEqual(['Installing greet-one==1.0.0 (at the first use only)']);
    const again = await fixture.ensure(fixture.create(), folder, { progress });
    expect(again).toEqual(set);
    expect(told).toHaveLength(1);
    // Nothing of the making is left.
    expect(readdirSync(fixture.store).filter((name) => /^\.|lock$/.test(name))).toEqual([]);
  });

  test('CLI-07 a program that a package brings runs from where it lies now', async () => {
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
    const set = await fixture.ensure(fixture.create(), folder);
    const program = join(set?.programFolders[0] ?? '', 'greet-one');
    expect(execFileSync(program, { encoding: 'utf8' })).toBe('hello from one\n');
    const trace = said(set, 'import greet_one; print(greet_one.hello.__code__.co_filename)');
    expect(existsSync(trace)).toBe(true);
  });

  test('CLI-07 a # /// script block declares what the script needs, and which Python', async () => {
    const folder = await fixture.skill({
      'a.py': scriptBlock('>=3.9'),
      'b.py': scriptBlock('<3.9'),
    });
    const dependencies = fixture.create();
    const set = await fixture.ensure(dependencies, folder, { script: join(folder, 'a.py') });
    expect(said(set, SAY)).toBe('hello from two');
    const failure = await failureOf(
      fixture.ensure(dependencies, folder, { script: join(folder, 'b.py') }),
    );
    expect(failure).toMatchObject({ code: 'deps_python_version', retryable: false });
    expect(failure.text).toContain('<3.9');
  });

  test('CLI-07 what requires.pip changes to is another environment', async () => {
    const folder = await fixture.skill({});
    const dependencies = fixture.create();
    const [one, two] = await Promise.all(
      ['greet-one==1.0.0', 'greet-one==2.0.0'].map((pip) =>
        fixture.ensure(dependencies, folder, { declared: { pip: [pip], npm: [] } }),
      ),
    );
    expect(said(one, SAY)).toBe('hello from one');
    expect(said(two, SAY)).toBe('hello from two');
  });

  test('CLI-07 two processes that want the same at once make it once', async () => {
    const store = join(fixture.root, 'shared-store');
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
    const told: string[] = [];
    const progress = (_: number | null, text: string) => void told.push(text);
    // Each of these has its own memory, as two servers have; the folder is what they share.
    const sets = await Promise.all(
      [1, 2, 3].map(() =>
        fixture.ensure(fixture.create(undefined, { folder: store }), folder, { progress }),
      ),
    );
    expect(new Set(sets.map((set) => set?.python)).size).toBe(1);
    expect(readdirSync(store)).toHaveLength(1);
    expect(said(sets[2], SAY)).toBe('hello from one');
  });

  test('CLI-07 what a server that was killed has left is made anew', async () => {
    const store = join(fixture.root, 'killed-store');
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
    const first = await fixture.ensure(fixture.create(undefined, { folder: store }), folder);
    const [key = ''] = readdirSync(store);
    const other = join(fixture.root, 'killed-other');
    await mkdir(join(other, `.new-${key}-half`, 'env'), { recursive: true });
    const [machine] = (await import('#system/process-identity.ts')).ownProcessIdentity().split('/');
    await writeFile(join(other, `${key}.lock`), `${machine ?? ''}/4194303/1`);
    const set = await fixture.ensure(fixture.create(undefined, { folder: other }), folder);
    expect(said(set, SAY)).toBe(said(first, SAY));
    expect(readdirSync(other)).toEqual([key]);
  });

  test('CLI-07 a stop ends the installation and leaves nothing', async () => {
    const store = join(fixture.root, 'stopped-store');
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
    const stop = new AbortController();
    const work = fixture.ensure(fixture.create(undefined, { folder: store }), folder, {
      signal: stop.signal,
      progress: () => stop.abort(),
    });
    await expect(work).rejects.toMatchObject({ code: 'stopped' });
    expect(existsSync(store) ? readdirSync(store) : []).toEqual([]);
  });

  test('CLI-07 one who stops does not stop those who still wait', async () => {
    const store = join(fixture.root, 'shared-stop');
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
    const dependencies = fixture.create(undefined, { folder: store });
    const stop = new AbortController();
    const first = fixture.ensure(dependencies, folder, { signal: stop.signal });
    const second = fixture.ensure(dependencies, folder, {
      progress: () => setImmediate(() => stop.abort()),
    });
    await expect(first).rejects.toMatchObject({ code: 'stopped' });
    expect(said(await second, SAY)).toBe('hello from one');
  });

  test.each([
    ['not-there-anywhere', undefined, { code: 'deps_not_found', package: 'not-there-anywhere' }],
    ['wants-old\nwants-new', undefined, { code: 'deps_conflict' }],
    ['for-later', undefined, { code: 'deps_python_version', package: 'for-later' }],
    ['greet-one', NOWHERE, { code: 'deps_network_unavailable', retryable: true }],
  ])('CLI-07 %j fails by its reason', async (requirements, environment, expected) => {
    const folder = await fixture.skill({ 'requirements.txt': requirements });
    const store = join(fixture.root, 'empty-store');
    const dependencies = fixture.create(environment, { folder: store });
    const failure = await failureOf(fixture.ensure(dependencies, folder));
    expect(failure).toMatchObject({ retryable: false, ...expected });
    expect(failure.errorOutput).not.toBe('');
    expect(readdirSync(store)).toEqual([]);
  });

  test('CLI-07 network: none fails at once for what is not here, and asks no index', async () => {
    const folder = await fixture.skill({ 'requirements.txt': 'surely-not-here-1' });
    const failure = await failureOf(
      fixture.ensure(fixture.create(NOWHERE), folder, { network: { kind: 'none' } }),
    );
    expect(failure).toMatchObject({
      code: 'deps_network_none',
      package: 'surely-not-here-1',
      retryable: false,
    });
    expect(failure.errorOutput).toBe('');
    const local = { PIP_FIND_LINKS: fixture.wheels };
    const looked = await failureOf(
      fixture.ensure(fixture.create(local), folder, { network: { kind: 'none' } }),
    );
    expect(looked).toMatchObject({ code: 'deps_network_none', package: 'surely-not-here-1' });
  });

  test('CLI-07 network: none takes what lies in a directory of wheels, or was fetched before', async () => {
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one==1.0.0' });
    const network = { kind: 'none' } as const;
    const local = fixture.create(
      { PIP_FIND_LINKS: fixture.wheels },
      { folder: join(fixture.root, 'local-store') },
    );
    expect(said(await fixture.ensure(local, folder, { network }), SAY)).toBe('hello from one');
    const fetched = await fixture.ensure(fixture.create(), folder);
    expect(await fixture.ensure(fixture.create(NOWHERE), folder, { network })).toEqual(fetched);
  });

  test('CLI-07 a password in an index address is in no error', async () => {
    const folder = await fixture.skill({ 'requirements.txt': 'greet-one' });
    const environment = { PIP_INDEX_URL: 'http://me:verysecret@127.0.0.1:9/simple' };
    const store = join(fixture.root, 'secret-store');
    const failure = await failureOf(
      fixture.ensure(fixture.create(environment, { folder: store }), folder),
    );
    expect(JSON.stringify(failure)).not.toContain('verysecret');
  });
});
