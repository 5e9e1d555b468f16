// Puts the parts together: what a package declares, and who installs what is missing.

import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';
import type { Sandbox } from '#features/sandboxes/index.ts';
import type { PackageIndexes } from '#system/package-indexes.ts';
import { findNpm, type NpmProgram } from './build/find-npm.ts';
import { findUv } from './build/find-uv.ts';
import { installNode } from './build/install-node.ts';
import { installPython } from './build/install-python.ts';
import { interpreterHome, readable } from './build/program-homes.ts';
import { askPython, plainPackageName, type PythonFacts } from './build/python-facts.ts';
import type { NodeManifest } from './declared/node-manifest.ts';
import { readDeclared, type PythonNeeds } from './declared/read-declared.ts';
import { allowsVersion } from './declared/version-specifier.ts';
import type { Dependencies, DependencyRequest, DependencySet } from './dependencies.ts';
import { dependencyFailure } from './dependency-failure.ts';
import { explainMissing } from './explain-missing.ts';
import {
  createInstaller,
  type Installation,
  type Installer,
  type InstallerParts,
} from './installer.ts';

export interface DependenciesParts extends InstallerParts {
  /** Where packages are installed and the Python is asked; whoever made it closes it. */
  readonly sandbox: Sandbox;
  /** Of one installer's processes. */
  readonly memoryBytes: number;
  readonly indexes: PackageIndexes;
  /** `SKILL_AUTO_DEPS`. */
  readonly isOn: boolean;
  /** Absolute path of a Python 3, or undefined where the machine has none. */
  readonly findPython: () => Promise<string | undefined>;
}

export function createDependencies(parts: DependenciesParts): Dependencies {
  const tools = { parts, installer: createInstaller(parts), pythonFacts: rememberPythons(parts) };
  return {
    ensure: async (request) => {
      if (!parts.isOn) return undefined;
      if (request.signal.aborted) throw new AppError('stopped', dependencyTexts.stopped());
      const needs = await readDeclared(request);
      const python = needs.python && (await pythonSet(tools, needs.python, request));
      const node = needs.node && (await nodeFolder(tools, needs.node, request));
      return python === undefined && node === undefined ? undefined : setOf(python, node);
    },
    explainMissing: (request, said) => explainMissing(request, said, parts.isOn),
  };
}

interface Tools {
  readonly parts: DependenciesParts;
  readonly installer: Installer;
  readonly pythonFacts: () => Promise<PythonFacts>;
}

interface PythonSet {
  /** The virtual environment. */
  readonly folder: string;
  readonly python: PythonFacts;
}

async function pythonSet(
  { parts, installer, pythonFacts }: Tools,
  needs: PythonNeeds,
  request: DependencyRequest,
): Promise<PythonSet | undefined> {
  const python = await pythonFacts();
  refuseOtherPython(needs, python);
  const { requirements, constraints } = needs;
  if (requirements.length === 0) return undefined;
  const interpreter = [python.path, python.version, python.platform];
  const identity = { kind: 'python', requirements, constraints, interpreter };
  const isOffline = request.network.kind === 'none';
  // What was fetched for another skill is here, also for one that may fetch nothing.
  const fetched = isOffline ? await installer.find(identity) : undefined;
  if (isOffline && fetched === undefined) refuseAbsent(parts.indexes, requirements, python);
  const work: Installation = {
    identity: isOffline ? { ...identity, isOffline } : identity,
    names: requirements,
    install: async (places, signal) => {
      const uv = await findUv(parts);
      await installPython({ ...parts, needs, python, uv, isOffline }, places, signal);
    },
  };
  const folder = fetched ?? (await installer.folder(work, request));
  return { folder: join(folder, 'env'), python };
}

async function nodeFolder(
  { parts, installer }: Tools,
  needs: NodeManifest,
  request: DependencyRequest,
): Promise<string> {
  const { manifest, lock = '', names } = needs;
  const node = [process.versions.modules, process.platform, process.arch];
  return installer.folder(
    {
      identity: { kind: 'node', manifest, lock, node },
      names,
      install: async (places, signal) => {
        if (request.network.kind === 'none') throw networkNone(names);
        await installNode({ ...parts, needs, npm: neededNpm() }, places, signal);
      },
    },
    request,
  );
}

function neededNpm(): NpmProgram {
  const npm = findNpm();
  if (npm !== undefined) return npm;
  const text = dependencyTexts.npmMissing();
  throw dependencyFailure({ code: 'deps_tool_missing', text, package: 'npm' });
}

/** Each Python is asked once; one that did not answer may be mended by the next call. */
function rememberPythons(parts: DependenciesParts): () => Promise<PythonFacts> {
  const asked = new Map<string, Promise<PythonFacts | undefined>>();
  return async () => {
    const path = await parts.findPython();
    const asking = path === undefined ? undefined : (asked.get(path) ?? askPython(parts, path));
    if (path !== undefined && asking !== undefined) asked.set(path, asking);
    try {
      const facts = await asking;
      if (facts !== undefined) return facts;
    } catch (error) {
      asked.clear();
      throw error;
    }
    asked.clear();
    const text = dependencyTexts.pythonMissing();
    throw dependencyFailure({ code: 'deps_tool_missing', text, package: 'python3' });
  };
}

function setOf(python: PythonSet | undefined, node: string | undefined): DependencySet {
  const nodeModules = node === undefined ? undefined : join(node, 'node_modules');
  return {
    mounts: readable(
      ...(python === undefined
        ? []
        : [python.folder, interpreterHome(python.python.path), ...python.python.homes]),
      ...(node === undefined ? [] : [node]),
    ),
    programFolders: [
      ...(python === undefined ? [] : [join(python.folder, 'bin')]),
      ...(nodeModules === undefined ? [] : [join(nodeModules, '.bin')]),
    ],
    variables: {
      ...(python !== undefined && { VIRTUAL_ENV: python.folder }),
      ...(nodeModules !== undefined && { NODE_PATH: nodeModules }),
    },
    python: python === undefined ? undefined : join(python.folder, 'bin', 'python'),
    nodeModules,
  };
}

function refuseOtherPython({ requiresPython }: PythonNeeds, { path, version }: PythonFacts): void {
  if (requiresPython === undefined || allowsVersion(requiresPython, version)) return;
  const text = dependencyTexts.otherPython(requiresPython, version, path);
  throw dependencyFailure({ code: 'deps_python_version', text, package: 'python' });
}

/** At once, where there is no directory that pip could look into: what the machine's Python lacks, nobody brings. */
function refuseAbsent(
  { python: { findLinks, index } }: PackageIndexes,
  requirements: readonly string[],
  { packages }: PythonFacts,
): void {
  const isLocal = [index ?? '', ...findLinks].some((place) => /^(?:\/|file:)/.test(place));
  const names = requirements.flatMap((line) => /^[\w.-]+/.exec(line)?.[0] ?? []);
  const absent = names.filter(
    (name) => !name.startsWith('-') && !packages.has(plainPackageName(name)),
  );
  if (!isLocal && absent.length > 0) throw networkNone(absent);
}

function networkNone(names: readonly string[]): AppError {
  const text = dependencyTexts.networkNone(names.join(', '));
  return dependencyFailure({ code: 'deps_network_none', text, package: names[0] });
}
