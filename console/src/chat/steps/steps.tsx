// What was done on the way to an answer, in order; many calls are grouped and unfold a part at a time.

import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Fragment, memo, useState, type ReactNode } from 'react';
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { isUnderWay } from '../state/background-calls.ts';
import type { Call, TurnState } from '../state/turn-state.ts';
import { CallLine } from './call-line.tsx';

/** Beyond it they are grouped. */
const MOST_LINES = 12;
const PART_LINES = 50;

export const Steps = memo(function Steps({ turn }: { readonly turn: TurnState }): ReactNode {
  const { calls, id } = turn;
  if (calls.length === 0) return null;
  const Lines = calls.length > MOST_LINES ? GroupedSteps : StepLines;
  return <Lines calls={calls} turnId={id} />;
}, areSameSteps);

/** Text that streams changes the turn, not its calls. */
function areSameSteps(
  { turn: before }: { readonly turn: TurnState },
  { turn: after }: { readonly turn: TurnState },
): boolean {
  return before.calls === after.calls && before.id === after.id;
}

interface StepsProps {
  readonly calls: readonly Call[];
  readonly turnId: string;
}

function StepLines({ calls, turnId }: StepsProps): ReactNode {
  return (
    <ul className="qiao-steps">
      {calls.map((call) => (
        <Fragment key={call.id}>
          {call.said !== undefined && call.said.trim() !== '' && (
            <li className="qiao-step-said">
              <Markdown text={call.said} />
            </li>
          )}
          <li>
            <CallLine call={call} turnId={turnId} />
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

function GroupedSteps({ calls, turnId }: StepsProps): ReactNode {
  const { text } = useText();
  const [shown, setShown] = useState(0);
  const running = calls.filter(isUnderWay);
  const isOpen = shown > 0;
  const rest = calls.length - shown;
  return (
    <div className="qiao-group">
      <button
        type="button"
        className="qiao-line"
        aria-expanded={isOpen}
        onClick={() => setShown(isOpen ? 0 : PART_LINES)}
      >
        {isOpen ? <DownOutlined /> : <RightOutlined />}
        <strong>{text(stepTexts.steps(calls.length))}</strong>
        <span className="qiao-line-facts">{text(tallyOf(calls))}</span>
        {running.length > 0 && <span>{text(stepTexts.runningNow(running.length))}</span>}
      </button>
      {isOpen ? (
        <StepLines calls={calls.slice(0, shown)} turnId={turnId} />
      ) : (
        // Of what is folded away, what happens just now is seen all the same.
        running.length > 0 && <StepLines calls={running.slice(-3)} turnId={turnId} />
      )}
      {isOpen && rest > 0 && (
        <Button size="small" type="link" onClick={() => setShown(shown + PART_LINES)}>
          {text(stepTexts.showMore(Math.min(rest, PART_LINES)))}
        </Button>
      )}
    </div>
  );
}

function tallyOf(calls: readonly Call[]): ReturnType<typeof stepTexts.tally> {
  const over = calls.filter((call) => !isUnderWay(call));
  const done = over.filter(({ state }) => state === 'done' || state === 'partial').length;
  return stepTexts.tally(done, over.length - done);
}
