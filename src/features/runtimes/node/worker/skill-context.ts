// The context object that a handler gets: the platform's data and its live objects (RUN-06, CLK-04, CTX-07).

import { createDatabaseFactory, type DatabaseSession } from './database-session.ts';
import type { HostClient } from './host-client.ts';

export interface ContextParts {
  readonly data: object;
  readonly host: HostClient;
  readonly signal: AbortSignal;
  /** The session behind `db`; null for an entry that can't await. */
  readonly database: DatabaseSession | null;
}

/** Names in both spellings: the contract's, which are Python's, and JavaScript's. */
export function createContext({ data, host, signal, database }: ContextParts): object {
  const callSkill = async (name: unknown, input: unknown = {}) =>
    await host.request('call_skill', { name, input });
  const databaseFactory = createDatabaseFactory(host);
  /** `report_progress(0.5, 'half way')`, or only a text. */
  const reportProgress = (fraction: unknown, text?: unknown) => {
    if (typeof fraction === 'string') host.progress(null, fraction);
    else host.progress(fraction, text ?? '');
  };
  // A null in the platform's data stays null (CTX-07, ASY-03).
  const isNull = (key: string) => key in data && Reflect.get(data, key) === null;
  const abortSignal = isNull('abort_signal') ? null : signal;
  return {
    ...data,
    call_skill: callSkill,
    callSkill,
    db: isNull('db') ? null : database,
    db_factory: databaseFactory,
    dbFactory: databaseFactory,
    abort_signal: abortSignal,
    abortSignal,
    provider: {
      chat: async (request: unknown) => await host.request('provider.chat', chatParams(request)),
    },
    report_progress: reportProgress,
    reportProgress,
  };
}

/** A text, a list of messages, or `{messages, max_tokens}` (also `maxTokens`). */
function chatParams(request: unknown): Readonly<Record<string, unknown>> {
  if (typeof request === 'string') return { messages: [{ role: 'user', content: request }] };
  if (Array.isArray(request)) return { messages: request };
  if (typeof request !== 'object' || request === null) {
    throw new TypeError(
      'provider.chat takes a text, a list of messages, or {messages, max_tokens}',
    );
  }
  const {
    messages,
    max_tokens,
    maxTokens,
  }: { messages?: unknown; max_tokens?: unknown; maxTokens?: unknown } = request;
  const limit = max_tokens ?? maxTokens;
  return { messages, ...(limit !== undefined && limit !== null && { max_tokens: limit }) };
}
