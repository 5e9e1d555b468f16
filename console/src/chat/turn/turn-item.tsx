// One turn: what the person said, what was done about it, and the answer.

import { memo, useState, type ReactNode } from 'react';
import { useConversationPlace } from '../conversation-context.ts';
import { hasEnded } from '../state/turn-state.ts';
import { Steps } from '../steps/steps.tsx';
import { useConversationState } from '../use-conversation-state.ts';
import { Answer } from './answer.tsx';
import { EditQuestion } from './edit-question.tsx';
import { Pushed } from './pushed.tsx';
import { Question } from './question.tsx';

export const TurnItem = memo(function TurnItem({ id }: { readonly id: string }): ReactNode {
  const { store } = useConversationPlace();
  const turn = useConversationState(store, (state) => state.turns.get(id));
  const isLast = useConversationState(store, ({ lastId }) => lastId === id);
  const [isEditing, setEditing] = useState(false);
  if (turn === undefined) return null;
  const isWaiting = turn.state === 'queued' || turn.state === 'dropped';
  return (
    <article className="qiao-turn" data-live={!hasEnded(turn) || isLast || undefined}>
      {turn.origin === 'push' && <Pushed />}
      {turn.origin !== 'push' && isEditing && (
        <EditQuestion turn={turn} onClose={() => setEditing(false)} />
      )}
      {turn.origin !== 'push' && !isEditing && (
        <Question turn={turn} onEdit={() => setEditing(true)} />
      )}
      {!isWaiting && (
        <div className="qiao-answer">
          <Steps turn={turn} />
          <Answer turn={turn} isLast={isLast} />
        </div>
      )}
    </article>
  );
});
