// Settles the ends of a run that are neither a return nor an exception: clocks, stops, crashes, what can't start.

import { cutText } from '#base/cut-text.ts';
import type { Text } from '#base/text.ts';
import { wallClockText, unknownSkillText } from '#contract/literal-texts.ts';
import { runFailureTexts } from '#contract/texts/run-failure-texts.ts';
import { boundText } from './bound-text.ts';
import { withoutStackTrace } from './exception-text.ts';
import { failureEnvelope } from './failure-envelope.ts';
import { settleFailure, settleReturned, type SettleContext } from './settle-returned.ts';
import type { SettledResult } from './verdict.ts';

const DETAIL_CHARS = 1200;
const HOW_CHARS = 200;
const BYTES_PER_MEGABYTE = 1024 * 1024;

/** CLK-01: the skill's wall clock struck. `seconds` as the clock was set. */
export function settleWallClock(end: SettleContext & { readonly seconds: number }): SettledResult {
  return settleFailure(
    {
      error: wallClockText(end.seconds),
      facts: { _hint: runFailureTexts.wallHint()[end.language] },
    },
    end,
  );
}

/** `because`: who or what stopped it, where that is known. */
export function settleStopped(
  end: SettleContext & { readonly because?: Text | undefined },
): SettledResult {
  const because = end.because ?? runFailureTexts.stopRequested();
  return plain(runFailureTexts.stopped(end.skill, because), end);
}

/** `how`: the exit code or signal, in a few words. `errorOutput`: what it printed last, any length. */
export function settleCrashed(
  end: SettleContext & { readonly how: string; readonly errorOutput: string },
): SettledResult {
  const output = detail(withoutStackTrace(end.errorOutput), end);
  const error = runFailureTexts.crashed(end.skill, cutText(end.how, HOW_CHARS), output)[
    end.language
  ];
  return settleReturned({ ...end, value: failureEnvelope({ error }) });
}

export function settleOutOfMemory(
  end: SettleContext & { readonly limitBytes: number },
): SettledResult {
  const megabytes = Math.round(end.limitBytes / BYTES_PER_MEGABYTE);
  return plain(runFailureTexts.outOfMemory(end.skill, megabytes), end);
}

/** `problem`: what JSON can't hold, and where in the return it stands. */
export function settleUnserialisable(
  end: SettleContext & { readonly problem: string },
): SettledResult {
  return plain(runFailureTexts.unserialisable(end.skill, detail(end.problem, end)), end);
}

/** RUN-04: neither an entry nor a document to fall back to. */
export function settleNoEntry(end: SettleContext): SettledResult {
  return brokenPackage(runFailureTexts.noEntry(end.skill), end);
}

export function settleUnstartable(
  end: SettleContext & { readonly problem: string },
): SettledResult {
  return brokenPackage(runFailureTexts.unstartable(end.skill, detail(end.problem, end)), end);
}

/** CLI-07: what it needs is not installed; `failure.problem` is a sentence that says what to do. */
export function settleDependenciesMissing(
  end: SettleContext & { readonly failure: MissingDependencies },
): SettledResult {
  const { code, package: name, retryable, problem, errorOutput } = end.failure;
  return settleFailure(
    {
      error: runFailureTexts.dependenciesMissing(end.skill, detail(problem, end))[end.language],
      errorType: retryable ? 'transient' : 'config',
      nonRetriable: !retryable,
      facts: {
        dependencies: {
          code,
          package: name ?? null,
          retryable,
          stderr_tail: detail(errorOutput, end),
        },
      },
    },
    end,
  );
}

interface MissingDependencies {
  readonly code: string;
  readonly package?: string | undefined;
  /** Whether it can go by itself. */
  readonly retryable: boolean;
  readonly problem: string;
  readonly errorOutput: string;
}

/** CLK-03: the limit of a script's own process struck. */
export function settleProcessTimeout(
  end: SettleContext & { readonly seconds: number },
): SettledResult {
  return plain(runFailureTexts.processTimeout(end.skill, end.seconds), end);
}

/** CLI-01: recoverable, and names the key. */
export function settleArgumentTooLong(
  end: SettleContext & { readonly key: string; readonly limitBytes: number },
): SettledResult {
  const error = runFailureTexts.argumentTooLong(end.skill, end.key, end.limitBytes)[end.language];
  return settleFailure({ error, errorType: 'recoverable', needParam: end.key }, end);
}

/** CLI-01: the same for what can't be an argument for another reason; `problem` is a sentence that names the key. */
export function settleArgumentRefused(
  end: SettleContext & { readonly key: string; readonly problem: string },
): SettledResult {
  const error = runFailureTexts.argumentRefused(end.skill, detail(end.problem, end))[end.language];
  return settleFailure({ error, errorType: 'recoverable', needParam: end.key }, end);
}

/** ENV-13: no such skill is installed. Not `non_retriable`: what is not there can't be banned. */
export function settleUnknownSkill(end: SettleContext): SettledResult {
  return settleFailure(
    {
      error: unknownSkillText(end.skill),
      facts: { _hint: runFailureTexts.unknownHint()[end.language] },
    },
    end,
  );
}

/** RUN-10. */
export function settleKnowledgeNotExecutable(end: SettleContext): SettledResult {
  const error = runFailureTexts.knowledgeSkill(end.skill)[end.language];
  return settleFailure({ error, nonRetriable: true }, end);
}

/** DOC-03, RUN-09: a document or API skill on a line, or in an installation, that has no sub-agent for it. */
export function settleDocumentNotRunnable(
  end: SettleContext & {
    /** The package's kind, for the text. */
    readonly kind: string;
    readonly line: 'dialog' | 'chain' | 'schedule';
  },
): SettledResult {
  const text =
    end.line === 'dialog'
      ? runFailureTexts.noSubAgent(end.skill, end.kind)
      : runFailureTexts.documentNotRunnable(end.skill, end.kind);
  return settleFailure({ error: text[end.language], nonRetriable: true }, end);
}

/** A chain is a skill by name, but nothing in this installation runs chains. */
export function settleChainNotRunnable(end: SettleContext): SettledResult {
  const error = runFailureTexts.chainNotRunnable(end.skill)[end.language];
  return settleFailure({ error, nonRetriable: true }, end);
}

function plain(error: Text, context: SettleContext): SettledResult {
  return settleFailure({ error: error[context.language] }, context);
}

/** ENV-15: a fault of the deployment, which no argument can change. */
function brokenPackage(error: Text, context: SettleContext): SettledResult {
  return settleFailure(
    { error: error[context.language], errorType: 'config', nonRetriable: true },
    context,
  );
}

function detail(text: string, context: SettleContext): string {
  return boundText(text.trim(), DETAIL_CHARS, context.language);
}
