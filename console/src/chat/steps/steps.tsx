// What was done on the way to an answer, in order; many calls are grouped and unfold a part at a time.

import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useMemo, useState, type ReactNode } from 'react';
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { Markdown } from '../markdown/markdown.tsx';
import {
  isCall,
  isCallOver,
  type CallStep,
  type Step,
  type TurnState,
} from '../state/turn-state.ts';
import { CallLine } from './call-line.tsx';

/** Beyond it they are grouped. */
const MOST_LINES = 12;
const PART_LINES = 50;

export const Steps = memo(function Steps({ turn }: { readonly turn: TurnState }): ReactNode {
  const { steps, id } = turn;
  const calls = useMemo(() => steps.filter(isCall), [steps]);
  if (steps.length === 0) return null;
  const Lines = steps.length > MOST_LINES ? GroupedSteps : StepLines;
  return <Lines steps={steps} calls={calls} turnId={id} />;
}, areSameSteps);

/** Text that streams changes the turn, not its steps. */
function areSameSteps(
  { turn: before }: { readonly turn: TurnState },
  { turn: after }: { readonly turn: TurnState },
): boolean {
  return before.steps === after.steps && before.id === after.id;
}

interface StepsProps {
  readonly steps: readonly Step[];
  /** All of the turn's, also where `steps` is a part of them. */
  readonly calls: readonly CallStep[];
  readonly turnId: string;
}

function StepLines({ steps, calls, turnId }: StepsProps): ReactNode {
  return (
    <ul className="qiao-steps">
      {steps.map((step, index) =>
        step.kind === 'call' ? (
          <li key={step.id}>
            <CallLine call={step} calls={calls} turnId={turnId} />
          </li>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- what was said has no name
          <li key={`said ${index}`} className="qiao-step-said">
            <Markdown text={step.text} />
          </li>
        ),
      )}
    </ul>
  );
}

function GroupedSteps({ steps, calls, turnId }: StepsProps): ReactNode {
  const { text } = useText();
  const [shown, setShown] = useState(0);
  const running = calls.filter((call) => !isCallOver(call));
  const isOpen = shown > 0;
  const rest = steps.length - shown;
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
        <StepLines steps={steps.slice(0, shown)} calls={calls} turnId={turnId} />
      ) : (
        // Of what is folded away, what happens just now is seen all the same.
        running.length > 0 && <StepLines steps={running.slice(-3)} calls={calls} turnId={turnId} />
      )}
      {isOpen && rest > 0 && (
        <Button size="small" type="link" onClick={() => setShown(shown + PART_LINES)}>
          {text(stepTexts.showMore(Math.min(rest, PART_LINES)))}
        </Button>
      )}
    </div>
  );
}

function tallyOf(calls: readonly CallStep[]): ReturnType<typeof stepTexts.tally> {
  const done = calls.filter(({ state }) => state === 'done' || state === 'partial').length;
  return stepTexts.tally(done, calls.filter(isCallOver).length - done);
}
