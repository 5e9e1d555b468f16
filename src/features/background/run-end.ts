// What becomes of a run: from how it came out to its end, the call's result and what is pushed (ASY-04). Pure.

import { join } from 'node:path';
import { cutText } from '#base/cut-text.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { backgroundTexts } from '#contract/texts/background-texts.ts';
import type { KeptFile } from '#features/artifacts/index.ts';
import {
  composeReply,
  displayBlockOf,
  LONGEST_TOLD,
  settleFailure,
  TOLD_KEYS,
  type SettledResult,
} from '#features/results/index.ts';
import type { EndedRun } from './end-run.ts';

interface AboutRun {
  readonly skill: string;
  readonly language: Language;
  readonly channel: string;
}

/** The files that are sent along, and what is said of them by itself. */
export interface RunFilesTold {
  readonly files: readonly KeptFile[];
  readonly notices: readonly string[];
}

/** As the skill gave it back: a part of it may have been moved out of the model's way since. */
export function endOfResult(
  run: AboutRun,
  { envelope, raw, verdict }: SettledResult,
  { files, notices }: RunFilesTold,
): EndedRun {
  const { skill, language } = run;
  if (verdict.status === 'failed') {
    const reason = verdict.reason ?? '';
    const text = backgroundTexts.failed(skill, reason)[language];
    return {
      state: 'failed',
      reason,
      call: { state: 'failed', result: envelope },
      push: { text, files: [], language },
    };
  }
  return {
    state: 'done',
    reason: '',
    call: { state: verdict.status, result: envelope },
    push: { text: pushedText(run, raw, { files, notices }), files, language },
  };
}

/** A failure that the platform tells itself. */
export function endOfFault({ skill, language }: AboutRun, why: Text): EndedRun {
  const reason = why[language];
  return {
    state: 'failed',
    reason,
    call: { state: 'failed', result: failureOf(skill, reason, language) },
    push: { text: backgroundTexts.failed(skill, reason)[language], files: [], language },
  };
}

export function endOfCancel(
  { skill, language }: Pick<AboutRun, 'skill' | 'language'>,
  why: Text,
): EndedRun {
  const reason = why[language];
  return {
    state: 'cancelled',
    reason,
    call: { state: 'aborted', result: failureOf(skill, reason, language) },
  };
}

function failureOf(skill: string, error: string, language: Language): JsonObject {
  return settleFailure({ error, nonRetriable: true }, { skill, language }).envelope;
}

/** Media say it all, but for the skill's own message. */
function pushedText(
  { skill, language, channel }: AboutRun,
  raw: JsonObject,
  { files, notices }: RunFilesTold,
): string {
  const hasMedia = files.length > 0;
  const own = (hasMedia ? ['message'] : TOLD_KEYS)
    .map((key) => raw[key])
    .find((value) => typeof value === 'string' && value.trim() !== '');
  const isLonger = typeof own === 'string' && own.length > LONGEST_TOLD;
  const instead = hasMedia ? '' : backgroundTexts.done(skill)[language];
  const block = displayBlockOf(raw);
  return composeReply({
    text: typeof own === 'string' ? cutText(own, LONGEST_TOLD) : instead,
    notices: isLonger ? [backgroundTexts.cutShort(LONGEST_TOLD)[language], ...notices] : notices,
    blocks: block === undefined ? [] : [block],
    // DSP-01: a conversation that was delegated by an organisation is one of the page's.
    isRichChannel: channel === 'web' || channel === 'web_admin',
  });
}

/** ASY-04: a lone `filename` lies in the workspace. */
export function withLocalPath(envelope: JsonObject, workspace: string): JsonObject {
  const { filename, local_path: path } = envelope;
  const isLone = typeof filename === 'string' && filename !== '' && (path ?? '') === '';
  return isLone ? { ...envelope, local_path: join(workspace, filename) } : envelope;
}
