// What a Python says of itself, asked where the skills run.

import { dirname } from 'node:path';
import * as z from 'zod';
import { systemEnvironment } from '#system/child-process.ts';
import { interpreterHome, readable } from './program-homes.ts';
import { runTool, type ToolParts } from './run-tool.ts';

const QUESTION = `import importlib.util, json, sys, sysconfig
def version_of(name):
    try:
        from importlib import metadata
        return metadata.version(name)
    except Exception:
        return ''
def names_of_packages():
    try:
        from importlib import metadata
        return [each.metadata['Name'] or '' for each in metadata.distributions()]
    except Exception:
        return []
print(json.dumps({
    'version': '.'.join(map(str, sys.version_info[:3])),
    'platform': sysconfig.get_platform(),
    'cache_tag': sys.implementation.cache_tag or '',
    'homes': sorted({sys.base_prefix, sys.prefix}),
    'pip': version_of('pip') if importlib.util.find_spec('pip') else '',
    'packages': names_of_packages(),
    'has_venv': importlib.util.find_spec('venv') is not None,
}))`;

const facts = z.object({
  version: z.string(),
  platform: z.string(),
  cache_tag: z.string(),
  homes: z.array(z.string()),
  pip: z.string(),
  packages: z.array(z.string()),
  has_venv: z.boolean(),
});

const PATIENCE_MS = 20_000;

/** Since then pip installs into another Python than its own (`--python`). */
const LEAST_PIP = [22, 3] as const;

export interface PythonFacts {
  /** Absolute path of the interpreter. */
  readonly path: string;
  readonly version: string;
  /** What wheels and compiled files depend on. */
  readonly platform: string;
  /** Directories of its standard library and of its packages. */
  readonly homes: readonly string[];
  readonly hasPip: boolean;
  readonly hasVenv: boolean;
  /** What is installed for everybody, by its plain names. */
  readonly packages: ReadonlySet<string>;
}

/** The same for all ways to write one name (PEP 503): `Greet_One` is `greet-one`. */
export function plainPackageName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** Undefined where it does not answer as Python does. */
export async function askPython(parts: ToolParts, path: string): Promise<PythonFacts | undefined> {
  const { status, stdout } = await runTool(parts, {
    command: [path, '-I', '-c', QUESTION],
    environment: { PATH: systemEnvironment()['PATH'] ?? '/usr/bin:/bin' },
    folder: dirname(path),
    mounts: readable(interpreterHome(path)),
    network: { kind: 'none' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const read = status === 'done' ? facts.safeParse(parsed(stdout)) : undefined;
  if (read?.success !== true) return undefined;
  const { version, platform, cache_tag: tag, homes, pip, has_venv: hasVenv } = read.data;
  const packages = new Set(read.data.packages.map((name) => plainPackageName(name)));
  const hasPip = isRecent(pip);
  return { path, version, platform: `${platform} ${tag}`, homes, hasPip, hasVenv, packages };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecent(pip: string): boolean {
  const [major = 0, minor = 0] = pip.split('.').map(Number);
  return major > LEAST_PIP[0] || (major === LEAST_PIP[0] && minor >= LEAST_PIP[1]);
}
