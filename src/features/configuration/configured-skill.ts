// What execution asks for before a skill runs: `createExecution({configurationOf: createConfigurationOf(…)})`.

import type { Configuration, ResolvedConfiguration } from './configuration.ts';

/** As much of execution's identity as configuration needs. */
export interface ConfiguredIdentity {
  readonly orgId: string;
  readonly teamId: string;
  readonly roleId: string;
}

export interface ConfigurationOfParts {
  readonly configuration: Pick<Configuration, 'resolve'>;
  /** The names that the package declares as secret (CFG-02). */
  readonly secretNamesOf: (skill: string) => Promise<readonly string[]>;
}

export function createConfigurationOf({
  configuration,
  secretNamesOf,
}: ConfigurationOfParts): (
  skill: string,
  identity: ConfiguredIdentity,
) => Promise<ResolvedConfiguration> {
  return async (skill, { orgId, teamId, roleId }) => {
    const secretNames = await secretNamesOf(skill);
    return configuration.resolve({ orgId, teamId, roleId, skill, secretNames });
  };
}
