// An execution whose programs are functions: what stands around a skill, without the processes.

import type { JsonObject } from '#base/json.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { createMemoryRunStore } from '#features/runs/index.ts';
import type {
  RunHost,
  RuntimeOutcome,
  SkillEntry,
  SkillRuntime,
} from '#features/runtimes/index.ts';
import { createExecution } from '../execute.ts';
import type { ExecutionParts } from '../execution-parts.ts';
import { buildFixedContext } from '../fixed-context.ts';
import { createResultThreads } from '../result-threads.ts';
import type { SkillCall, SkillRun } from '../skill-call.ts';

export type Program = (call: {
  readonly entry: SkillEntry;
  readonly input: JsonObject;
  readonly host: RunHost;
  /** From 1, over all runs of this skill. */
  readonly run: number;
}) => RuntimeOutcome | Promise<RuntimeOutcome>;

export const returned = (value: JsonObject): RuntimeOutcome => ({ status: 'returned', value });
export const raised = (name: string, code?: string): RuntimeOutcome => ({
  status: 'raised',
  exception: {
    name,
    message: 'the peer went away',
    classes: [name],
    causes: [],
    ...(code && { code }),
  },
});
export const TRANSIENT = raised('ConnectionError');

/** One for all: what is started stays warm. */
const THREADS = createResultThreads();

export interface ScriptedExecution {
  readonly execute: (skill: string, call?: Partial<SkillCall>) => Promise<SkillRun>;
  /** How often a skill's program was run. */
  readonly runsOf: (skill: string) => number;
}

/** A program for each skill, in one runtime that plays the processes. */
export function scriptedExecution(
  workspacesRoot: string,
  programs: Record<string, Program>,
  changes: Changes = {},
): ScriptedExecution {
  const runs = new Map<string, number>();
  const runtime: SkillRuntime = {
    name: 'scripted',
    canRun: ({ kind }) => (changes.runs ?? ['handler', 'script']).includes(kind),
    async run(entry, input, host) {
      const run = (runs.get(entry.skill) ?? 0) + 1;
      runs.set(entry.skill, run);
      const program = programs[entry.program.kind === 'document' ? 'document' : entry.skill];
      if (program === undefined) throw new TypeError(`no program for ${entry.skill}`);
      return { outcome: await program({ entry, input, host, run }), log: `log ${run}\n` };
    },
    close: async () => {},
  };
  const parts: ExecutionParts = {
    catalogue: {
      get: async (name) =>
        Object.hasOwn(programs, name)
          ? { package: skillPackage(name, changes.packages?.[name]), version: `v-${name}` }
          : undefined,
    },
    runtimes: [runtime],
    runs: createMemoryRunStore(),
    workspacesRoot,
    place: {
      look: async (_, names) => ({
        place: undefined,
        system: 'linux',
        programs: new Set(names),
      }),
    },
    walls: { defaultSec: 600, hardcapSec: 1800 },
    memoryBytes: 2 ** 30,
    offload: { resultChars: 12_000, displayKeepChars: 15_000, threads: THREADS },
    language: 'en',
    now: () => new Date(),
    newId: () => 'run-id',
    configurationOf: async () => ({ values: {}, secrets: [] }),
    teamRoleOf: async () => '',
    providerFor: () => ({
      chat: async () => ({ text: '', usage: { inputTokens: 0, outputTokens: 0 } }),
    }),
    databaseFor: () => ({ open: async () => 's', execute: async () => ({}), end: async () => {} }),
    ...changes.parts,
  };
  const execution = createExecution(parts);
  return {
    execute: (skill: string, call: Partial<SkillCall> = {}) =>
      execution.execute({ ...CALL, skill, ...call }),
    runsOf: (skill: string) => runs.get(skill) ?? 0,
  };
}

export interface Changes {
  readonly packages?: Readonly<Record<string, Partial<SkillPackage>>>;
  readonly parts?: Partial<ExecutionParts>;
  readonly runs?: readonly string[];
}

export const CALL: SkillCall = {
  skill: '',
  input: {},
  line: 'dialog',
  identity: {
    roleId: 'role',
    orgId: 'org',
    teamId: 'team',
    userId: 'user',
    sessionId: 'session',
    isAdmin: false,
  },
  fixed: buildFixedContext({ channel: 'web' }),
  hasFailedInTurn: false,
  signal: new AbortController().signal,
  progress: () => {},
};

export function skillPackage(name: string, changes: Partial<SkillPackage> = {}): SkillPackage {
  return {
    folder: `/skills/${name}`,
    document: 'SKILL.md',
    name,
    description: name,
    kind: 'handler',
    isAsync: false,
    triggerType: 'explicit',
    schema: undefined,
    config: [],
    market: {
      category: 'general',
      cost_tier: null,
      version: null,
      tags: [],
      skill_type: null,
      skill_md: null,
      name_zh: null,
      display_name_zh: null,
      description_zh: null,
    },
    wallSec: undefined,
    isIdempotent: undefined,
    handler: { file: 'handler.py', language: 'python' },
    apiFile: undefined,
    command: undefined,
    inputKeysRead: [],
    requires: {
      bins: [],
      anyBins: [],
      os: [],
      container: false,
      primaryEnv: undefined,
      hostSettings: [],
      installers: [],
      pip: [],
      npm: [],
      network: undefined,
    },
    body: '',
    hasExecutableReferences: false,
    owesFile: false,
    findings: [],
    ...changes,
  };
}
