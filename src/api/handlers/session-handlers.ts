// Handlers: conversations and their turns.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import type { TurnPlace } from '../services.ts';
import { SSE_HEADERS } from '../streams/sse-stream.ts';

type Ids = `sessions.${string}` | `turns.${string}`;

export function sessionHandlers({
  conversations,
  streams,
}: Pick<HttpAppParts, 'conversations' | 'streams'>): Handlers<Extract<keyof Handlers, Ids>> {
  return {
    'sessions.list': ({ caller, query }) => conversations.list(caller, query),
    'sessions.search': ({ caller, query }) => conversations.search(caller, query),
    'sessions.create': ({ caller, body }) => conversations.create(caller, body),
    'sessions.get': ({ caller, params }) => conversations.get(caller, params.session_id),
    'sessions.rename': ({ caller, params, body }) =>
      conversations.rename(caller, params.session_id, body.title),
    'sessions.delete': async ({ caller, params }) => {
      await conversations.delete(caller, params.session_id);
      return null;
    },
    'sessions.events': async ({ caller, params, query, lastEventId, signal, isSignedIn }) => {
      // A browser that comes back sends the address of its first visit with it.
      const after = lastEventId ?? query.after ?? 0;
      const sessionId = params.session_id;
      const bytes = await streams.sseStream({ caller, sessionId, after, signal, isSignedIn });
      return new Response(bytes, { headers: SSE_HEADERS });
    },
    'turns.list': ({ caller, params, query }) =>
      conversations.turns(caller, params.session_id, query),
    'turns.create': async ({ caller, params, body, ...call }) =>
      conversations.say(caller, params.session_id, {
        ...body,
        language: body.language ?? (await call.language()),
      }),
    'turns.get': ({ caller, params }) => conversations.turn(caller, placeOf(params)),
    'turns.stop': async ({ caller, params }) => {
      await conversations.stop(caller, placeOf(params));
      return null;
    },
    'turns.regenerate': ({ caller, params, body }) =>
      conversations.regenerate(caller, placeOf(params), body),
    'turns.edit': ({ caller, params, body }) => conversations.edit(caller, placeOf(params), body),
  };
}

function placeOf(params: { readonly session_id: string; readonly turn_id: string }): TurnPlace {
  return { sessionId: params.session_id, turnId: params.turn_id };
}
