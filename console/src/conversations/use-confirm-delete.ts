// Deletes a conversation once the person has said yes; where it was open, a new one stands in its place.

import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { listTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useChange } from '../shell/use-change.ts';
import { useConfirm } from '../shell/use-confirm.ts';
import { useText } from '../text/use-text.ts';
import { sessionTitle } from './session-title.ts';

export function useConfirmDelete(): (session: SessionBody) => void {
  const { text } = useText();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { session: open } = useParams({ strict: false });
  const { mutate } = useChange<string, null>({
    make: (server, id) => server.call('sessions.delete', { params: { session_id: id } }),
    touches: [queryKeys.sessions],
    onDone(_, id) {
      queryClient.removeQueries({ queryKey: queryKeys.session(id) });
      if (open === id) void navigate({ to: '/' });
    },
  });
  return (session) =>
    confirm({
      title: listTexts.deleteTitle(text(sessionTitle(session))),
      content: listTexts.deleteWarning(),
      action: listTexts.delete(),
      isDangerous: true,
      act: () => mutate(session.id),
    });
}
