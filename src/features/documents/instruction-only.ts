// Whether a document is only read, and by whoever asked for it (DOC-02).

import type { SkillPackage } from '#features/packages/index.ts';

/** It is followed, by somebody who executes what it says. */
export function needsSubAgent(skill: SkillPackage): boolean {
  return skill.kind === 'document' && !isInstructionOnly(skill);
}

/** There is nothing to execute in it, and nothing that only an execution makes. */
export function isInstructionOnly(skill: SkillPackage): boolean {
  return !skill.hasExecutableReferences && !skill.requires.container && !skill.owesFile;
}
