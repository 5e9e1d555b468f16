// Whose a conversation is: the one place that asks.

import { AppError } from '#base/app-error.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { Session } from '#features/conversations/index.ts';
import type { Platform } from '../compose-platform.ts';

/** Somebody else's is told like one that does not exist, also to admins: what people say to a role is theirs. */
export async function ownSession(
  { conversations }: Platform,
  { orgId, personId }: Caller,
  sessionId: string,
): Promise<Session> {
  const session = await conversations.sessions.get(orgId, sessionId);
  if (session?.personId !== personId) throw new AppError('not-found', turnTexts.noSession());
  return session;
}
