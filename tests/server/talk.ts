// Talks to a running server with one role, and gives back whole turns.

import * as z from 'zod';
import type { ApiClient } from '#client/api-client.ts';
import type { RouteAnswer, RouteBody } from '#contract/api/routes.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from '../stubs/openai-stub.ts';

export interface Talk {
  readonly session: string;
  /** Says it, and waits until the turn has ended. */
  say(text: string, language?: 'zh' | 'en'): Promise<EndedTurn>;
  /** Says it, and waits until an event of this kind has come. */
  begin(text: string, until: ChatEvent['type']): Promise<string>;
  ended(turn: string): Promise<EndedTurn>;
}

interface EndedTurn {
  readonly turn: RouteAnswer<'turns.get'>;
  readonly events: readonly ChatEvent[];
}

export async function talkTo(client: ApiClient, roleId?: string): Promise<Talk> {
  const { id: session } = await client.call('sessions.create', { body: { role_id: roleId } });
  const follow = async (turn: string, until: ChatEvent['type']): Promise<ChatEvent[]> => {
    const following = new AbortController();
    const seen: ChatEvent[] = [];
    const told = client.subscribe(session, { after: 0, signal: following.signal });
    for await (const { turn: of, event } of told) {
      if (of !== turn) continue;
      seen.push(event);
      if (event.type === until) following.abort();
    }
    return seen;
  };
  const ended = async (turn: string): Promise<EndedTurn> => {
    const events = await follow(turn, 'turn-finished');
    const params = { session_id: session, turn_id: turn };
    return { turn: await client.call('turns.get', { params }), events };
  };
  const accept = async (body: RouteBody<'turns.create'>): Promise<string> => {
    const accepted = await client.call('turns.create', { params: { session_id: session }, body });
    return accepted.turn_id;
  };
  return {
    session,
    say: async (text, language) => ended(await accept({ text, language })),
    async begin(text, until) {
      const turn = await accept({ text });
      await follow(turn, until);
      return turn;
    },
    ended,
  };
}

const requestSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish() })),
});

/**
 * A model that does what it is told: `call NAME {…}` calls that skill once, `loop NAME` again and again; anything else
 * is answered by `answer`, or with "Done.".
 */
export function startObedientModel(
  answer: (said: string) => OpenAiStep | undefined = () => undefined,
): Promise<OpenAiStub> {
  return startOpenAiStub(({ body }) => {
    const { messages } = requestSchema.parse(body);
    const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const [, verb, name = '', input = '{}'] = /^(call|loop) (\S+) ?(.*)$/s.exec(said) ?? [];
    const isNext = verb === 'loop' || (verb === 'call' && messages.at(-1)?.role === 'user');
    if (isNext) {
      const step = messages.length;
      return { calls: [{ name, arguments: verb === 'loop' ? { step } : input }] };
    }
    return answer(said) ?? { text: 'Done.' };
  });
}
