// What a call does in the background, below its line: a way to cancel it, and why it came to its end.

import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { backgroundViewTexts } from '#contract/texts/console-delivery-texts.ts';
import { useConfirm } from '../../shell/use-confirm.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { isBackgroundOpen } from '../state/background-calls.ts';
import type { Call } from '../state/turn-state.ts';

export interface CallBackgroundProps {
  readonly call: Call;
  readonly turnId: string;
}

export function CancelBackground({ call, turnId }: CallBackgroundProps): ReactNode {
  const { text } = useText();
  const { actions } = useConversationPlace();
  const confirm = useConfirm();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  if (!isBackgroundOpen(call)) return null;
  const isCancelling = isAsking || call.background?.isCancelling === true;
  const cancel = async (): Promise<void> => {
    setAsking(true);
    setFailure(undefined);
    try {
      await actions.cancelBackground(turnId, call);
    } catch (thrown) {
      setFailure(AppError.from(thrown));
    }
    setAsking(false);
  };
  return (
    <>
      {failure !== undefined && (
        <span className="qiao-bad" role="alert">
          {text(failure.text)}
        </span>
      )}
      <Button
        size="small"
        disabled={isCancelling}
        aria-label={text(backgroundViewTexts.cancelOf(call.tool))}
        onClick={() =>
          confirm({
            title: backgroundViewTexts.cancelTitle(call.tool),
            content: backgroundViewTexts.cancelWarning(),
            action: backgroundViewTexts.cancelRun(),
            keep: backgroundViewTexts.keepRun(),
            isDangerous: true,
            act: () => void cancel(),
          })
        }
      >
        {text(isCancelling ? backgroundViewTexts.cancelling() : backgroundViewTexts.cancel())}
      </Button>
    </>
  );
}

/** Nothing where all is well, or where it still runs. */
export function BackgroundReason({
  call: { background },
}: Pick<CallBackgroundProps, 'call'>): ReactNode {
  if (background === undefined || background.reason.trim() === '') return null;
  return (
    <p className="qiao-call-reason" data-state={background.state} dir="auto">
      {background.reason}
    </p>
  );
}
