import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DependencySet } from './dependencies.ts';
import { dependencyFailureOf } from './dependency-failure.ts';
import {
  createDependenciesFixture,
  HAS_NPM,
  type DependenciesFixture,
} from './testing/dependencies-fixture.ts';
import { startRegistry, type TestRegistry } from './testing/wheels.ts';

const hello = (what: string) => ({ 'index.js': `module.exports = () => 'hello from ${what}';` });

let fixture: DependenciesFixture;
let registry: TestRegistry;
beforeAll(async () => {
  fixture = await createDependenciesFixture();
  const manifest = { name: 'runs-code', version: '1.0.0', scripts: { postinstall: 'echo > ran' } };
  registry = await startRegistry([
    { name: 'greet-js', version: '1.0.0', files: hello('one') },
    { name: 'greet-js', version: '2.0.0', files: hello('two') },
    { name: '@team/scoped', version: '1.2.0', files: hello('scope') },
    { name: 'runs-code', version: '1.0.0', files: { 'package.json': JSON.stringify(manifest) } },
  ]);
});
afterAll(async () => {
  await registry.close();
  await fixture.close();
});

const sources = () => ({ NPM_CONFIG_REGISTRY: registry.url });
const packageJson = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });

function said(set: DependencySet | undefined, name: string): string {
  const code = `console.log(require(${JSON.stringify(join(set?.nodeModules ?? '', name))})())`;
  return execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }).trim();
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => dependencyFailureOf(error)?.code,
  );
}

test('CLI-07 network: none asks no registry', async () => {
  const folder = await fixture.skill({ 'package.json': packageJson({ 'greet-js': '2' }) });
  const asked = registry.asked.length;
  const network = { kind: 'none' } as const;
  const work = fixture.ensure(fixture.create(sources()), folder, { network });
  expect(await codeOf(work)).toBe('deps_network_none');
  expect(registry.asked).toHaveLength(asked);
});

test.each(['git+ssh://code.example/x.git', 'file:../x', 'https://files.example/x.tgz', 'a/b'])(
  'CLI-07 a dependency by %j is refused',
  async (range) => {
    const folder = await fixture.skill({ 'package.json': packageJson({ odd: range }) });
    expect(await codeOf(fixture.ensure(fixture.create(sources()), folder))).toBe(
      'deps_unsupported',
    );
  },
);

test('CLI-07 a package.json that asks for nothing changes nothing, a broken one is told', async () => {
  const dependencies = fixture.create(sources());
  const module = await fixture.skill({ 'package.json': '{"type": "module"}' });
  expect(await fixture.ensure(dependencies, module)).toBeUndefined();
  const broken = await fixture.skill({ 'package.json': '{' });
  expect(await codeOf(fixture.ensure(dependencies, broken))).toBe('deps_unsupported');
});

describe.runIf(HAS_NPM)('with the installer', () => {
  test('CLI-07 package.json and requires.npm give the skill a node_modules, made once', async () => {
    const dependencies = fixture.create(sources());
    const folder = await fixture.skill({ 'package.json': packageJson({ 'greet-js': '^1.0.0' }) });
    const declared = { pip: [], npm: ['@team/scoped@1'] };
    const set = await fixture.ensure(dependencies, folder, { declared });
    expect(said(set, 'greet-js')).toBe('hello from one');
    expect(said(set, '@team/scoped')).toBe('hello from scope');
    const before = registry.asked.length;
    expect(await fixture.ensure(fixture.create(sources()), folder, { declared })).toEqual(set);
    expect(registry.asked).toHaveLength(before);
  });

  test('CLI-07 a lock is followed to the letter, and the registry is the operator’s', async () => {
    const text = packageJson({ 'greet-js': '>=1' });
    const resolved = 'https://registry.example/greet-js/-/greet-js-1.0.0.tgz';
    const lock = {
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { dependencies: { 'greet-js': '>=1' } },
        'node_modules/greet-js': { version: '1.0.0', resolved },
      },
    };
    const files = { 'package.json': text, 'package-lock.json': JSON.stringify(lock) };
    const folder = await fixture.skill(files);
    const set = await fixture.ensure(fixture.create(sources()), folder);
    expect(said(set, 'greet-js')).toBe('hello from one');
  });

  test('CLI-07 a package’s own install script is not run', async () => {
    const folder = await fixture.skill({ 'package.json': packageJson({ 'runs-code': '1.0.0' }) });
    const set = await fixture.ensure(fixture.create(sources()), folder);
    expect(existsSync(join(set?.nodeModules ?? '', 'runs-code', 'package.json'))).toBe(true);
    expect(existsSync(join(set?.nodeModules ?? '', 'runs-code', 'ran'))).toBe(false);
  });

  test.each([
    [{ 'not-there': '1.0.0' }, 'deps_not_found'],
    [{ 'greet-js': '9' }, 'deps_not_found'],
  ])('CLI-07 %j is not in the registry', async (dependencies, code) => {
    const folder = await fixture.skill({ 'package.json': packageJson(dependencies) });
    expect(await codeOf(fixture.ensure(fixture.create(sources()), folder))).toBe(code);
  });

  test('CLI-07 a registry that can’t be reached is told as that', async () => {
    const folder = await fixture.skill({ 'package.json': packageJson({ 'greet-js': '1' }) });
    const nowhere = fixture.create(
      { NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9/' },
      { folder: join(fixture.root, 'nowhere-store') },
    );
    expect(await codeOf(fixture.ensure(nowhere, folder))).toBe('deps_network_unavailable');
  });
});
