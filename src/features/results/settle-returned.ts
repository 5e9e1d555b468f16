// The one path of every result: from what a skill gave back to the envelope, the verdict and the reasons for both.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { USE_ANOTHER_SKILL } from '#contract/literal-texts.ts';
import { resultNotes, resultTexts } from '#contract/texts/result-texts.ts';
import { boundText, REASON_CHARS } from './bound-text.ts';
import { configurationMark, withoutGuidance } from './configuration-error.ts';
import { correctionHint, recoverableBy } from './correction.ts';
import { failureEnvelope, type Failure } from './failure-envelope.ts';
import {
  reasonText,
  reportedFailure,
  statedReason,
  type ReportedFailure,
} from './failure-reason.ts';
import { partialEvidence } from './partial-status.ts';
import type { SettledResult } from './verdict.ts';

export interface SettleContext {
  /** The skill's name, as the model knows it. */
  readonly skill: string;
  /** Of the texts that the platform fills in. */
  readonly language: Language;
}

/**
 * Settles what a skill returned (ENV-01 … ENV-09, ENV-14). `value` is JSON-safe, undefined where there was
 * no return; it is never changed. The envelope is the skill's object plus the platform's fields: `error` where
 * the skill's says nothing, and `_hint`.
 */
export function settleReturned(
  returned: SettleContext & { readonly value: JsonValue | undefined },
): SettledResult {
  return settle(returned.value, { ...returned, isOwnText: false });
}

/**
 * For every failure that the platform reports itself and no other `settle…` names: an invalid argument, a cycle.
 * ENV-09 is about what skills write: our 「401 s」 is no matter of configuration.
 */
export function settleFailure(failure: Failure, context: SettleContext): SettledResult {
  return settle(failureEnvelope(failure), { ...context, isOwnText: true });
}

interface Settling extends SettleContext {
  /** The platform wrote the texts, not a skill. */
  readonly isOwnText: boolean;
}

function settle(value: JsonValue | undefined, context: Settling): SettledResult {
  const notes = createNotes(context.language);
  const raw = wrapped(value, notes);
  noteCode(raw, notes);
  const failure = reportedFailure(raw);
  const settled =
    failure === undefined
      ? settleSuccess(raw, notes)
      : settleFailed({ raw, failure, notes, context });
  return { ...settled, raw, decisions: notes.taken };
}

interface Notes {
  readonly taken: readonly Decision[];
  add(rule: string, note: Text): void;
}

function createNotes(language: Language): Notes {
  const taken: Decision[] = [];
  return {
    taken,
    add: (rule, note) => {
      taken.push({ stage: 'normalise', rule, note: note[language] });
    },
  };
}

function wrapped(value: JsonValue | undefined, notes: Notes): JsonObject {
  if (isJsonObject(value)) return value;
  notes.add('ENV-14', resultNotes.wrapped(kindOf(value)));
  return { ok: true, result: value ?? null };
}

function kindOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function noteCode(raw: JsonObject, notes: Notes): void {
  const code = raw['code'];
  const isNumeric =
    typeof code === 'number' || (typeof code === 'string' && /^-?\d{1,9}$/.test(code.trim()));
  if (isNumeric && ![0, 200].includes(Number(code)))
    notes.add('ENV-08', resultNotes.codeIgnored(String(code)));
}

type Settled = Pick<SettledResult, 'envelope' | 'verdict'>;

function settleSuccess(raw: JsonObject, notes: Notes): Settled {
  if (reasonText(raw['error']) !== undefined) notes.add('ENV-02', resultNotes.errorWithoutFalse());
  const partial = partialEvidence(raw);
  if (partial !== undefined) notes.add('ENV-07', resultNotes.partial(partial));
  const status = partial === undefined ? 'done' : 'partial';
  return { envelope: raw, verdict: { status, isRecoverable: false, bansSkill: false } };
}

function settleFailed(parts: {
  readonly raw: JsonObject;
  readonly failure: ReportedFailure;
  readonly notes: Notes;
  readonly context: Settling;
}): Settled {
  const { raw, failure, notes, context } = parts;
  notes.add('ENV-02', resultNotes.failed(failure.flags.join(' & ')));
  const mark = context.isOwnText
    ? undefined
    : configurationMark(raw, statedReason(raw, failure.order));
  if (mark !== undefined) notes.add('ENV-09', resultNotes.configuration(mark.marker, mark.field));
  const shown = mark === undefined ? raw : withoutGuidance(raw);
  const reason = reasonOf(shown, parts);
  const recoverable = recoverableBy(raw);
  const bansSkill = recoverable === undefined && raw['non_retriable'] === true;
  if (recoverable !== undefined) notes.add('ENV-05', resultNotes.recoverable(recoverable));
  if (raw['non_retriable'] === true)
    notes.add('ENV-06', bansSkill ? resultNotes.banned() : resultNotes.banIgnored());
  const hint = hintOf(shown, {
    isConfiguration: mark !== undefined,
    isRecoverable: recoverable !== undefined,
    language: context.language,
  });
  return {
    envelope: {
      ...shown,
      ...(reasonText(shown['error']) === undefined && { error: reason }),
      ...(hint !== undefined && { _hint: hint }),
    },
    verdict: { status: 'failed', reason, isRecoverable: recoverable !== undefined, bansSkill },
  };
}

function reasonOf(
  shown: JsonObject,
  {
    failure,
    notes,
    context,
  }: {
    readonly failure: ReportedFailure;
    readonly notes: Notes;
    readonly context: SettleContext;
  },
): string {
  const stated = statedReason(shown, failure.order);
  notes.add(
    'ENV-03',
    stated === undefined
      ? resultNotes.reasonFilledIn(failure.order)
      : resultNotes.reasonFrom(stated.field),
  );
  const text = stated?.text ?? resultTexts.noReason(context.skill)[context.language];
  return boundText(text, REASON_CHARS, context.language);
}

function hintOf(
  shown: JsonObject,
  is: {
    readonly isConfiguration: boolean;
    readonly isRecoverable: boolean;
    readonly language: Language;
  },
): string | undefined {
  if (!is.isRecoverable) return is.isConfiguration ? USE_ANOTHER_SKILL : undefined;
  const correct = correctionHint(shown, is.language);
  // A skill that names what to correct is believed, also where its text mentions a key.
  return is.isConfiguration
    ? `${correct}${resultTexts.hintOtherwise(USE_ANOTHER_SKILL)[is.language]}`
    : correct;
}
