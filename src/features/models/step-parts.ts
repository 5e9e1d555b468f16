// Gathers the parts of one step while they stream in.

import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { AssistantPart, ModelMessage, ModelPart } from './chat-model.ts';
import { signed } from './part-metadata.ts';

export interface StepParts {
  /** Keeps a part of the stream; what is to be shown of it at once. */
  take(part: LanguageModelV4StreamPart): ModelPart | undefined;
  /**
   * Everything so far, in the order it began; each call with an id that the conversation does not have yet. Blank
   * arguments are `{}`, but stay blank for the last call where the token limit cut the step.
   */
  parts(isCut: boolean): readonly AssistantPart[];
}

export interface StepPartsParts {
  readonly modelId: string;
  readonly messages: readonly ModelMessage[];
  readonly newCallId: () => string;
}

/** A block that may still grow. */
interface Block {
  readonly type: AssistantPart['type'];
  readonly id: string;
  name: string;
  text: string;
  metadata: SharedV4ProviderMetadata | undefined;
}

export function createStep({ modelId, messages, newCallId }: StepPartsParts): StepParts {
  const blocks: Block[] = [];

  const begin = (type: Block['type'], id: string): Block => {
    const block: Block = { type, id, name: '', text: '', metadata: undefined };
    blocks.push(block);
    return block;
  };
  /** Ids of blocks may come again once a block has ended: the newest is meant. */
  const current = (type: Block['type'], id: string): Block =>
    blocks.findLast((block) => block.type === type && block.id === id) ?? begin(type, id);

  return {
    take(part) {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start':
          extend(begin(typeOf(part.type), part.id), part);
          return undefined;
        case 'text-delta':
        case 'reasoning-delta':
          extend(current(typeOf(part.type), part.id), part);
          return part.delta === '' ? undefined : { type: part.type, text: part.delta };
        case 'text-end':
        case 'reasoning-end':
          extend(current(typeOf(part.type), part.id), part);
          return undefined;
        case 'tool-input-start':
          extend(begin('tool-call', part.id), part).name = part.toolName;
          return undefined;
        case 'tool-input-delta':
          extend(current('tool-call', part.id), part);
          return undefined;
        case 'tool-call': {
          const block = extend(current('tool-call', part.toolCallId), part);
          block.name = part.toolName;
          // A package writes `{}` where the model wrote nothing: whether it meant that is told by the step's end.
          if (part.input !== '{}') block.text = part.input;
          return undefined;
        }
        default:
          return undefined;
      }
    },
    parts(isCut) {
      const uniqueId = createCallIds(messages, newCallId);
      const kept = blocks.filter(holdsSomething);
      const cut = isCut ? kept.findLast(({ type }) => type === 'tool-call') : undefined;
      return kept.map((block) => partOf(block, { modelId, uniqueId, isCut: block === cut }));
    },
  };
}

function typeOf(type: string): 'text' | 'reasoning' {
  return type.startsWith('text') ? 'text' : 'reasoning';
}

function extend(
  block: Block,
  part: { readonly delta?: string; readonly providerMetadata?: SharedV4ProviderMetadata },
): Block {
  block.text += part.delta ?? '';
  for (const [provider, given] of Object.entries(part.providerMetadata ?? {})) {
    block.metadata = { ...block.metadata, [provider]: { ...block.metadata?.[provider], ...given } };
  }
  return block;
}

/** Reasoning without words may still bear what the provider wants back. */
function holdsSomething({ type, text, metadata }: Block): boolean {
  return type === 'tool-call' || text !== '' || (type === 'reasoning' && metadata !== undefined);
}

function partOf(
  { type, id, name, text, metadata }: Block,
  given: { modelId: string; uniqueId: (id: string) => string; isCut: boolean },
): AssistantPart {
  const { modelId, uniqueId, isCut } = given;
  const own = metadata === undefined ? {} : { metadata: signed(metadata, modelId) };
  switch (type) {
    case 'text':
      return { type, text, ...own };
    case 'reasoning':
      return { type, text, metadata: signed(metadata, modelId) };
    default: {
      const argumentsText = text.trim() === '' ? (isCut ? '' : '{}') : text;
      return { type, id: uniqueId(id), name, argumentsText, ...own };
    }
  }
}

function createCallIds(
  messages: readonly ModelMessage[],
  newCallId: () => string,
): (id: string) => string {
  const given = new Set<string>();
  return (id) => {
    let free = id;
    while (free.trim() === '' || given.has(free) || isTaken(free, messages)) free = newCallId();
    given.add(free);
    return free;
  };
}

/** Looked for, not collected: a step has few calls, a conversation many. */
function isTaken(id: string, messages: readonly ModelMessage[]): boolean {
  return messages.some(
    (message) =>
      message.role === 'assistant' &&
      message.parts.some((part) => part.type === 'tool-call' && part.id === id),
  );
}
