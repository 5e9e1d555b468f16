// ENV-12, ENV-16: settles an exception that a skill let out, after its last run.

import { cutText } from '#base/cut-text.ts';
import { resultNotes } from '#contract/texts/result-texts.ts';
import { runFailureTexts } from '#contract/texts/run-failure-texts.ts';
import { classifyException, type ExceptionKind } from './exception-kind.ts';
import { exceptionText } from './exception-text.ts';
import { failureEnvelope, type Failure } from './failure-envelope.ts';
import { settleReturned, type SettleContext } from './settle-returned.ts';
import type { SkillException } from './skill-exception.ts';
import type { SettledResult } from './verdict.ts';

const NOTED_CHARS = 80;

export interface RaisedResult extends SettleContext {
  readonly exception: SkillException;
  /** How often the skill was run for this call, 1 or more. */
  readonly attempts: number;
  /** The package's `idempotent`; undefined where it declares none. */
  readonly isIdempotent: boolean | undefined;
}

export function settleRaised(raised: RaisedResult): SettledResult {
  const kind = classifyException(raised.exception);
  const settled = settleReturned({ ...raised, value: failureEnvelope(failureOf(raised, kind)) });
  const note = resultNotes.exception(cutText(raised.exception.name, NOTED_CHARS), kind)[
    raised.language
  ];
  const decision = { stage: 'normalise', rule: 'ENV-12', note } as const;
  return { ...settled, decisions: [decision, ...settled.decisions] };
}

function failureOf(raised: RaisedResult, kind: ExceptionKind): Failure {
  const { skill, language, attempts } = raised;
  const what = exceptionText(raised.exception, language);
  if (kind === 'structure')
    return { error: runFailureTexts.structure(skill, what)[language], nonRetriable: true };
  if (kind === 'transient') {
    const told =
      raised.isIdempotent === false
        ? runFailureTexts.mayHaveHappened(skill, what)
        : runFailureTexts.transient(skill, what, attempts);
    return { error: told[language], errorType: 'transient', facts: { attempts } };
  }
  if (raised.exception.code === 'ERR_ACCESS_DENIED')
    return { error: runFailureTexts.accessDenied(skill, what)[language] };
  // A missing module is a fault of the deployment: no other argument brings it (ENV-15).
  return isMissingModule(raised.exception)
    ? {
        error: runFailureTexts.missingModule(skill, what)[language],
        errorType: 'config',
        nonRetriable: true,
      }
    : { error: runFailureTexts.raised(skill, what)[language] };
}

function isMissingModule(exception: SkillException): boolean {
  return (
    exception.classes.some((name) => /(^|\.)ModuleNotFoundError$/.test(name)) ||
    exception.code === 'ERR_MODULE_NOT_FOUND' ||
    exception.code === 'MODULE_NOT_FOUND'
  );
}
