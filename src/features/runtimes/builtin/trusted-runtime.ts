// Runs the skills that stand in our own source, in the server's process: by identity, never by name.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type {
  RunHost,
  RuntimeOutcome,
  RuntimeRun,
  SkillEntry,
  SkillProgram,
  SkillRuntime,
} from '../runtime.ts';
import { describeThrown } from './describe-thrown.ts';

/** One built-in skill: where its package stands, and its `execute` with its parts in it. */
export interface TrustedSkill {
  /** Absolute path of the package in our source: a package of the same name elsewhere is another one. */
  readonly folder: string;
  /**
   * Answers an envelope. Obeys `host.signal`: it settles soon after that is aborted. What it throws is told as
   * any skill's exception, an `AppError` by its sentence.
   */
  readonly execute: TrustedExecute;
  /** Its results are pages, with a way to read on in each (OFF-01). */
  readonly isPaged?: boolean;
}

export type TrustedExecute = (input: JsonObject, host: TrustedHost) => Promise<JsonValue>;

/** What the platform lends a built-in skill: the same as to any other, and no more; the rest are parts. */
export type TrustedHost = Pick<
  RunHost,
  'workspace' | 'context' | 'signal' | 'language' | 'allowedSkills' | 'callSkill' | 'progress'
>;

export function createTrustedRuntime(skills: readonly TrustedSkill[]): SkillRuntime {
  const byFolder = new Map(skills.map((skill) => [skill.folder, skill]));
  const underWay = new Set<Promise<unknown>>();
  return {
    name: 'trusted',
    canRun: (program: SkillProgram, folder: string) =>
      program.kind === 'handler' && byFolder.has(folder),
    async run(entry: SkillEntry, input: JsonObject, host: RunHost): Promise<RuntimeRun> {
      const skill = byFolder.get(entry.folder);
      if (skill === undefined) return { outcome: { status: 'no-entry' }, log: '' };
      const running = outcomeOf(skill, input, host);
      underWay.add(running);
      try {
        return { outcome: await running, log: '' };
      } finally {
        underWay.delete(running);
      }
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

async function outcomeOf(
  { execute, isPaged }: TrustedSkill,
  input: JsonObject,
  host: RunHost,
): Promise<RuntimeOutcome> {
  if (host.signal.aborted) return { status: 'stopped' };
  try {
    const value = await execute(input, host);
    return { status: 'returned', value, isPage: isPaged === true };
  } catch (error) {
    // What comes up while a run is being stopped is the stop's doing.
    if (host.signal.aborted) return { status: 'stopped' };
    return { status: 'raised', exception: describeThrown(error, host.language ?? 'en') };
  }
}
