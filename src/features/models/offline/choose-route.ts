// Decides what a person's newest message asks for, with what was asked of them before.

import type { ModelMessage, ToolDefinition } from '../chat-model.ts';
import { pendingAnswer, pendingQuestion } from './pending-call.ts';
import { isExplicit, likeliestTool, route, type Route } from './route.ts';

/** A guess that may overrule a text which would do for an answer. */
const CLEAR = { score: 4, coverage: 0.5 };
const CANCEL = /^(?:cancel|取消)[.!。！]?$/i;

export type ChosenRoute =
  | Exclude<Route, { readonly status: 'cancel' }>
  /** `question` is the tool that was asked about, if any. */
  | { readonly status: 'cancel'; readonly question: ToolDefinition | undefined };

/** Commands and clear names come before the answer to a question that is still open, and that before a guess. */
export function chooseRoute(
  messages: readonly ModelMessage[],
  tools: readonly ToolDefinition[],
): ChosenRoute {
  const text = messages.findLast((message) => message.role === 'user')?.text ?? '';
  const question = pendingQuestion(messages, tools);
  const fresh = (): ChosenRoute => {
    const found = route(text, tools);
    return found.status === 'cancel' ? { ...found, question: question?.tool } : found;
  };
  if (question === undefined || isExplicit(text, tools)) return fresh();
  const answer = pendingAnswer(question, text);
  if (answer !== undefined && answer.isSure) return answer.route;
  if (CANCEL.test(text.trim())) return { status: 'cancel', question: question.tool };
  if (answer === undefined || isForAnother(text, question.tool, tools)) return fresh();
  return answer.route;
}

/** A question is hardly a value, and neither is what has most of its words from another tool. */
function isForAnother(
  text: string,
  asked: ToolDefinition,
  tools: readonly ToolDefinition[],
): boolean {
  const isQuestion = /[?？]\s*$/.test(text);
  const tool = likeliestTool(text, tools, isQuestion ? undefined : CLEAR);
  return tool !== undefined && tool !== asked;
}
