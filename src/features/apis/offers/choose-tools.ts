// The tools that a sub-agent has of an API: all of a small one; of a large one those that its instruction asks for (API-08).

import type { ApiBook } from '../library/api-book.ts';
import {
  apiTools,
  finderTools,
  isSmall,
  operationTools,
  type ApiTool,
  type ToolRules,
} from './api-tools.ts';
import { searchOperations } from './search-operations.ts';

export interface ChosenTools {
  readonly tools: readonly { readonly tool: ApiTool; readonly isWork: boolean }[];
  /** Operations that are tools of their own. */
  readonly operations: number;
}

/** Operations of a large API that are chosen beforehand. */
const CHOSEN = 16;

/** What was not chosen can be searched for, described and called. */
export async function chooseTools(
  book: ApiBook,
  rules: ToolRules,
  instruction: string,
): Promise<ChosenTools> {
  if (isSmall(book)) {
    const all = await apiTools(book, rules);
    return { tools: all.map((tool) => ({ tool, isWork: true })), operations: all.length };
  }
  const found = await searchOperations(book.operations, instruction, CHOSEN);
  const chosen = await operationTools(
    book,
    rules,
    found.map(({ name }) => name),
  );
  const [search, describe, call] = finderTools(book, rules);
  const finders = [
    ...[search, describe].flatMap((tool) => (tool === undefined ? [] : [{ tool, isWork: false }])),
    ...(call === undefined ? [] : [{ tool: call, isWork: true }]),
  ];
  const names = new Set(finders.map(({ tool }) => tool.name));
  const own = chosen.filter(({ name }) => !names.has(name));
  return {
    tools: [...own.map((tool) => ({ tool, isWork: true })), ...finders],
    operations: own.length,
  };
}
