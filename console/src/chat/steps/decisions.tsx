// What each stage of a run decided and why, and what the skill printed.

import type { ReactNode } from 'react';
import type { RunBody } from '#contract/api/run-routes.ts';
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { LongText } from '../markdown/long-code.tsx';

export function Decisions({ run }: { readonly run: RunBody | undefined }): ReactNode {
  const { text } = useText();
  if (run === undefined) return <p className="q-faint">{text(stepTexts.noDecisions())}</p>;
  return (
    <>
      <ol className="qiao-decisions">
        {run.decisions.map(({ stage, rule, note }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a record does not change
          <li key={index}>
            <span className="qiao-stage">{text(stepTexts.stage(stage))}</span>
            <span dir="auto">{note}</span>
            <code>{rule}</code>
          </li>
        ))}
      </ol>
      {run.log.trim() !== '' && (
        <details>
          <summary>{text(stepTexts.log())}</summary>
          <div className="qiao-json">
            <LongText text={run.log} />
          </div>
        </details>
      )}
    </>
  );
}
