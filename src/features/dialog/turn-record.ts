// The port to what a turn is kept in, and its in-memory part.

import type { JsonValue } from '#base/json.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import type { CallLedger } from '#features/agents/index.ts';
import type { CollectedFile } from '#features/artifacts/index.ts';
import type { EarlierFiles, SaidMessage, TurnAttachment } from '#features/conversations/index.ts';
import type { ModelMessage, ModelUsage } from '#features/models/index.ts';

export interface TurnRecord {
  /**
   * What was said before this turn, without the system prompt, as a provider accepts it; `saidMessage` makes a message
   * of what a person said.
   */
  history(saidMessage: SaidMessage): Promise<readonly ModelMessage[]>;
  /** The files from before (CTX-05). */
  earlierFiles(): Promise<EarlierFiles>;
  /** What a skill made becomes the conversation's; again, it is the newest. What did not arrive is noted. */
  addMadeFiles(files: readonly CollectedFile[], callId: string): Promise<void>;
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

/** What a person said, and what came of it. */
interface Said {
  readonly text: string;
  readonly attachments: readonly TurnAttachment[];
}

const MOST_EARLIER = 10;

/** One conversation that ends with the program; `said` is the user's message of each turn. */
export function createMemoryConversation(newLedger: () => CallLedger): {
  openTurn(text: string, attachments?: readonly TurnAttachment[]): TurnRecord;
} {
  const turns: (Said & { readonly newMessages: readonly ModelMessage[] })[] = [];
  let made: readonly TurnAttachment[] = [];

  return {
    openTurn: (text, attachments = []) => ({
      history: async (saidMessage) =>
        turns.flatMap((turn) => [saidMessage(turn), ...turn.newMessages]),
      async earlierFiles() {
        const sent = turns.toReversed().flatMap((turn) => turn.attachments);
        return { sent: sent.slice(0, MOST_EARLIER), made: made.slice(0, MOST_EARLIER) };
      },
      async addMadeFiles(files) {
        const kept = files.filter((file) => file.state === 'kept');
        const paths = new Set(kept.map(({ path }) => path));
        const older = made.filter(({ path }) => !paths.has(path));
        made = [...kept, ...older];
      },
      ledger: newLedger(),
      async finish({ newMessages }) {
        turns.push({ text, attachments, newMessages });
      },
    }),
  };
}
