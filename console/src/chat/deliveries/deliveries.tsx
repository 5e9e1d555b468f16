// Where an answer stands on the channel that it is sent to: one quiet line when all is well, and what can be done when not.

import './deliveries.css';
import {
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import { useId, useState, type ComponentType, type ReactNode } from 'react';
import { deliveryTexts } from '#contract/texts/console-delivery-texts.ts';
import { channelName } from '../../conversations/channel-name.ts';
import { useText } from '../../text/use-text.ts';
import { sumOf, type Delivery, type DeliverySum } from '../state/deliveries.ts';
import { DeliveryParts } from './delivery-parts.tsx';
import { Resend } from './resend.tsx';

const ICONS: Readonly<Record<DeliverySum, ComponentType>> = {
  sent: CheckOutlined,
  'under-way': ClockCircleOutlined,
  failed: CloseCircleOutlined,
  unknown: QuestionCircleOutlined,
};

/** Nothing where nothing is sent. */
export function Deliveries({
  deliveries,
}: {
  readonly deliveries: readonly Delivery[];
}): ReactNode {
  const { text } = useText();
  if (deliveries.length === 0) return null;
  return (
    <div className="qiao-deliveries" role="group" aria-label={text(deliveryTexts.deliveries())}>
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} />
      ))}
    </div>
  );
}

function DeliveryItem({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { text } = useText();
  const [isOpen, setOpen] = useState(false);
  const warning = useId();
  const sum = sumOf(delivery);
  const { parts } = delivery;
  const Icon = ICONS[sum];
  const isToBeResent = sum === 'failed' || sum === 'unknown';
  const isInDoubt = parts.some(({ state }) => state === 'unknown');
  return (
    <div className="qiao-delivery" data-state={sum}>
      <div className="qiao-delivery-head">
        <button
          type="button"
          className="qiao-line"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon />
          <span className="qiao-line-state">
            {text(deliveryTexts.sum(sum, text(channelName(delivery.channel))))}
          </span>
          <Facts delivery={delivery} sum={sum} />
        </button>
        {isToBeResent && (
          <Resend delivery={delivery} describedBy={isInDoubt ? warning : undefined} />
        )}
      </div>
      {isToBeResent && !isOpen && <Why delivery={delivery} sum={sum} />}
      {isInDoubt && (
        <p id={warning} className="qiao-delivery-why">
          {text(deliveryTexts.mayComeTwice())}
        </p>
      )}
      {isOpen && <DeliveryParts delivery={delivery} />}
    </div>
  );
}

interface SummedProps {
  readonly delivery: Delivery;
  readonly sum: DeliverySum;
}

/** How many of how many, and whether one may be there twice. */
function Facts({ delivery: { parts }, sum }: SummedProps): ReactNode {
  const { text } = useText();
  const count = parts.filter(({ state }) => state === sum).length;
  const isSome = (sum === 'failed' || sum === 'unknown') && parts.length > 1;
  return (
    <>
      {isSome && (
        <span className="qiao-line-facts">{text(deliveryTexts.someOf(count, parts.length))}</span>
      )}
      {!isSome && parts.length > 1 && (
        <span className="qiao-line-facts">{text(deliveryTexts.parts(parts.length))}</span>
      )}
      {parts.some((part) => part.isPerhapsDuplicate) && (
        <span className="qiao-delivery-doubt">{text(deliveryTexts.perhapsDuplicate())}</span>
      )}
    </>
  );
}

/** The reasons of what was not sent, each once. */
function Why({ delivery: { parts }, sum }: SummedProps): ReactNode {
  const reasons = parts.flatMap(({ state, error }) =>
    state === sum && error !== undefined ? [error] : [],
  );
  return [...new Set(reasons)].map((reason) => (
    <p
      key={reason}
      className="qiao-delivery-why"
      data-bad={sum === 'failed' || undefined}
      dir="auto"
    >
      {reason}
    </p>
  ));
}
