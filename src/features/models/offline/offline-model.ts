// The model that is used where none is configured: it routes a message to one tool and tells what that gave.

import { AppError } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import { offlineTexts } from '#contract/texts/offline-texts.ts';
import type {
  AssistantPart,
  ChatModel,
  MentionedKnowledge,
  ModelMessage,
  ModelPart,
  ModelRequest,
  ToolResult,
} from '../chat-model.ts';
import { chooseRoute, type ChosenRoute } from './choose-route.ts';
import { tellMissing } from './example-call.ts';
import { skillName } from './skill-name.ts';
import { tellAbilities, tellAbility, type Abilities, type Listener } from './tell-abilities.ts';
import { knowledgeIn, tellNamed, tellRelevant } from './tell-knowledge.ts';
import { tellResults } from './tell-result.ts';
import { tellUnusedText } from './unused-text.ts';

const DELTAS = 4;
const LONGEST_NAME = 64;

export interface OfflineModelParts extends Listener {
  readonly newCallId: () => string;
}

/**
 * Equal requests get equal steps, but for the ids of calls. One tool call a turn: what it gives is told, never corrected
 * by a second one.
 */
export function createOfflineModel(parts: OfflineModelParts): ChatModel {
  return {
    id: 'offline',
    takesAnyLength: true,
    async *stream(request) {
      if (request.signal.aborted) throw new AppError('stopped', modelTexts.stopped());
      const part = nextPart(request, parts);
      if (part.type === 'text') yield* deltasOf(part.text);
      yield {
        type: 'finish',
        parts: [part],
        reason: part.type === 'text' ? 'stop' : 'tool-calls',
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
      };
    },
  };
}

function nextPart(
  { messages, tools, toolChoice }: ModelRequest,
  listener: OfflineModelParts,
): AssistantPart {
  const { language, newCallId } = listener;
  const mayCall = toolChoice === 'auto' && tools.length > 0;
  const results = resultsToTell(messages, mayCall);
  if (results !== undefined) {
    const told = tellResults(results, { language, tools });
    const unused = tellUnusedText(messages, tools, language);
    return text(unused === undefined ? told : `${told}\n\n${unused}`);
  }
  const { all, relevant } = knowledgeIn(messages);
  if (!mayCall) return text(tellAbilities({ tools, knowledge: all }, listener));
  const chosen = chooseRoute(messages, tools);
  if (chosen.status !== 'call')
    return text(sayInstead(chosen, { tools, knowledge: all, relevant }, listener));
  const { tool, argumentsText } = chosen;
  return { type: 'tool-call', id: newCallId(), name: tool.name, argumentsText };
}

/** What is said where nothing is called. */
function sayInstead(
  chosen: Exclude<ChosenRoute, { readonly status: 'call' }>,
  abilities: Abilities & { readonly relevant: MentionedKnowledge | undefined },
  listener: Listener,
): string {
  const { language } = listener;
  const { knowledge, relevant } = abilities;
  switch (chosen.status) {
    case 'incomplete':
      return tellMissing(chosen.tool, chosen.missing, language);
    case 'cancel': {
      const { question } = chosen;
      const name = question === undefined ? undefined : skillName(question);
      return offlineTexts.cancelled(name)[language];
    }
    case 'help':
      return chosen.tool === undefined
        ? tellAbilities(abilities, listener)
        : tellAbility(chosen.tool, language);
    case 'unknown-command': {
      const readable = tellNamed(knowledge, chosen.name, language);
      if (readable !== undefined) return readable;
      const unknown = offlineTexts.unknownCommand(shortName(chosen.name))[language];
      return `${unknown}\n\n${tellAbilities(abilities, listener)}`;
    }
    default:
      return relevant === undefined
        ? `${offlineTexts.noMatch()[language]}\n\n${tellAbilities(abilities, listener)}`
        : `${tellRelevant(relevant, language)}\n\n${offlineTexts.whatIAm()[language]}`;
  }
}

/** Results that nobody has told yet. Where it may call no tool, what stands after them is a notice to wrap up. */
function resultsToTell(
  messages: readonly ModelMessage[],
  mayCall: boolean,
): readonly ToolResult[] | undefined {
  const said = messages.filter(({ role }) => role !== 'system' && (mayCall || role !== 'user'));
  const last = said.at(-1);
  return last?.role === 'tool' ? last.results : undefined;
}

function shortName(name: string): string {
  return name.length > LONGEST_NAME ? `${cutText(name, LONGEST_NAME)}…` : name;
}

function text(given: string): AssistantPart {
  return { type: 'text', text: given };
}

function* deltasOf(whole: string): Generator<ModelPart> {
  const characters = Array.from(whole);
  const size = Math.max(1, Math.ceil(characters.length / DELTAS));
  for (let start = 0; start < characters.length; start += size) {
    yield { type: 'text-delta', text: characters.slice(start, start + size).join('') };
  }
}
