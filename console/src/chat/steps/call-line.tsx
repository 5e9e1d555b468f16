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
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { isCallOver, type Call, type CallProgress, type CallState } from '../state/turn-state.ts';
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
  const { state, progress, durationMs } = call;
  const Icon = ICONS[state];
  const reruns = (run?.attempts ?? 1) - 1;
  return (
    <div className="qiao-call" data-state={state}>
      <button
        type="button"
        className="qiao-line"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon />
        <bdi className="qiao-line-name">{call.tool}</bdi>
        <span className="qiao-line-state">{text(stepTexts[state]())}</span>
        {durationMs !== undefined && (
          <span className="qiao-line-facts">{durationText(durationMs)}</span>
        )}
        {reruns > 0 && <span className="qiao-line-facts">{text(stepTexts.reruns(reruns))}</span>}
        {!isCallOver(call) && progress !== undefined && <ProgressWords progress={progress} />}
      </button>
      <ProgressBar call={call} />
      {isOpen && (
        <Suspense fallback={null}>
          <CallDetails call={call} runId={run?.id} />
        </Suspense>
      )}
    </div>
  );
});

function ProgressWords({ progress }: { readonly progress: CallProgress }): ReactNode {
  const { text } = useText();
  const { fraction, text: words } = progress;
  return (
    <span className="qiao-line-facts qiao-line-progress" dir="auto">
      {fraction !== undefined && `${text(stepTexts.percent(fraction))} `}
      {cutText(words, MOST_PROGRESS_CHARS)}
    </span>
  );
}

function ProgressBar({ call }: { readonly call: Call }): ReactNode {
  const fraction = call.progress?.fraction;
  if (isCallOver(call) || fraction === undefined) return null;
  return <progress className="qiao-progress" value={fraction} max={1} aria-label={call.tool} />;
}
