// The port to what a turn is kept in, and its in-memory part.

import type { JsonValue } from '#base/json.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { CallLedger } from '#features/agents/index.ts';
import type { ModelMessage, ModelUsage } from '#features/models/index.ts';

export interface TurnRecord {
  /** What was said before this turn, without the system prompt, as a provider accepts it. */
  history(): Promise<readonly ModelMessage[]>;
  /** Of the turn's calls. */
  readonly ledger: CallLedger;
  /** Stores what came of the turn, whole: after it, the turn has ended. */
  finish(end: TurnOutcome): Promise<void>;
}

interface TurnOutcome {
  /** Everything behind the user's message. */
  readonly newMessages: readonly ModelMessage[];
  readonly event: ChatEvent & { readonly type: 'turn-finished' };
  readonly usage: ModelUsage;
  /** The trace. */
  readonly decisions: readonly JsonValue[];
}

/** One conversation that ends with the program; `text` is the user's message of each turn. */
export function createMemoryConversation(newLedger: () => CallLedger): {
  openTurn(text: string): TurnRecord;
} {
  let messages: readonly ModelMessage[] = [];

  return {
    openTurn: (text) => ({
      history: async () => messages,
      ledger: newLedger(),
      async finish({ newMessages }) {
        messages = [...messages, { role: 'user', text }, ...newMessages];
      },
    }),
  };
}
