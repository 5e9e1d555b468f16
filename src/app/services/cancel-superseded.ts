// What goes on in the background for a turn that another one took the place of: nobody waits for it any more.

import type { Platform } from '../compose-platform.ts';

/** Its result would come into a conversation that knows nothing of the question. */
export async function cancelSuperseded(
  { background, conversations }: Pick<Platform, 'background' | 'conversations'>,
  orgId: string,
  sessionId: string,
): Promise<void> {
  // Those that are not over are all on the first page.
  for (const { id, turnId, endedAt } of await background.list(orgId, sessionId, { limit: 0 })) {
    if (endedAt !== null) continue;
    const { isSuperseded } = await conversations.views.get(orgId, turnId);
    if (isSuperseded) await background.cancel({ orgId, sessionId, id });
  }
}
