// Conversations as the API offers them: a person's own, and nobody else's.

import type { ConversationService, TurnPlace } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import type { AcceptedBody, FoundBody, SessionBody } from '#contract/api/session-routes.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { AcceptedTurn, FoundTurn, Session } from '#features/conversations/index.ts';
import { removeWorkspace } from '#features/workspaces/index.ts';
import type { Platform } from '../compose-platform.ts';
import { tellStop } from '../stop-notices.ts';
import { cancelSuperseded } from './cancel-superseded.ts';
import { ownSession } from './own-session.ts';
import { attachmentBody, turnBodies, turnBodyOf } from './turn-body.ts';

const PAGE = 50;

export function createConversationService(platform: Platform): ConversationService {
  return {
    ...sessionMethods(platform),
    ...turnMethods(platform),
  };
}

type SessionMethods = Pick<
  ConversationService,
  'list' | 'search' | 'create' | 'get' | 'rename' | 'delete'
>;

function sessionMethods(platform: Platform): SessionMethods {
  const { conversations, events, instance, runner } = platform;
  const { sessions } = conversations;
  return {
    async list({ orgId, personId }, { cursor, limit = PAGE, role_id: roleId, is_empty: empty }) {
      const page = await sessions.list(orgId, {
        personId,
        limit,
        ...(roleId !== undefined && { roleId }),
        ...(empty !== undefined && { isEmpty: empty === 'true' }),
        ...(cursor !== undefined && { after: cursor }),
      });
      return { items: page.sessions.map(sessionBody), next_cursor: page.next ?? null };
    },
    search: (caller, query) => search(platform, caller, query),
    async create(caller, { role_id: roleId, title, channel = 'web' }) {
      const { orgId, personId } = caller;
      const role = await roleFor(platform, caller, roleId);
      const session = await sessions.create({
        orgId,
        roleId: role,
        personId,
        channel,
        // ACT-01: who is acting is read from it.
        externalId: `web_u_${personId}__${orgId}`,
        ...(title !== undefined && { title }),
      });
      return sessionBody(session);
    },
    get: async (caller, sessionId) => sessionBody(await ownSession(platform, caller, sessionId)),
    async rename(caller, sessionId, title) {
      await ownSession(platform, caller, sessionId);
      await sessions.rename(caller.orgId, sessionId, title);
      return sessionBody(await ownSession(platform, caller, sessionId));
    },
    async delete(caller, sessionId) {
      const { roleId } = await ownSession(platform, caller, sessionId);
      await sessions.remove(caller.orgId, sessionId);
      // What runs there finds its rows gone; it is only told so that it stops sooner.
      if (!runner.stop(sessionId)) await tellStop(instance.database, sessionId);
      await events.removeSession(caller.orgId, sessionId);
      await platform.runs.removeSession(caller.orgId, sessionId);
      await platform.background.removeSession(caller.orgId, sessionId);
      await platform.channels.deliveries.removeSession(caller.orgId, sessionId);
      await removeWorkspace(instance.settings.workspacesFolder, { roleId, sessionId });
    },
  };
}

async function search(
  { conversations }: Platform,
  { orgId, personId }: Caller,
  { q: words, cursor, limit = PAGE }: Parameters<ConversationService['search']>[1],
): ReturnType<ConversationService['search']> {
  const before = numberOf(cursor);
  const asked = { orgId, personId, words, before, limit: limit + 1 };
  const found = await conversations.search(asked);
  const page = found.slice(0, limit);
  const ids = [...new Set(page.map(({ sessionId }) => sessionId))];
  const sessions = await conversations.sessions.among(orgId, ids);
  const known = new Map(sessions.map((session) => [session.id, session]));
  const items = page.flatMap((each) => {
    const session = known.get(each.sessionId);
    // One that was deleted meanwhile is found no more.
    return session === undefined ? [] : [foundBody(each, session)];
  });
  return { items, next_cursor: nextCursor(found, limit) };
}

type TurnMethods = Omit<ConversationService, keyof SessionMethods>;

function turnMethods(platform: Platform): TurnMethods {
  const { conversations, instance, runner } = platform;
  const { turns, views } = conversations;
  return {
    async turns(caller, sessionId, { cursor, limit = PAGE, order = 'newest' }) {
      const { channel } = await ownSession(platform, caller, sessionId);
      const after = numberOf(cursor);
      const followFrom = await views.followFrom(caller.orgId, sessionId);
      const found = await views.list(caller.orgId, sessionId, { order, after, limit: limit + 1 });
      return {
        items: await turnBodies(platform, found.slice(0, limit), { ...caller, channel }),
        next_cursor: nextCursor(found, limit),
        follow_from: followFrom,
      };
    },
    async turn(caller, place) {
      const { channel } = await ownTurn(platform, caller, place);
      const turn = await views.get(caller.orgId, place.turnId);
      return turnBodyOf(platform, turn, { ...caller, channel });
    },
    async say(caller, sessionId, said) {
      const { text, language, client_key: clientKey, attachments } = said;
      const session = await ownSession(platform, caller, sessionId);
      const { orgId, personId } = caller;
      const { channel } = session;
      const turn = {
        orgId,
        sessionId,
        personId,
        channel,
        language,
        text,
        clientKey,
        attachments,
      };
      return started(platform, { orgId, sessionId }, () => turns.accept(turn));
    },
    async stop(caller, place) {
      await ownTurn(platform, caller, place);
      const isRunning = await turns.stop(caller.orgId, place.turnId);
      if (isRunning && !runner.stop(place.sessionId, place.turnId))
        await tellStop(instance.database, place.sessionId);
    },
    async regenerate(caller, place, { client_key: clientKey }) {
      await ownTurn(platform, caller, place);
      const again = { turnId: place.turnId, clientKey };
      const { orgId } = caller;
      const { sessionId } = place;
      return replaced(platform, { orgId, sessionId }, () => turns.regenerate(orgId, again));
    },
    async edit(caller, place, { client_key: clientKey, text, attachments }) {
      await ownTurn(platform, caller, place);
      const again = { turnId: place.turnId, clientKey, text, attachments };
      const { orgId } = caller;
      const { sessionId } = place;
      return replaced(platform, { orgId, sessionId }, () => turns.edit(orgId, again));
    },
  };
}

/** For the streams: false as well where there is no such session. */
export async function isOwnSession(
  { conversations }: Platform,
  { orgId, personId }: Caller,
  sessionId: string,
): Promise<boolean> {
  return (await conversations.sessions.get(orgId, sessionId))?.personId === personId;
}

async function ownTurn(
  platform: Platform,
  caller: Caller,
  { sessionId, turnId }: TurnPlace,
): Promise<Session> {
  const session = await ownSession(platform, caller, sessionId);
  const turn = await platform.conversations.turns.find(caller.orgId, turnId);
  if (turn.sessionId !== sessionId) throw new AppError('not-found', turnTexts.noTurn());
  return session;
}

/** One that the caller may talk to, or their first. */
async function roleFor(
  { accounts }: Platform,
  caller: Caller,
  roleId: string | undefined,
): Promise<string> {
  if (roleId !== undefined) {
    const role = await accounts.roles.get(caller, roleId);
    if (role.isArchived) throw new AppError('conflict', serverTexts.roleGone());
    return role.id;
  }
  const { items } = await accounts.roles.list(caller, { limit: 1 });
  const [first] = items;
  if (first === undefined) throw new AppError('conflict', serverTexts.noRole());
  return first.id;
}

/** What went on for the turns that were replaced is stopped. */
async function replaced(
  platform: Platform,
  place: { readonly orgId: string; readonly sessionId: string },
  replace: () => Promise<AcceptedTurn>,
): Promise<AcceptedBody> {
  const accepted = await started(platform, place, replace);
  await cancelSuperseded(platform, place.orgId, place.sessionId);
  return accepted;
}

async function started(
  { conversations, events, runner }: Platform,
  { orgId, sessionId }: { readonly orgId: string; readonly sessionId: string },
  accept: () => Promise<AcceptedTurn>,
): Promise<AcceptedBody> {
  const isBusy = (await conversations.sessions.get(orgId, sessionId))?.isBusy === true;
  const { turnId, isNew, afterSeq } = await accept();
  const { text, attachments, state } = await conversations.turns.find(orgId, turnId);
  // What waits in memory for its place is told with the turn's other events.
  const files = attachments.length === 0 ? {} : { attachments: attachments.map(attachmentBody) };
  if (isNew)
    void events.append({ orgId, sessionId, turnId }, { type: 'turn-queued', text, ...files });
  if (state === 'queued') runner.wake(sessionId);
  const isWaiting = isNew ? isBusy : state === 'queued';
  return { turn_id: turnId, seq: afterSeq, state: isWaiting ? 'queued' : 'running' };
}

function sessionBody(session: Session): SessionBody {
  return {
    id: session.id,
    role_id: session.roleId,
    title: session.title,
    channel: session.channel,
    is_busy: session.isBusy,
    created_at: session.createdAt.toISOString(),
    active_at: session.activeAt.toISOString(),
  };
}

function foundBody(found: FoundTurn, session: Session): FoundBody {
  return {
    session: sessionBody(session),
    turn_id: found.turnId,
    excerpt: found.excerpt,
    author: found.author,
    created_at: found.createdAt.toISOString(),
  };
}

function numberOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('request-invalid', turnTexts.cursorWrong());
  return Number(cursor);
}

/** One more than a page was asked for: where it came, there is a next page. */
function nextCursor(found: readonly { readonly number: number }[], limit: number): string | null {
  const last = found[limit - 1];
  return found.length > limit && last !== undefined ? String(last.number) : null;
}
