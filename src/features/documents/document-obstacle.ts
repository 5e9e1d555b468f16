// What keeps a document skill from being followed here (DOC-12).

import type { Text } from '#base/text.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import type { CodeRunner } from '#features/sandboxes/index.ts';
import { needsSubAgent } from './instruction-only.ts';

export interface DocumentPlace {
  /** There is a sandbox that keeps files apart. */
  readonly hasShell: boolean;
  readonly codeRunner?: Pick<CodeRunner, 'run'> | undefined;
}

/** Asked of document skills alone: others have a program of their own. */
export function documentObstacle(skill: SkillPackage, place: DocumentPlace): Text | undefined {
  if (skill.kind === 'api' && skill.apiFile === undefined)
    return documentTexts.noDescription(skill.name);
  return needsSubAgent(skill) ? executionObstacle(skill, place) : undefined;
}

/** A skill that wants a container never runs without one. */
export function executionObstacle(
  { name, requires }: SkillPackage,
  { hasShell, codeRunner }: DocumentPlace,
): Text | undefined {
  if (hasShell) return undefined;
  if (requires.container) return documentTexts.noContainer(name);
  return codeRunner === undefined ? documentTexts.nothingExecutes(name) : undefined;
}
