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

/** What has been found in a conversation so far: a step adds two messages, and only those are looked at. */
interface Scan {
  /** Messages that have been looked at. */
  length: number;
  sameCalls: Map<string, string[]>;
  readonly repeated: Set<string>;
}

const scans = new WeakMap<readonly ModelMessage[], Scan>();

/** Ids of the calls whose results are to be stubs; a turn starts with a user's message. `messages` only ever grows. */
function repeatedIds(messages: readonly ModelMessage[]): ReadonlySet<string> {
  const scan = scans.get(messages) ?? { length: 0, sameCalls: new Map(), repeated: new Set() };
  scans.set(messages, scan);
  for (; scan.length < messages.length; scan.length += 1) {
    const message = messages[scan.length];
    if (message?.role === 'user') scan.sameCalls = new Map();
    if (message?.role !== 'assistant') continue;
    for (const [id, signature] of callsOf(message)) addCall(scan, signature, id);
  }
  return scan.repeated;
}

function addCall({ sameCalls, repeated }: Scan, signature: string, id: string): void {
  const ids = sameCalls.get(signature) ?? [];
  if (ids.length === SAME_CALLS) for (const late of ids.slice(WHOLE_RESULTS)) repeated.add(late);
  if (ids.length > SAME_CALLS) repeated.add(id);
  ids.push(id);
  sameCalls.set(signature, ids);
}

/** Ids and what makes two calls the same, in the model's order. */
function callsOf(message: AssistantMessage): ReadonlyMap<string, string> {
  const found = message.parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [[part.id, `${part.name}\n${signatureOf(part.argumentsText)}`] as const]
      : [],
  );
  return new Map(found);
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
