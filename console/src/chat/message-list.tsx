// The messages of a conversation: the latest in view for as long as one stays below, earlier ones as one goes up.

import { ArrowDownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useRef, type ReactNode } from 'react';
import { chatViewTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../text/use-text.ts';
import { useConversationPlace } from './conversation-context.ts';
import { EmptyConversation } from './empty-conversation.tsx';
import { OlderMessages } from './older-messages.tsx';
import { OutgoingItem } from './outgoing-item.tsx';
import { shownOutgoing } from './state/conversation-state.ts';
import { TurnItem } from './turn/turn-item.tsx';
import { useConversationState } from './use-conversation-state.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

export function MessageList(): ReactNode {
  const { text } = useText();
  const { store } = useConversationPlace();
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtBottom, hasNew, toBottom } = useStickToBottom({ store, scroller, content });
  const isBusy = useConversationState(store, (state) => state.isBusy);
  const order = useConversationState(store, (state) => state.order);
  return (
    <div className="qiao-messages" data-busy={isBusy || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <div className="qiao-scroller" ref={scroller} tabIndex={0} role="log" aria-live="off">
        <div className="qiao-column qiao-list" ref={content}>
          <OlderMessages scroller={scroller} />
          {order.length === 0 && <EmptyConversation />}
          <Turns order={order} />
          <Outgoing />
        </div>
      </div>
      {!isAtBottom && (
        <Button
          className="qiao-to-bottom"
          shape="round"
          icon={<ArrowDownOutlined />}
          onClick={toBottom}
          {...(!hasNew && { 'aria-label': text(chatViewTexts.toBottom()) })}
        >
          {hasNew ? text(chatViewTexts.newBelow()) : undefined}
        </Button>
      )}
    </div>
  );
}

const Turns = memo(function Turns({ order }: { readonly order: readonly string[] }): ReactNode {
  return order.map((id) => <TurnItem key={id} id={id} />);
});

function Outgoing(): ReactNode {
  const { store } = useConversationPlace();
  useConversationState(store, (state) => state.outgoing);
  useConversationState(store, (state) => state.order);
  return shownOutgoing(store.get()).map((message) => (
    <OutgoingItem key={message.key} message={message} />
  ));
}
