// One call on one line: what, how it stands, how long; it unfolds to all that is known of it.

import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DisconnectOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
  StopOutlined,
} from '@ant-design/icons';
import { lazy, memo, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { cutText } from '#base/cut-text.ts';
import type { Text } from '#base/text.ts';
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { backgroundViewTexts } from '#contract/texts/console-delivery-texts.ts';
import { useText } from '../../text/use-text.ts';
import { isBackgroundOpen, isUnderWay } from '../state/background-calls.ts';
import type { Call, CallProgress, CallState } from '../state/turn-state.ts';
import { BackgroundReason, CancelBackground } from './call-background.tsx';
import { durationText } from './duration-text.ts';
import { useRunOfCall } from './use-runs.ts';

const CallDetails = lazy(async () => ({
  default: (await import('./call-details.tsx')).CallDetails,
}));

export interface CallLineProps {
  readonly call: Call;
  readonly turnId: string;
}

const MOST_PROGRESS_CHARS = 200;

const ICONS: Readonly<Record<CallState, ComponentType>> = {
  open: ClockCircleOutlined,
  running: LoadingOutlined,
  done: CheckCircleOutlined,
  partial: ExclamationCircleOutlined,
  failed: CloseCircleOutlined,
  refused: StopOutlined,
  aborted: DisconnectOutlined,
};

export const CallLine = memo(function CallLine({ call, turnId }: CallLineProps): ReactNode {
  const { text } = useText();
  const [isOpen, setOpen] = useState(false);
  const run = useRunOfCall(call.id, turnId);
  const { progress, durationMs, background } = call;
  const state = shownState(call);
  const Icon = ICONS[state];
  const reruns = (run?.attempts ?? 1) - 1;
  return (
    <div className="qiao-call" data-state={state}>
      <div className="qiao-call-head">
        <button
          type="button"
          className="qiao-line"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon />
          <bdi className="qiao-line-name">{call.tool}</bdi>
          <span className="qiao-line-state">{text(stateTextOf(call))}</span>
          {durationMs !== undefined && background === undefined && (
            <span className="qiao-line-facts">{durationText(durationMs)}</span>
          )}
          {reruns > 0 && <span className="qiao-line-facts">{text(stepTexts.reruns(reruns))}</span>}
          {isUnderWay(call) && <ProgressWords progress={background ?? progress} />}
        </button>
        <CancelBackground call={call} turnId={turnId} />
      </div>
      <ProgressBar call={call} />
      <BackgroundReason call={call} />
      {isOpen && (
        <Suspense fallback={null}>
          <CallDetails call={call} runId={run?.id} />
        </Suspense>
      )}
    </div>
  );
});

/** One that goes on in the background runs, whatever stands in for its result. */
function shownState(call: Call): CallState {
  return isBackgroundOpen(call) ? 'running' : call.state;
}

function stateTextOf({ state, background }: Call): Text {
  switch (background?.state) {
    case 'queued':
    case 'running':
      return backgroundViewTexts.goesOn();
    case 'cancelled':
      return backgroundViewTexts.cancelled();
    default:
      return stepTexts[state]();
  }
}

function ProgressWords({ progress }: { readonly progress: CallProgress | undefined }): ReactNode {
  const { text } = useText();
  if (progress === undefined) return null;
  const { fraction, text: words } = progress;
  return (
    <span className="qiao-line-facts qiao-line-progress" dir="auto">
      {fraction !== undefined && `${text(stepTexts.percent(fraction))} `}
      {cutText(words, MOST_PROGRESS_CHARS)}
    </span>
  );
}

/** Of what goes on in the background it is there also where nobody knows how far it is. */
function ProgressBar({ call }: { readonly call: Call }): ReactNode {
  if (!isUnderWay(call)) return null;
  const { fraction } = call.background ?? call.progress ?? {};
  if (fraction !== undefined)
    return <progress className="qiao-progress" value={fraction} max={1} aria-label={call.tool} />;
  return isBackgroundOpen(call) ? (
    <progress className="qiao-progress" aria-label={call.tool} />
  ) : null;
}
