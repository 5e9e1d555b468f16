// Says what the offline model is, what it can call, and how a language model is configured.

import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import type { ModelAsker } from '#contract/texts/model-texts.ts';
import { offlineTexts } from '#contract/texts/offline-texts.ts';
import type { MentionedKnowledge, ToolDefinition } from '../chat-model.ts';
import { exampleCall } from './example-call.ts';
import { parametersOf } from './parameters.ts';
import { descriptionIn, skillName } from './skill-name.ts';
import { tellAllKnowledge } from './tell-knowledge.ts';

const MOST_TOOLS = 20;
const MOST_DESCRIPTION = 100;

export interface Listener {
  readonly language: Language;
  readonly asker: ModelAsker;
}

/** What there is to call and to read. */
export interface Abilities {
  readonly tools: readonly ToolDefinition[];
  readonly knowledge: MentionedKnowledge | undefined;
}

export function tellAbilities(
  { tools, knowledge }: Abilities,
  { language, asker }: Listener,
): string {
  const configure = offlineTexts.howToConfigure(asker)[language];
  const opening = offlineTexts.whatIAm()[language];
  const [first] = tools;
  if (first === undefined) {
    const none = offlineTexts.noTools(asker);
    return [opening, none[language], configure].join('\n\n');
  }
  const shown = tools.slice(0, MOST_TOOLS);
  const list = [
    offlineTexts.tools(shown.length, tools.length)[language],
    ...shown.map((tool) => `- /${skillName(tool)}: ${firstLine(descriptionIn(language, tool))}`),
  ].join('\n');
  const howTo = offlineTexts.howToCall(exampleCall(tellingOne(tools) ?? first))[language];
  const readable = knowledge === undefined ? [] : [tellAllKnowledge(knowledge, language)];
  const howToSee = offlineTexts.howToSee()[language];
  return [opening, list, howTo, howToSee, ...readable, configure].join('\n\n');
}

/** One that takes something shows how that is written. */
function tellingOne(tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  return tools.find((tool) => parametersOf(tool.inputSchema).some(({ isRequired }) => isRequired));
}

/** One of them: all of its description, and how it is called. */
export function tellAbility(tool: ToolDefinition, language: Language): string {
  const names = parametersOf(tool.inputSchema).map(({ name }) => name);
  const example = exampleCall(tool, names);
  return [
    `/${skillName(tool)}: ${descriptionIn(language, tool)}`,
    offlineTexts.howToCall(example)[language],
  ].join('\n\n');
}

function firstLine(description: string): string {
  const line = description.trim().split('\n', 1)[0] ?? '';
  return line.length > MOST_DESCRIPTION ? `${cutText(line, MOST_DESCRIPTION)}…` : line;
}
