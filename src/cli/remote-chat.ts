// A conversation in the terminal through a server that runs elsewhere.

import { basename } from 'node:path';
import { fileContent } from '#app/file-to-attach.ts';
import {
  refuseOtherChannel,
  type KeptChat,
  type KeptChatRequest,
  type KeptTurn,
} from '#app/kept-chat.ts';
import { refuseTooMany } from '#app/local-attachments.ts';
import { roleByName } from '#app/role-by-name.ts';
import { followMessages, type MessageSource, type SentMessages } from '#app/sent-messages.ts';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import { createApiClient, type ApiClient } from '#client/api-client.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { chatTexts } from '#contract/texts/chat-texts.ts';

/** Throws what the server says: `not-signed-in` for a token that does not hold, `not-found`, … */
export async function openRemoteChat(request: KeptChatRequest, server: string): Promise<KeptChat> {
  const { settings } = request;
  if (request.skillRoots !== undefined)
    throw new AppError('usage-invalid', chatTexts.noRemoteOption('--skills'));
  if (settings.token === undefined)
    throw new AppError('settings-invalid', chatTexts.noToken(server));
  const client = createApiClient({ server, token: settings.token, language: settings.language });
  const { id: sessionId, channel } = await sessionFor(client, request);
  const isByMessages = channel === 'text';
  const sent = isByMessages ? await followMessages(sourceOf(client, sessionId)) : undefined;
  return {
    isByMessages,
    greeting: [chatTexts.remote(server), chatTexts.session(sessionId)],
    async turn(turn) {
      const attachments = await attached(client, sessionId, turn);
      return runTurn(client, { sessionId, sent }, { ...turn, attachments });
    },
    close: async () => undefined,
  };
}

async function sessionFor(
  client: ApiClient,
  { session, role, channel }: Pick<KeptChatRequest, 'session' | 'role' | 'channel'>,
): Promise<SessionBody> {
  const roleId = role === undefined ? undefined : await roleNamed(client, role);
  if (session === undefined)
    return client.call('sessions.create', { body: { role_id: roleId, channel } });
  const kept = await client.call('sessions.get', { params: { session_id: session } });
  if (roleId !== undefined && kept.role_id !== roleId)
    throw new AppError('input-invalid', chatTexts.otherRole(session));
  refuseOtherChannel(kept, channel);
  return kept;
}

function sourceOf(client: ApiClient, session: string): MessageSource {
  const params = { session_id: session };
  return {
    turn: (turn) => client.call('turns.get', { params: { ...params, turn_id: turn } }),
    messages: async (after) =>
      (await client.call('messages.list', { params, query: { after } })).items,
  };
}

async function roleNamed(client: ApiClient, wanted: string): Promise<string> {
  const { id } = await roleByName(wanted, async (cursor) => {
    const page = await client.call('roles.list', { query: { limit: 100, cursor } });
    return { items: page.items, next: page.next_cursor };
  });
  return id;
}

async function runTurn(
  client: ApiClient,
  { sessionId, sent }: { readonly sessionId: string; readonly sent: SentMessages | undefined },
  { text, attachments, signal, ...turn }: KeptTurn & { readonly attachments: readonly string[] },
): Promise<ChatEvent & { readonly type: 'turn-finished' }> {
  const params = { session_id: sessionId };
  const { turn_id: turnId, seq } = await client.call('turns.create', {
    params,
    body: { text, ...(attachments.length > 0 && { attachments: [...attachments] }) },
  });
  const stop = (): void => {
    client.call('turns.stop', { params: { ...params, turn_id: turnId } }).catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const following = new AbortController();
  try {
    const events = client.subscribe(sessionId, { after: seq, signal: following.signal });
    for await (const { turn: of, event } of events) {
      if (of !== turnId) continue;
      if (event.type === 'turn-finished') await sent?.tell(turnId, turn);
      turn.onEvent(event);
      if (event.type === 'turn-finished') return event;
    }
    throw new AppError('database-unavailable', chatTexts.streamEnded(sessionId));
  } finally {
    following.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Ids, in the order of the files. */
async function attached(
  client: ApiClient,
  sessionId: string,
  { files, onNote, signal }: KeptTurn,
): Promise<readonly string[]> {
  refuseTooMany(files);
  const ids: string[] = [];
  for (const file of files) {
    const content = await fileContent(file);
    const upload = { sessionId, name: basename(file), content, signal };
    const { id, notes } = await client.upload(upload);
    for (const { message } of notes) onNote(sameText(message));
    ids.push(id);
  }
  return ids;
}
