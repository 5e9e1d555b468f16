// The whole environment of a script: what the contract promises, and nothing else of the server's (CLI-08).

import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import type { DependencySet } from '#features/dependencies/index.ts';
import { systemEnvironment } from '#system/child-process.ts';
import { inHeldFolder } from '#system/held-folder.ts';
import type { RunHost, SkillEntry } from '../runtime.ts';
import { realFolder } from '../workspace-folder.ts';
import { hiddenFolder } from './hidden-folder.ts';

/** Above this the context goes to a file: one variable may hold 128 KiB, and others need room too. */
const CONTEXT_BYTES = 96 * 1024;
/** Live objects, which a process of its own can't have (CTX-07). */
const LIVE_KEYS = new Set(['db', 'db_factory']);

export interface ScriptEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Removes the file that holds a long context. */
  discard(): Promise<void>;
}

export interface EnvironmentParts {
  readonly entry: SkillEntry;
  readonly host: RunHost;
  /** The staged directory. */
  readonly skillFolder: string;
  readonly dependencies: DependencySet | undefined;
}

/**
 * `SKILL_WORKSPACE`, `SKILL_DIR`, `SKILL_CONTEXT` (JSON) or, above 96 KiB, `SKILL_CONTEXT_FILE` (the path of that
 * JSON), the skill's own configuration, and `PATH HOME TMPDIR LANG` with the machine's time zone and certificates.
 * `HOME` is the workspace, `TMPDIR` its hidden `.tmp`. The skill's configuration may replace the machine's
 * variables, never the `SKILL_` ones above.
 */
export async function scriptEnvironment(parts: EnvironmentParts): Promise<ScriptEnvironment> {
  const { entry, host, skillFolder, dependencies } = parts;
  const temporary = await realFolder(join(host.workspace, '.tmp'));
  const context = await contextVariable(visibleContext(host.context), host.workspace);
  return {
    variables: {
      ...machineVariables(skillFolder, dependencies),
      HOME: host.workspace,
      TMPDIR: temporary,
      ...withoutUnusable(entry.environment),
      SKILL_WORKSPACE: host.workspace,
      SKILL_DIR: skillFolder,
      ...context.variable,
    },
    discard: async () => {
      if (context.file !== undefined) await rm(context.file, { force: true });
    },
  };
}

function visibleContext(context: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(context).filter(([key]) => !key.startsWith('_') && !LIVE_KEYS.has(key)),
  );
}

/** Where the skill's own programs are found first, and ours last: a script may call `node`. */
function machineVariables(
  skillFolder: string,
  dependencies: DependencySet | undefined,
): Record<string, string> {
  const { PATH, TZ, SSL_CERT_FILE, SSL_CERT_DIR } = systemEnvironment();
  const places = [
    ...(dependencies?.programFolders ?? []),
    join(skillFolder, '.venv', 'bin'),
    join(skillFolder, 'node_modules', '.bin'),
    PATH ?? '/usr/local/bin:/usr/bin:/bin',
    dirname(process.execPath),
  ];
  return {
    PATH: places.join(delimiter),
    ...dependencies?.variables,
    LANG: 'C.UTF-8',
    ...(TZ === undefined ? {} : { TZ }),
    ...(SSL_CERT_FILE === undefined ? {} : { SSL_CERT_FILE }),
    ...(SSL_CERT_DIR === undefined ? {} : { SSL_CERT_DIR }),
  };
}

/** A configuration key that can't name a variable stays in the context only. */
function withoutUnusable(environment: SkillEntry['environment']): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => /^[^=\0]+$/.test(name)));
}

async function contextVariable(
  context: JsonObject,
  workspace: string,
): Promise<{ readonly variable: Record<string, string>; readonly file?: string }> {
  const text = JSON.stringify(context);
  if (Buffer.byteLength(text) <= CONTEXT_BYTES) return { variable: { SKILL_CONTEXT: text } };
  const name = `.context-${randomUUID()}.json`;
  const folder = await hiddenFolder(workspace);
  await inHeldFolder(folder, ({ place }) =>
    writeFile(join(place, name), text, { mode: 0o600, flag: 'wx' }),
  );
  const file = join(folder, name);
  return { variable: { SKILL_CONTEXT_FILE: file }, file };
}
