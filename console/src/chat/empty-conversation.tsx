// A conversation in which nothing was said yet.

import type { ReactNode } from 'react';
import { useRoles } from '../api/use-roles.ts';
import { useSession } from '../api/use-session.ts';
import { useConversationPlace } from './conversation-context.ts';
import { EmptyChat } from './empty-chat.tsx';
import { useConversationState } from './use-conversation-state.ts';

export function EmptyConversation(): ReactNode {
  const { sessionId, store, actions } = useConversationPlace();
  const { data: session } = useSession(sessionId);
  const { data: roles } = useRoles();
  const isSaying = useConversationState(store, ({ outgoing }) => outgoing.length > 0);
  if (isSaying) return null;
  const name = roles?.find(({ id }) => id === session?.role_id)?.name;
  return <EmptyChat roleName={name} onExample={(text) => actions.send({ text, kind: 'say' })} />;
}
