// How long a skill may run (CLK-01, CLK-03), in seconds and milliseconds.

import type { RunLimits } from '#features/runtimes/index.ts';

/** CLK-03: a script's own process, where its skill declares nothing. */
const PROCESS_DEFAULT_SEC = 60;

export interface WallRules {
  /** `SKILL_WALL_DEFAULT`. */
  readonly defaultSec: number;
  /** `SKILL_WALL_HARDCAP`: nothing is ever above it. */
  readonly hardcapSec: number;
}

/** The skill's own value, else the policy's (a role's beats its organisation's), else the default. */
export function resolveWallSec(
  declared: number | undefined,
  policy: number | undefined,
  rules: WallRules,
): number {
  const chosen = [declared, policy].find((value) => value !== undefined && value > 0);
  return Math.min(chosen ?? rules.defaultSec, rules.hardcapSec);
}

export function resolveClocks(
  declared: number | undefined,
  policy: number | undefined,
  rules: WallRules,
): Pick<RunLimits, 'wallMs' | 'processMs'> {
  const isDeclared = declared !== undefined && declared > 0;
  const processSec = isDeclared ? Math.min(declared, rules.hardcapSec) : PROCESS_DEFAULT_SEC;
  return {
    wallMs: resolveWallSec(declared, policy, rules) * 1000,
    processMs: processSec * 1000,
  };
}
