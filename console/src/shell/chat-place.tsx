// The place of a conversation, new or not: one view that stays where a new one becomes one that exists.

import { Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { listTexts } from '#contract/texts/console-texts.ts';
import { useSession } from '../api/use-session.ts';
import { sessionTitle } from '../conversations/session-title.ts';
import { useText } from '../text/use-text.ts';
import { Loading } from './loading.tsx';
import { NewConversationContext } from './new-conversation.ts';
import { RoleChoice } from './role-choice.tsx';
import { Shell } from './shell.tsx';
import { usePageTitle } from './use-page-title.ts';

// Asked for at once, beside the rest of the page.
const loading = import('../chat/chat-view.tsx');
const ChatView = lazy(async () => ({ default: (await loading).ChatView }));

export function ChatPlace(): ReactNode {
  const { session: sessionId } = useParams({ strict: false });
  const { role: roleId } = useSearch({ strict: false });
  const { text } = useText();
  const { data: session } = useSession(sessionId);
  const title = session === undefined ? undefined : sessionTitle(session);
  const here = sessionId === undefined ? listTexts.newConversation() : title;
  usePageTitle(here === undefined ? undefined : text(here));
  const { key, adopt } = useViewKey(sessionId);
  const open = useOpenMade(adopt);
  const context = useMemo(() => ({ roleId, open }), [roleId, open]);
  return (
    <Shell place={<RoleChoice sessionId={sessionId} roleId={roleId} />}>
      <NewConversationContext value={context}>
        <Suspense fallback={<Loading />}>
          <ChatView key={key} sessionId={sessionId} />
        </Suspense>
      </NewConversationContext>
      <Outlet />
    </Shell>
  );
}

function useOpenMade(adopt: (id: string) => void): (id: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (id) => {
      adopt(id);
      void navigate({ to: '/s/$session', params: { session: id } });
    },
    [adopt, navigate],
  );
}

interface ViewKey {
  readonly key: string;
  /** The conversation was made in the view that stands here: it keeps the view's key. */
  readonly adopt: (sessionId: string) => void;
}

/** Each conversation has a view of its own, and so has each new one. */
function useViewKey(sessionId: string | undefined): ViewKey {
  const [views, setViews] = useState({ fresh: 0, adopted: '', hasArrived: false });
  const adopt = useCallback(
    (id: string) => setViews((before) => ({ ...before, adopted: id, hasArrived: false })),
    [],
  );
  const isAdopted = sessionId !== undefined && sessionId === views.adopted;
  if (isAdopted && !views.hasArrived) setViews({ ...views, hasArrived: true });
  // Left for another place: the next new conversation begins anew.
  if (!isAdopted && views.hasArrived)
    setViews({ fresh: views.fresh + 1, adopted: '', hasArrived: false });
  const isNew = sessionId === undefined || isAdopted;
  return { key: isNew ? `new-${views.fresh}` : sessionId, adopt };
}
