// A turn that is kept in the database, as the loop sees it; and one that is refused before it begins.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { OpenTurn, RunnableTurn } from '#features/conversations/index.ts';
import type { TurnPlan } from './dialog.ts';
import type { TurnRecord } from './turn-record.ts';

/** Characters of one token at most: as much history holds more than the model is sent. */
const CHARS_PER_TOKEN = 4;

/** The record as the loop sees it: it goes no faster than its events can be stored, and ends after the last of them. */
export function recordOf(
  open: OpenTurn,
  plan: TurnPlan,
  events: { told(): Promise<void> | undefined; flush(): Promise<void> },
): TurnRecord {
  return {
    history: (saidMessage) =>
      open.history(plan.limits.contextTokens * CHARS_PER_TOKEN, saidMessage),
    earlierFiles: () => open.earlierFiles(),
    addMadeFiles: (files, callId) => open.addMadeFiles(files, callId),
    ledger: {
      ...open.ledger,
      async open(calls, answer) {
        await events.told();
        await open.ledger.open(calls, answer);
      },
    },
    async finish(end) {
      await events.flush();
      await open.finish(end);
    },
  };
}

/** Ends a turn that is not to run: why is its answer. */
export function refuse(turn: RunnableTurn, open: OpenTurn, why: Text): Promise<void> {
  return endUnrun(open, { text: why[turn.language], reason: 'refused', isCommand: false });
}

/** Ends a turn that the platform answered itself. */
export function answerCommand(turn: RunnableTurn, open: OpenTurn, answer: Text): Promise<void> {
  return endUnrun(open, { text: answer[turn.language], reason: 'answered', isCommand: true });
}

interface UnrunEnd {
  readonly text: string;
  readonly reason: 'refused' | 'answered';
  readonly isCommand: boolean;
}

async function endUnrun(open: OpenTurn, { text, reason, isCommand }: UnrunEnd): Promise<void> {
  await open.finish({
    newMessages: [{ role: 'assistant', parts: [{ type: 'text', text }] }],
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    decisions: [],
    event: {
      type: 'turn-finished',
      text,
      reason,
      rounds: 0,
      failures: 0,
      banned: [],
    },
    isCommand,
  });
}

/** The ledger's word for a turn that is not ours any more. */
export function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conflict';
}
