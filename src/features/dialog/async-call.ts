// A call of an async skill on a channel that does not wait for it: the run is stored, and the model gets a placeholder (ASY-02).

import type { Decision } from '#contract/decision.ts';
import { backgroundTexts } from '#contract/texts/background-texts.ts';
import type { NewBackgroundRun, StartedRun } from '#features/background/index.ts';
import type { Execution, SkillCall } from '#features/execution/index.ts';
import { settleFailure, settleReturned, type SettledResult } from '#features/results/index.ts';

/** Resolves when the run is stored, record and job. */
export type StartBackground = (run: NewBackgroundRun) => Promise<StartedRun>;

export interface AsyncCall {
  readonly call: SkillCall;
  readonly isIdempotent: boolean;
  readonly channel: string;
  readonly execution: Execution;
  /** Undefined where nothing runs in the background: without a database. */
  readonly start: StartBackground | undefined;
}

/** What the call would be refused for is told at once: the model can mend it now, and nobody can later. */
export async function callAsync(asked: AsyncCall): Promise<SettledResult> {
  const { call, execution, start } = asked;
  const { skill, language = 'en', turnId, callId } = call;
  if (start === undefined || turnId === undefined || callId === undefined) {
    const run = await execution.execute(call);
    const note = noted(backgroundTexts.waitedFor()[language]);
    return { ...run, decisions: [note, ...run.decisions] };
  }
  const refusal = await execution.refusalOf(call);
  if (refusal !== undefined) return refusal;
  const started = await start({
    identity: call.identity,
    turnId,
    callId,
    skill,
    input: call.input,
    fixed: call.fixed,
    language,
    channel: asked.channel,
    allowedSkills: call.allowedSkills,
    policyWallSec: call.policyWallSec,
    isIdempotent: asked.isIdempotent,
  });
  if (started.status === 'refused')
    return settleFailure(
      { error: started.reason[language], nonRetriable: true },
      { skill, language },
    );
  const value = { ok: true, async: true, message: backgroundTexts.started(skill)[language] };
  const settled = settleReturned({ skill, value, language });
  const note = noted(backgroundTexts.sentAway()[language]);
  return { ...settled, decisions: [note, ...settled.decisions] };
}

function noted(note: string): Decision {
  return { stage: 'runtime', rule: 'ASY-02', note };
}
