// How a sub-agent did: by why its loop ended and how its calls ended, never by what it says.

import { sameText, type Text } from '#base/text.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import type { LoopEndReason, LoopResult } from '#features/agents/index.ts';
import type { SubAgentEnd, SubAgentStep } from '#features/runtimes/index.ts';

type Judged = Pick<SubAgentEnd, 'status' | 'text' | 'problem' | 'steps'>;

/**
 * Done: it answered, and the last call of its work succeeded, or there was none. Partial: some succeeded, and the last
 * one not, or a limit struck. Failed: none of the work that was tried succeeded, the model failed, or there is no report.
 */
export function judge(loop: LoopResult, steps: readonly SubAgentStep[]): Judged {
  if (loop.reason === 'stopped') return { status: 'stopped', text: '', steps };
  const text = loop.isWritten === true ? '' : loop.text.trim();
  // As the model asked for them: side by side they end in any order.
  const work = steps
    .filter(({ isWork }) => isWork)
    .toSorted((one, other) => one.number - other.number);
  const hasWorked = work.some(({ failure }) => failure === undefined);
  const problem = problemOf(loop, { text, work, hasWorked });
  if (problem === undefined) return { status: 'done', text, steps };
  const isPartial = text !== '' && hasWorked && loop.reason !== 'model-failed';
  return { status: isPartial ? 'partial' : 'failed', text, problem, steps };
}

interface Work {
  readonly text: string;
  readonly work: readonly SubAgentStep[];
  readonly hasWorked: boolean;
}

function problemOf(
  { reason, error }: LoopResult,
  { text, work, hasWorked }: Work,
): Text | undefined {
  const last = work.at(-1);
  const why = last?.failure;
  if (reason === 'model-failed') return documentTexts.modelFailed(error ?? sameText(''));
  if (!hasWorked && why !== undefined) return documentTexts.noneWorked(work.length, why);
  if (isLimit(reason)) return documentTexts.endedAt(reason);
  if (text === '') return documentTexts.emptyReport();
  return last === undefined || why === undefined
    ? undefined
    : documentTexts.lastFailed(last.tool, why);
}

function isLimit(
  reason: LoopEndReason,
): reason is Extract<LoopEndReason, 'rounds' | 'failures' | 'time' | 'stuck'> {
  return ['rounds', 'failures', 'time', 'stuck'].includes(reason);
}
