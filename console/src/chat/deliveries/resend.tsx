// Sends once more what did not arrive, or may not have: pressed twice, or again after a lost answer, it is one wish.

import { RedoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { deliveryTexts } from '#contract/texts/console-delivery-texts.ts';
import { isPassing } from '../../api/is-passing.ts';
import { newKey } from '../../api/new-key.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import type { Delivery } from '../state/deliveries.ts';

export interface ResendProps {
  readonly delivery: Delivery;
  /** Of what may come of it. */
  readonly describedBy: string | undefined;
}

/** The stream tells what became of it; where it says nothing, one may press again. */
const PATIENCE_MS = 8000;

export function Resend({ delivery, describedBy }: ResendProps): ReactNode {
  const { text } = useText();
  const { actions } = useConversationPlace();
  const key = useRef<string>(undefined);
  const [asked, setAsked] = useState<Delivery>();
  const [failure, setFailure] = useState<AppError>();
  // Until something of it has changed, it is being sent again.
  const isSending = asked === delivery;
  useEffect(() => {
    if (asked === undefined) return undefined;
    const timer = setTimeout(() => setAsked(undefined), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const resend = async (): Promise<void> => {
    setFailure(undefined);
    setAsked(delivery);
    key.current ??= newKey();
    try {
      await actions.resend(delivery.id, key.current);
      key.current = undefined;
    } catch (thrown) {
      if (!isPassing(thrown)) key.current = undefined;
      setAsked(undefined);
      setFailure(AppError.from(thrown));
    }
  };
  return (
    <>
      <Button
        size="small"
        icon={<RedoOutlined />}
        loading={isSending}
        aria-describedby={describedBy}
        onClick={() => void resend()}
      >
        {text(isSending ? deliveryTexts.resending() : deliveryTexts.resend())}
      </Button>
      {failure !== undefined && (
        <p className="qiao-delivery-why" data-bad role="alert">
          {text(deliveryTexts.notResent())} · {text(failure.text)}
        </p>
      )}
    </>
  );
}
