// From a package to what a runtime can start, or the reason why nothing can (PKG-05, RUN-10, DOC-03).

import { assertNever } from '#base/assert-never.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import type { SkillEntry, SkillProgram } from '#features/runtimes/index.ts';
import { configurationEnvironment, type SkillConfiguration } from './configuration.ts';

export type ProgramChoice =
  | { readonly status: 'runnable'; readonly program: SkillProgram }
  | { readonly status: 'knowledge' }
  /** A chain is run by its own feature, never by its package. */
  | { readonly status: 'chain' };

export function programOf(skill: SkillPackage): ProgramChoice {
  switch (skill.kind) {
    case 'handler':
      return skill.handler === undefined
        ? { status: 'runnable', program: { kind: 'document' } }
        : { status: 'runnable', program: { kind: 'handler', ...skill.handler } };
    case 'script':
      return { status: 'runnable', program: { kind: 'script', command: skill.command } };
    case 'api':
      return skill.apiFile === undefined
        ? { status: 'runnable', program: { kind: 'document' } }
        : { status: 'runnable', program: { kind: 'api', file: skill.apiFile } };
    case 'document':
      return { status: 'runnable', program: { kind: 'document' } };
    case 'knowledge':
      return { status: 'knowledge' };
    case 'chain':
      return { status: 'chain' };
    default:
      return assertNever(skill.kind);
  }
}

export interface EntryRequest {
  readonly skill: SkillPackage;
  readonly version: string;
  readonly program: SkillProgram;
  readonly configuration: SkillConfiguration;
}

export function skillEntry({ skill, version, program, configuration }: EntryRequest): SkillEntry {
  return {
    skill: skill.name,
    version,
    folder: skill.folder,
    program,
    ...(skill.schema !== undefined && { schema: skill.schema }),
    environment: configurationEnvironment(configuration),
    network: skill.requires.network ?? { kind: 'public' },
    packages: { pip: skill.requires.pip, npm: skill.requires.npm },
  };
}
