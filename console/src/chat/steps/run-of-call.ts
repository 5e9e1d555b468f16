// Which run was which call's: the record of runs does not name the call.

import type { RunSummaryBody } from '#contract/api/run-routes.ts';
import type { CallStep } from '../state/turn-state.ts';

/** Undefined where it can't be told. */
export function runOfCall(
  call: CallStep,
  calls: readonly CallStep[],
  runs: readonly RunSummaryBody[],
): RunSummaryBody | undefined {
  const ran = calls.filter((each) => each.tool === call.tool && hasRun(each));
  const index = ran.findIndex(({ id }) => id === call.id);
  if (index === -1) return undefined;
  const ofTool = runs
    .filter(({ skill }) => skill === call.tool)
    .toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1));
  if (ofTool.length === ran.length) return ofTool[index];
  // Another skill called it too: the one that took about as long, where there is just one.
  const near = ofTool.filter((run) => isNear(run.duration_ms, call.durationMs));
  return near.length === 1 ? near[0] : undefined;
}

function hasRun({ state }: CallStep): boolean {
  return state !== 'refused' && state !== 'open' && state !== 'running';
}

const NEAR_MS = 100;

function isNear(runMs: number, callMs: number | undefined): boolean {
  return callMs !== undefined && Math.abs(runMs - callMs) <= Math.max(NEAR_MS, callMs * 0.1);
}
