// Puts together what runs skills without a database: `run`, and what `chat` stands on.

import { AppError } from '#base/app-error.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { ChatModel } from '#features/models/index.ts';
import { createMemoryRunStore } from '#features/runs/index.ts';
import type { SkillDatabase } from '#features/runtimes/index.ts';
import type { Settings } from '#system/settings.ts';
import { composeSkills, type SkillsProgram } from './compose-skills.ts';
import { configuredSkill, type SkillConfigurations } from './local-configuration.ts';
import { createSkillProvider } from './skill-provider.ts';

export interface LocalParts {
  readonly settings: Settings;
  /** Directories of packages, or packages themselves. */
  readonly skillRoots: readonly string[];
  readonly configurations: SkillConfigurations;
  readonly workspacesRoot: string;
  /** Asked for when a skill uses its role's model, and not before: a run without one loads none. */
  readonly model: () => Promise<ChatModel>;
  /** `qiao run` runs a skill whose configuration is missing, and says so beside it. */
  readonly runsUnconfigured?: boolean;
}

export async function composeLocal(parts: LocalParts): Promise<SkillsProgram> {
  const { settings, skillRoots, workspacesRoot, configurations, model } = parts;
  const { runsUnconfigured = false } = parts;
  return composeSkills({
    settings,
    skillRoots,
    workspacesRoot,
    runsUnconfigured,
    runs: createMemoryRunStore(),
    configurationOf: (catalogue, skill) => configuredSkill(skill, configurations, catalogue),
    // There are no teams and no users here (CTX-06).
    teamRoleOf: async () => '',
    providerFor: (_skill, _identity, signal) => createSkillProvider(model, signal),
    databaseFor: () => noDatabase(),
    // Whoever waits for the command notices.
    onSlow: () => undefined,
  });
}

/** CTX-07: it is opened at first use, and here that fails with a sentence. */
function noDatabase(): SkillDatabase {
  return { open: refuseDatabase, execute: refuseDatabase, end: refuseDatabase };
}

async function refuseDatabase(): Promise<never> {
  throw new AppError('database-unavailable', executionTexts.noDatabase());
}
