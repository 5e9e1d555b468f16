// Tells who can't see the page that an answer is being written, and then what it is.

import { useState, type ReactNode } from 'react';
import { cutText } from '#base/cut-text.ts';
import { chatViewTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../text/use-text.ts';
import { useConversationPlace } from './conversation-context.ts';
import type { ConversationState } from './state/conversation-state.ts';
import { useConversationState } from './use-conversation-state.ts';

/** The rest is read on the page. */
const READ_CHARS = 600;

export function LiveRegion(): ReactNode {
  const { text } = useText();
  const { store } = useConversationPlace();
  const isAnswering = useConversationState(store, (state) => state.isBusy);
  const reply = useConversationState(store, lastReply);
  // What was there when the page was opened is not news.
  const hasSaid = useConversationState(store, (state) => state.additions) > 0;
  const lastId = useConversationState(store, (state) => state.lastId);
  const [openedAt] = useState(lastId);
  const told = `${text(chatViewTexts.answerArrived())}. ${cutText(reply, READ_CHARS)}`;
  const ended = hasSaid || lastId !== openedAt ? told : '';
  return (
    <div className="q-unseen" aria-live="polite" aria-atomic="true">
      {isAnswering ? text(chatViewTexts.answering()) : ended}
    </div>
  );
}

function lastReply(state: ConversationState): string {
  return state.turns.get(state.lastId ?? '')?.reply ?? '';
}
