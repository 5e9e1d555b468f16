// All that is known of one call: arguments, result, why it came out so, and what each stage decided.

import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { isJsonObject, type JsonValue } from '#base/json.ts';
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { isBackgroundOpen } from '../state/background-calls.ts';
import { isCallOver, type Call } from '../state/turn-state.ts';
import { Decisions } from './decisions.tsx';
import { JsonView } from './json-view.tsx';
import { useRun } from './use-runs.ts';

export interface CallDetailsProps {
  readonly call: Call;
  readonly runId: string | undefined;
}

export function CallDetails({ call, runId }: CallDetailsProps): ReactNode {
  const { text } = useText();
  const { run, isLoading, error, retry } = useRun(runId);
  const hasArguments = call.arguments !== undefined && Object.keys(call.arguments).length > 0;
  return (
    <div className="qiao-details">
      <Reason call={call} />
      <div className="qiao-details-head">{text(stepTexts.arguments())}</div>
      {hasArguments ? (
        <JsonView value={call.arguments} name={`${call.tool}-arguments`} />
      ) : (
        <p className="q-faint">{text(stepTexts.noArguments())}</p>
      )}
      {call.state !== 'refused' && (
        <>
          <div className="qiao-details-head">{text(stepTexts.result())}</div>
          {call.result === undefined || isBackgroundOpen(call) ? (
            <p className="q-faint">{text(stepTexts.noResult())}</p>
          ) : (
            <JsonView value={call.result} name={`${call.tool}-result`} />
          )}
        </>
      )}
      {isCallOver(call) && call.state !== 'refused' && (
        <>
          <div className="qiao-details-head">{text(stepTexts.decisions())}</div>
          {isLoading && <Spin size="small" />}
          {error !== null && <Problem error={error} onRetry={retry} />}
          {!isLoading && error === null && <Decisions run={run} />}
        </>
      )}
    </div>
  );
}

/** Of what did not go as it should, the reason comes first. */
function Reason({ call }: { readonly call: Call }): ReactNode {
  const { text } = useText();
  switch (call.state) {
    case 'failed':
      return (
        <Told title={text(stepTexts.reason())} words={wordsOf(call.result, FAILURE_FIELDS)} isBad />
      );
    case 'refused':
      return <Told title={text(stepTexts.reason())} words={told(call.refusal)} isBad />;
    case 'aborted':
      return (
        <Told
          title={text(stepTexts.reason())}
          words={[...wordsOf(call.result, FAILURE_FIELDS), ...told(call.refusal)].slice(0, 1)}
          isBad
        />
      );
    case 'partial': {
      const words = wordsOf(call.result, MISSING_FIELDS);
      const plain = [text(stepTexts.partialPlain())];
      return <Told title={text(stepTexts.missing())} words={words.length === 0 ? plain : words} />;
    }
    default:
      return null;
  }
}

/** What is written for people comes first. */
const FAILURE_FIELDS = ['user_message', 'error', 'msg', 'stderr'] as const;
const MISSING_FIELDS = ['warning', 'missing', 'errors', 'failed', 'skipped'] as const;
/** Written for the model: told where nothing else is. */
const HINT = ['_hint'] as const;

function told(words: string | undefined): readonly string[] {
  return words === undefined ? [] : [words];
}

interface ToldProps {
  readonly title: string;
  readonly words: readonly string[];
  readonly isBad?: boolean;
}

function Told({ title, words, isBad = false }: ToldProps): ReactNode {
  if (words.length === 0) return null;
  return (
    <>
      <div className="qiao-details-head">{title}</div>
      {words.map((each) => (
        <p key={each} className={isBad ? 'qiao-bad' : 'qiao-warn'} dir="auto">
          {each}
        </p>
      ))}
    </>
  );
}

function wordsOf(result: JsonValue | undefined, fields: readonly string[]): readonly string[] {
  const words = wordsIn(result, fields);
  return words.length === 0 ? wordsIn(result, HINT) : words;
}

/** What stands in the fields, each once. */
function wordsIn(result: JsonValue | undefined, fields: readonly string[]): readonly string[] {
  if (!isJsonObject(result)) return [];
  const words = fields.flatMap((field) => {
    const value = result[field];
    if (typeof value === 'string') return value.trim() === '' ? [] : [value];
    if (value === undefined || value === null || typeof value === 'boolean') return [];
    return [`${field}: ${JSON.stringify(value)}`];
  });
  return [...new Set(words)];
}
