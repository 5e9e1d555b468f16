// Makes a virtual environment with a skill's packages: by uv where it is, else by venv and pip.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hideUrlPasswords } from '#base/url-passwords.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import type { PackageIndexes } from '#system/package-indexes.ts';
import type { PythonNeeds } from '../declared/read-declared.ts';
import { dependencyFailure } from '../dependency-failure.ts';
import type { BuildPlaces } from '../store/dependency-store.ts';
import { classifyFailure } from './classify-failure.ts';
import { offlineSource, pipSource, uvSource, type PackageSource } from './package-sources.ts';
import { interpreterHome, readable } from './program-homes.ts';
import type { PythonFacts } from './python-facts.ts';
import { refuseStopped, runTool, type ToolEnd, type ToolParts } from './run-tool.ts';
import { toolEnvironment } from './tool-environment.ts';

export interface PythonInstall extends ToolParts {
  readonly needs: PythonNeeds;
  readonly python: PythonFacts;
  /** Absolute path of a uv that works. */
  readonly uv: string | undefined;
  readonly indexes: PackageIndexes;
  /** Nothing is fetched; what the machine's own Python has counts. */
  readonly isOffline: boolean;
}

/** Wheels only: a source package would run its own code while it is installed. */
const WHEELS_ONLY = ['--only-binary', ':all:'] as const;
/** Which system this is: pip tells every index, and where it sees that a file is there it must be able to read it. */
const SYSTEM_FACTS = [
  '/etc/debian_version',
  '/etc/os-release',
  '/etc/lsb-release',
  '/etc/redhat-release',
  '/etc/SuSE-release',
  '/etc/alpine-release',
] as const;
/** Scripts that hold their own place; no program that a wheel brings is shorter than a page and without it. */
const LONGEST_SCRIPT_BYTES = 64 * 1024;

/** `env/` in the folder. Throws `dependencies-unavailable`, and `stopped` in the installer's own words. */
export async function installPython(
  install: PythonInstall,
  places: BuildPlaces,
  signal: AbortSignal,
): Promise<void> {
  const { needs, python } = install;
  if (!python.hasVenv && install.uv === undefined) throw toolMissing(python, '');
  await writeFile(join(places.fresh, 'requirements.txt'), `${needs.requirements.join('\n')}\n`);
  await writeFile(join(places.fresh, 'constraints.txt'), `${needs.constraints.join('\n')}\n`);
  await mkdir(join(places.fresh, '.home'));
  const step = stepRunner(install, places, signal);
  await (install.uv === undefined ? withPip(install, step) : withUv(install.uv, step));
  await writeOwnPlace(join(places.fresh, 'env', 'bin'), places);
  // With the place it will have, so that a traceback shows its lines. What does not compile is told when it is run.
  await step.run(NO_SOURCE, [
    environmentPython(places),
    '-I',
    '-m',
    'compileall',
    '-q',
    '-s',
    places.fresh,
    '-p',
    places.final,
    'env/lib',
  ]);
}

interface StepRunner {
  run(source: PackageSource, command: readonly [string, ...string[]]): Promise<ToolEnd>;
  readonly install: PythonInstall;
  readonly places: BuildPlaces;
}

function stepRunner(install: PythonInstall, places: BuildPlaces, signal: AbortSignal): StepRunner {
  const { python, uv, isOffline } = install;
  const own = [
    { path: places.fresh, access: 'write' } as const,
    ...readable(...SYSTEM_FACTS.filter((path) => existsSync(path))),
    ...readable(interpreterHome(python.path), ...python.homes, ...(uv === undefined ? [] : [uv])),
  ];
  const run: StepRunner['run'] = async (given, command) => {
    const source = isOffline ? offlineSource(given) : given;
    const end = await runTool(install, {
      command,
      environment: { ...toolEnvironment(join(places.fresh, '.home')), ...source.variables },
      folder: places.fresh,
      mounts: [...own, ...source.mounts],
      network: source.network,
      signal,
    });
    refuseStopped(end);
    return end;
  };
  return { run, install, places };
}

function environmentPython({ fresh }: BuildPlaces): string {
  return join(fresh, 'env', 'bin', 'python');
}

const NO_SOURCE: PackageSource = { variables: {}, network: { kind: 'none' }, mounts: [] };

async function withPip(install: PythonInstall, step: StepRunner): Promise<void> {
  const { python, isOffline } = install;
  const { path, hasPip } = python;
  // Seconds faster than an environment with a pip of its own.
  const venv = ['-I', '-m', 'venv', ...(hasPip ? ['--without-pip'] : [])];
  const site = isOffline ? ['--system-site-packages'] : [];
  const made = await step.run(NO_SOURCE, [path, ...venv, ...site, 'env']);
  if (made.status !== 'done') throw toolMissing(python, made.output);
  const own = environmentPython(step.places);
  const pip: readonly [string, ...string[]] = hasPip
    ? [path, '-I', '-m', 'pip', '--python', own]
    : [own, '-I', '-m', 'pip'];
  const options = [...WHEELS_ONLY, '--no-compile', ...(isOffline ? ['--no-index'] : [])];
  const log = join(step.places.fresh, '.home', 'pip.log');
  const source = pipSource(install.indexes);
  const end = await step.run(source, [...pip, '--log', log, 'install', ...options, ...FILES]);
  if (end.status === 'done') return;
  const unread = await unreadPages(log);
  throw classified(step, { ...end, output: [...unread, end.output].join('\n') });
}

async function withUv(uv: string, step: StepRunner): Promise<void> {
  const { install } = step;
  const source = uvSource(install.indexes);
  const offline = install.isOffline ? ['--offline'] : [];
  const site = install.isOffline ? ['--system-site-packages'] : [];
  const venv = ['venv', '--no-project', ...site, '--python', install.python.path, 'env'];
  const made = await step.run(NO_SOURCE, [uv, ...venv]);
  if (made.status !== 'done') throw classified(step, made);
  const options = [
    '--python',
    environmentPython(step.places),
    ...WHEELS_ONLY,
    ...offline,
    ...FILES,
  ];
  const end = await step.run(source, [uv, 'pip', 'install', ...options]);
  if (end.status !== 'done') throw classified(step, end);
}

const FILES = ['-r', 'requirements.txt', '-c', 'constraints.txt'] as const;

/** Pages of an index that pip could not read it tells its log alone; what it says aloud is that there is no such package. */
async function unreadPages(log: string): Promise<readonly string[]> {
  const text = await readFile(log, 'utf8').catch(() => '');
  const lines = text.match(/Could not fetch URL [^\n]*/g) ?? [];
  return lines.slice(-2).map((line) => hideUrlPasswords(line));
}

function classified({ install }: StepRunner, end: ToolEnd) {
  return classifyFailure({ end, asked: install.needs.requirements, isOffline: install.isOffline });
}

function toolMissing({ path }: PythonFacts, errorOutput: string) {
  return dependencyFailure({
    code: 'deps_tool_missing',
    text: dependencyTexts.venvMissing(path),
    package: 'venv',
    errorOutput: errorOutput.slice(-2000),
  });
}

/** pip writes into a program's first line where its Python lies. */
async function writeOwnPlace(folder: string, { fresh, final }: BuildPlaces): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isFile() || (await lstat(path)).size > LONGEST_SCRIPT_BYTES) continue;
    // As bytes: a program of the machine's own kind stays what it is.
    const text = await readFile(path, 'latin1');
    const [from, to] = [fresh, final].map((place) => Buffer.from(place).toString('latin1'));
    if (text.includes('\0') || !text.includes(from ?? '')) continue;
    await writeFile(
      path,
      text.replaceAll(from ?? '', () => to ?? ''),
      'latin1',
    );
  }
}
