// The messages that an answer was sent as: what each is, how it stands, how often it was tried, and when it arrived.

import type { ReactNode } from 'react';
import { deliveryTexts } from '#contract/texts/console-delivery-texts.ts';
import { LOCALES } from '../../text/locale.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import type { Delivery, DeliveryPart } from '../state/deliveries.ts';

export function DeliveryParts({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { text } = useText();
  const { sessionId } = useConversationPlace();
  const { target, parts } = delivery;
  return (
    <div className="qiao-details">
      {/* A channel of the platform's own calls it by the conversation. */}
      {target !== undefined && target !== sessionId && (
        <p>
          {text(deliveryTexts.target())} <bdi>{target}</bdi>
        </p>
      )}
      <ol className="qiao-delivery-parts">
        {parts.map((part) => (
          <Part key={part.index} part={part} />
        ))}
      </ol>
    </div>
  );
}

function Part({ part }: { readonly part: DeliveryPart }): ReactNode {
  const { text, language } = useText();
  const { index, kind, state, attempts, error, isPerhapsDuplicate, sentAt } = part;
  return (
    <li data-state={state}>
      <span>
        {index + 1} · {text(deliveryTexts[kind ?? 'message']())}
      </span>
      <span className="qiao-line-state">{text(deliveryTexts[state]())}</span>
      <span className="qiao-line-facts">
        {sentAt !== undefined && (
          <time dateTime={sentAt}>
            {new Intl.DateTimeFormat(LOCALES[language], {
              dateStyle: 'short',
              timeStyle: 'medium',
            }).format(new Date(sentAt))}
          </time>
        )}
        {attempts > 0 && ` ${text(deliveryTexts.tries(attempts))}`}
        {isPerhapsDuplicate && ` · ${text(deliveryTexts.perhapsDuplicate())}`}
      </span>
      {error !== undefined && state !== 'sent' && (
        <span className="qiao-delivery-error" dir="auto">
          {error}
        </span>
      )}
    </li>
  );
}
