// After a dead loop (GRD-03): its repetitions, made short in what is sent. Some providers refuse a history of them.

import type { Language } from '#base/text.ts';
import { historyTexts } from '#contract/texts/agent-texts.ts';
import type { ModelMessage, ToolResult } from '#features/models/index.ts';
import { SAME_CALLS } from './guard-refusals.ts';
import { signatureOf } from './planned-call.ts';

type AssistantMessage = ModelMessage & { readonly role: 'assistant' };
type ToolMessage = ModelMessage & { readonly role: 'tool' };

/** As many results of one call stay whole, and the one that says why it is not run any more. */
const WHOLE_RESULTS = 2;

const stubs = new WeakMap<ToolMessage, { readonly key: string; readonly message: ToolMessage }>();
const signatures = new WeakMap<AssistantMessage, ReadonlyMap<string, string>>();

/**
 * Where a turn made one call more often than it may run, its results after the first two are stubs. What stands
 * before the dead loop's end is changed once, when it ends; a conversation without one is given back as it is.
 */
export function withRepeatsShort(
  messages: readonly ModelMessage[],
  language: Language,
): readonly ModelMessage[] {
  const repeated = repeatedIds(messages);
  if (repeated.size === 0) return messages;
  return messages.map((message) =>
    message.role === 'tool' ? stubbed(message, repeated, language) : message,
  );
}

/** Ids of the calls whose results are to be stubs; a turn starts with a user's message. */
function repeatedIds(messages: readonly ModelMessage[]): ReadonlySet<string> {
  const repeated: string[] = [];
  let sameCalls = new Map<string, string[]>();
  for (const message of messages) {
    if (message.role === 'user') sameCalls = new Map();
    if (message.role !== 'assistant') continue;
    for (const [id, signature] of callsOf(message)) {
      const ids = sameCalls.get(signature) ?? [];
      sameCalls.set(signature, [...ids, id]);
      if (ids.length === SAME_CALLS) repeated.push(...ids.slice(WHOLE_RESULTS));
      if (ids.length > SAME_CALLS) repeated.push(id);
    }
  }
  return new Set(repeated);
}

/** Ids and what makes two calls the same, in the model's order. */
function callsOf(message: AssistantMessage): ReadonlyMap<string, string> {
  const known = signatures.get(message);
  if (known !== undefined) return known;
  const found = message.parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [[part.id, `${part.name}\n${signatureOf(part.argumentsText)}`] as const]
      : [],
  );
  const calls = new Map(found);
  signatures.set(message, calls);
  return calls;
}

function stubbed(
  message: ToolMessage,
  repeated: ReadonlySet<string>,
  language: Language,
): ToolMessage {
  const ids = message.results.flatMap(({ id }) => (repeated.has(id) ? [id] : []));
  if (ids.length === 0) return message;
  const key = JSON.stringify([language, ids]);
  const before = stubs.get(message);
  if (before?.key === key) return before.message;
  const note = historyTexts.sameCall()[language];
  const results = message.results.map((result): ToolResult =>
    repeated.has(result.id) ? { ...result, output: { note } } : result,
  );
  const made: ToolMessage = { role: 'tool', results };
  stubs.set(message, { key, message: made });
  return made;
}
