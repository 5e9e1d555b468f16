// Shows how a tool is called, with a value in the place of each parameter.

import type { JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { offlineTexts } from '#contract/texts/offline-texts.ts';
import type { ToolDefinition } from '../chat-model.ts';
import { parametersOf, type Parameter } from './parameters.ts';
import { skillName } from './skill-name.ts';

const MOST_CHOICES = 20;

/** `/weather {"city": "…"}`, with the required parameters and those that are named. */
export function exampleCall(tool: ToolDefinition, names: readonly string[] = []): string {
  const shown = parametersOf(tool.inputSchema).filter(
    ({ name, isRequired }) => isRequired || names.includes(name),
  );
  const known = new Set(shown.map(({ name }) => name));
  const values = [
    ...shown.map((parameter) => [parameter.name, exampleOf(parameter)] as const),
    ...names.filter((name) => !known.has(name)).map((name) => [name, '…'] as const),
  ];
  return values.length === 0
    ? `/${skillName(tool)}`
    : `/${skillName(tool)} ${JSON.stringify(Object.fromEntries(values))}`;
}

/** What is missing, of which values, and how to go on: one parameter may simply be answered with, several be named. */
export function tellMissing(
  tool: ToolDefinition,
  missing: readonly string[],
  language: Language,
): string {
  const choices = parametersOf(tool.inputSchema)
    .filter((parameter) => parameter.choices.length > 0 && missing.includes(parameter.name))
    .map((parameter) => choicesOf(parameter)[language]);
  const example = exampleCall(tool, missing);
  const goOn =
    missing.length === 1 ? offlineTexts.answerWith(example) : offlineTexts.howToCall(example);
  const needs = offlineTexts.missing(skillName(tool), missing);
  return [needs[language], ...choices, goOn[language]].join('\n');
}

function choicesOf({ name, choices }: Parameter): Text {
  const shown = choices.slice(0, MOST_CHOICES);
  const words = shown.map((choice) =>
    typeof choice === 'string' ? choice : JSON.stringify(choice),
  );
  return offlineTexts.oneOf(name, words, choices.length);
}

function exampleOf({ type, choices, kind }: Parameter): JsonValue {
  const [choice] = choices;
  if (choice !== undefined) return choice;
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return ['…'];
    case 'object':
      return {};
    default:
      return { text: '…', url: 'https://…', email: '…@…', date: 'YYYY-MM-DD' }[kind];
  }
}
