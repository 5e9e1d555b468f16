// The tools that a model has of an API: its operations themselves, or three to find and call one among many.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { ApiBook } from '../library/api-book.ts';

/** One tool that stands for a part of a skill. */
export interface ApiTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The input of the skill for the arguments of the tool. */
  inputOf(args: JsonObject): JsonObject;
}

export interface ToolRules {
  readonly skill: string;
  /** Of the skill: what it is for. */
  readonly description: string;
  readonly language: Language;
}

/** More tools than a model chooses well among, and providers refuse more than 128 of all skills together. */
const MOST_TOOLS = 24;
const MOST_CHARS = 40_000;
const LONGEST_NAME = 64;
/** What providers take. */
const DESCRIPTION_CHARS = 1024;
/** Of a skill's own, which stands before what the three tools are for. */
const ABOUT_CHARS = 700;
const LONGEST_SUFFIX = '_describe'.length;

export async function apiTools(book: ApiBook, rules: ToolRules): Promise<readonly ApiTool[]> {
  const names = book.operations.map(({ name }) => name);
  return isSmall(book) ? operationTools(book, rules, names) : finderTools(book, rules);
}

/** Its operations may all be tools at once. */
export function isSmall({ operations }: ApiBook): boolean {
  const chars = operations.reduce((sum, { schemaChars }) => sum + schemaChars, 0);
  return operations.length <= MOST_TOOLS && chars <= MOST_CHARS;
}

export async function operationTools(
  book: ApiBook,
  { skill }: Pick<ToolRules, 'skill'>,
  names: readonly string[],
): Promise<readonly ApiTool[]> {
  const operations = await Promise.all(names.map((name) => book.operation(name)));
  return operations.flatMap((operation) => {
    if (operation === undefined) return [];
    const { name, method, path, description, inputSchema } = operation;
    const told = description === '' ? `${method.toUpperCase()} ${path}` : description;
    return [
      {
        name,
        description: cutText(`${skill}: ${told}`, DESCRIPTION_CHARS),
        inputSchema,
        inputOf: (args: JsonObject) => ({ operation: name, arguments: args }),
      },
    ];
  });
}

/** Three: to search, to describe, to call, in this order. */
export function finderTools(
  book: ApiBook,
  { skill, description, language }: ToolRules,
): readonly ApiTool[] {
  const base = cutText(skill.replaceAll(/[^a-zA-Z0-9_-]+/g, '_'), LONGEST_NAME - LONGEST_SUFFIX);
  const told = [description, book.head.title].find((text) => text !== '') ?? skill;
  const about = cutText(told, ABOUT_CHARS);
  const names = { search: `${base}_search`, describe: `${base}_describe`, call: `${base}_call` };
  return [
    {
      name: names.search,
      description: apiTexts.searchTool(about, book.operations.length, names.describe)[language],
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', description: apiTexts.queryArgument()[language] },
          limit: { type: 'integer', minimum: 1, maximum: 50 },
        },
        required: ['query'],
      },
      inputOf: ({ query = '', limit = 10 }) => ({ search: query, limit }),
    },
    {
      name: names.describe,
      description: apiTexts.describeTool(about, names.call)[language],
      inputSchema: {
        type: 'object',
        properties: { operation: { type: 'string' } },
        required: ['operation'],
      },
      inputOf: ({ operation = '' }) => ({ describe: operation }),
    },
    {
      name: names.call,
      description: apiTexts.callTool(about, names.describe)[language],
      inputSchema: {
        type: 'object',
        properties: {
          operation: { type: 'string' },
          arguments: { type: 'object', additionalProperties: true },
        },
        required: ['operation'],
      },
      inputOf: ({ operation = '', arguments: args = {} }) => ({ operation, arguments: args }),
    },
  ];
}
