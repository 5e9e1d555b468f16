// CAL-01, CAL-02: what a skill that called another one gets back.

import type { JsonObject } from '#base/json.ts';
import { CALLEE_FAILED } from '#contract/literal-texts.ts';
import { reasonText } from './failure-reason.ts';
import type { SettledResult } from './verdict.ts';

/**
 * The callee's raw envelope where it succeeded. Where it failed, `ok: false` with the callee's own `error`
 * or `msg`, not ENV-03's longer order: a reason that stands elsewhere is in `output`, the raw envelope.
 */
export function toCallSkillAnswer(skill: string, settled: SettledResult): JsonObject {
  const { raw, verdict } = settled;
  if (verdict.status !== 'failed') return raw;
  const error = reasonText(raw['error']) ?? reasonText(raw['msg']) ?? CALLEE_FAILED;
  return { ok: false, error, skill, output: raw };
}
