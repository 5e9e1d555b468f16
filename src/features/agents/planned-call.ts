// From what the model wrote to the calls of a step: unique ids, names that exist where they can, arguments read.

import { canonicalJson } from '#base/json.ts';
import type { AssistantPart } from '#features/models/index.ts';
import { readArguments, type ReadArguments } from './read-arguments.ts';

export interface PlannedCall {
  /** Unique in the conversation, as providers want it. */
  readonly id: string;
  /** Perhaps of a tool that does not exist. */
  readonly tool: string;
  readonly argumentsText: string;
  readonly arguments: ReadArguments;
  /** The same for calls with equal arguments, whatever the order of their keys (GRD-03). */
  readonly signature: string;
}

export interface PlannedStep {
  readonly calls: readonly PlannedCall[];
  /** The answer as it is given back to the provider: every call with an id, a name and arguments it accepts. */
  readonly parts: readonly AssistantPart[];
}

type CallPart = AssistantPart & { readonly type: 'tool-call' };

/** `usedIds` grows by the ids of this step. */
export function planStep(
  parts: readonly AssistantPart[],
  known: { readonly tools: ReadonlySet<string>; readonly usedIds: Set<string> },
  isCut: boolean,
): PlannedStep {
  const lastCall = parts.findLast(({ type }) => type === 'tool-call');
  const calls: PlannedCall[] = [];
  const kept = parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    const call = planCall(part, known, isCut && part === lastCall);
    calls.push(call);
    return acceptablePart(part, call);
  });
  return { calls, parts: kept };
}

function planCall(
  part: CallPart,
  known: { readonly tools: ReadonlySet<string>; readonly usedIds: Set<string> },
  isCut: boolean,
): PlannedCall {
  const { argumentsText } = part;
  const read = readArguments(argumentsText, isCut);
  return {
    id: uniqueId(part.id, known.usedIds),
    tool: toolName(part.name, known.tools),
    argumentsText,
    arguments: read,
    signature: signatureIn(read, argumentsText),
  };
}

/** Of a call that is part of the conversation already. */
export function signatureOf(argumentsText: string): string {
  return signatureIn(readArguments(argumentsText, false), argumentsText);
}

function signatureIn(read: ReadArguments, argumentsText: string): string {
  return read.status === 'read' ? canonicalJson(read.input) : `text:${argumentsText}`;
}

/** Some servers give every call of a conversation the same id, or none; one that no database holds is none. */
function uniqueId(id: string, used: Set<string>): string {
  const given = id.includes('\0') || !id.isWellFormed() ? '' : id;
  return unusedId(given, used);
}

function unusedId(given: string, used: Set<string>): string {
  const stem = given === '' ? 'call' : given;
  let id = given;
  for (let number = 1; id === '' || used.has(id); number += 1) id = `${stem}_${number}`;
  used.add(id);
  return id;
}

/** Some models write the namespace that their provider's format puts before a name. */
function toolName(given: string, tools: ReadonlySet<string>): string {
  if (tools.has(given)) return given;
  const bare = given.trim().replace(/^functions\./, '');
  return tools.has(bare) ? bare : given;
}

/** Providers check what they are given back, though it may be they who wrote it. */
function acceptablePart(part: CallPart, call: PlannedCall): CallPart {
  const { id, arguments: read } = call;
  const name = acceptableName(call.tool);
  const argumentsText = read.status === 'read' ? read.text : part.argumentsText;
  const isSame = id === part.id && name === part.name && argumentsText === part.argumentsText;
  return isSame ? part : { ...part, id, name, argumentsText };
}

/** `^[a-zA-Z0-9_-]{1,64}$` */
export function acceptableName(name: string): string {
  const clean = name.replaceAll(/[^\w-]/g, '_').slice(0, 64);
  return clean === '' ? 'unknown' : clean;
}
