// One attempt of a run: its skill under both walls, with its progress told, until it ends or is stopped.

import { AppError, messageOf } from '#base/app-error.ts';
import { backgroundTexts } from '#contract/texts/background-texts.ts';
import type { CollectedFile } from '#features/artifacts/index.ts';
import type { SettledResult } from '#features/results/index.ts';
import { openWorkspace } from '#features/workspaces/index.ts';
import type { WorkerParts } from './background-parts.ts';
import type { ClaimedRun } from './background-run.ts';
import type { EndedRun } from './end-run.ts';
import { startProgressPulse } from './progress-pulse.ts';
import {
  endOfCancel,
  endOfFault,
  endOfResult,
  withLocalPath,
  type RunFilesTold,
} from './run-end.ts';

export type SkillOutcome =
  | { readonly status: 'ended'; readonly end: EndedRun }
  /** This process closes, and it did not end in time. */
  | { readonly status: 'interrupted' }
  /** It is another process's by now, or its conversation is gone. */
  | { readonly status: 'taken' };

/** Why a run that goes on is to stop. */
type Stop = 'cancelled' | 'taken' | 'closing' | 'time';

export async function runSkill(
  parts: WorkerParts,
  run: ClaimedRun,
  closing: AbortSignal,
): Promise<SkillOutcome> {
  const watch = watchRun(parts, run, closing);
  try {
    const refusal = await parts.refusalOf(run);
    if (refusal !== undefined) return { status: 'ended', end: endOfFault(run, refusal) };
    const workspace = await openWorkspace(parts.workspacesRoot, run.identity);
    const collected: CollectedFile[] = [];
    const settled = await execute(parts, run, { watch, collected });
    const why = watch.stoppedBecause();
    if (why === 'taken') return { status: 'taken' };
    if (settled.verdict.status === 'failed') {
      if (why === 'closing') return { status: 'interrupted' };
      const end =
        why === 'cancelled'
          ? endOfCancel(run, backgroundTexts.cancelledRunning())
          : endOfResult(run, settled, { files: [], notices: [] });
      return { status: 'ended', end };
    }
    const result = {
      ...settled,
      envelope: withLocalPath(settled.envelope, workspace),
      raw: withLocalPath(settled.raw, workspace),
    };
    return { status: 'ended', end: endOfResult(run, result, toldFiles(parts, run, collected)) };
  } catch (thrown) {
    parts.onProblem(thrown);
    return { status: 'ended', end: endOfFault(run, faultOf(thrown)) };
  } finally {
    watch.end();
  }
}

function faultOf(thrown: unknown) {
  const said = thrown instanceof AppError ? thrown.text : undefined;
  const message = messageOf(thrown);
  return {
    zh: backgroundTexts.fault(said?.zh ?? message).zh,
    en: backgroundTexts.fault(said?.en ?? message).en,
  };
}

interface RunWatch {
  readonly signal: AbortSignal;
  stoppedBecause(): Stop | undefined;
  report(fraction: number | null, text: string): void;
  end(): void;
}

/** The first that stops it is why. */
function watchRun(parts: WorkerParts, run: ClaimedRun, closing: AbortSignal): RunWatch {
  const { records, events, wallSec, begun, onProblem } = parts;
  const { orgId, sessionId, turnId } = run;
  const controller = new AbortController();
  let why: Stop | undefined;
  const stop = (because: Stop): void => {
    why ??= because;
    const text = why === 'time' ? backgroundTexts.timeOver(wallSec) : undefined;
    controller.abort(new AppError('stopped', text ?? backgroundTexts.cancelledRunning()));
  };
  const onClosing = (): void => {
    const { reason } = closing;
    stop(reason instanceof AppError && reason.code === 'conflict' ? 'taken' : 'closing');
  };
  if (closing.aborted) onClosing();
  else closing.addEventListener('abort', onClosing, { once: true });
  const wall = setTimeout(() => stop('time'), wallSec * 1000);
  const pulse = startProgressPulse({
    async store(progress) {
      const told = await records.pulse(run, progress);
      if (progress !== undefined && told !== 'lost') {
        const { id, callId: call } = run;
        const event = { type: 'background-progress', id, call, ...progress } as const;
        await events.append({ orgId, sessionId, turnId }, event);
      }
      return told;
    },
    onTold: (told) => stop(told === 'lost' ? 'taken' : 'cancelled'),
    onProblem,
  });
  begun.set(run.id, () => stop('cancelled'));
  if (run.isCancelWanted) stop('cancelled');
  return {
    signal: controller.signal,
    stoppedBecause: () => why,
    report: (fraction, text) => pulse.report(fraction, text),
    end() {
      clearTimeout(wall);
      pulse.end();
      closing.removeEventListener('abort', onClosing);
    },
  };
}

/** On the dialog line's rules: run again where a fault is transient, offloaded where it is large. */
function execute(
  { execution, collector, subAgentsFor }: WorkerParts,
  run: ClaimedRun,
  { watch, collected }: { readonly watch: RunWatch; readonly collected: CollectedFile[] },
): Promise<SettledResult> {
  const { skill, input, identity, fixed, language, turnId, callId } = run;
  const subAgents = subAgentsFor(identity);
  return execution.execute({
    skill,
    input,
    identity,
    fixed,
    language,
    turnId,
    callId,
    line: 'dialog',
    isBackground: true,
    hasFailedInTurn: false,
    ...(subAgents !== undefined && { subAgents }),
    ...(run.allowedSkills !== null && { allowedSkills: run.allowedSkills }),
    ...(run.policyWallSec !== null && { policyWallSec: run.policyWallSec }),
    files: {
      begin: (workspace) =>
        collector.begin({
          workspace,
          orgId: run.orgId,
          roleId: identity.roleId,
          asked: typeof fixed.raw_input === 'string' ? fixed.raw_input : '',
          language,
          signal: watch.signal,
          onCollected: async (files) => void collected.push(...files),
        }),
    },
    signal: watch.signal,
    progress: (fraction, text) => watch.report(fraction, text),
  });
}

function toldFiles(
  parts: WorkerParts,
  { language }: ClaimedRun,
  collected: readonly CollectedFile[],
): RunFilesTold {
  const files = collected.filter((file) => file.state === 'kept');
  const undelivered = collected.filter((file) => file.state === 'failed');
  return { files, notices: parts.undeliveredNotices(undelivered, language) };
}
