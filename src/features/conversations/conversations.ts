// Puts the subjects of the feature together.

import type { ModelMessage } from '#features/models/index.ts';
import type { Database } from '#system/database/database.ts';
import {
  addMadeFiles,
  createAttachments,
  readEarlierFiles,
  type Attachments,
  type EarlierFiles,
  type TurnAttachment,
} from './attachments.ts';
import { createCallRecord, type CallRecord } from './call-record.ts';
import { createLeases, type Leases } from './leases.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { finishTurn, interruptRunning, type TurnEnd } from './turn-end.ts';
import { readHistory, type SaidMessage } from './turn-history.ts';
import { searchTurns, type FoundTurn, type TurnSearch } from './turn-search.ts';
import { createTurnViews, type TurnViews } from './turn-views.ts';
import { createTurns, type Turns } from './turns.ts';

export interface ConversationsParts {
  readonly database: Database;
  /** A uuid. */
  readonly newId: () => string;
  /** Of this process, unlike any other's: `ownProcessIdentity`. */
  readonly owner: string;
}

export interface Conversations {
  readonly sessions: Sessions;
  readonly turns: Turns;
  readonly views: TurnViews;
  readonly attachments: Attachments;
  readonly leases: Leases;
  search(asked: TurnSearch): Promise<readonly FoundTurn[]>;
  /** Everything of one turn that runs here. */
  openTurn(turnId: string): OpenTurn;
  /** Ends what was left behind in a session whose lease is this process's. */
  interruptRunning(sessionId: string): Promise<string | undefined>;
}

export interface OpenTurn {
  readonly ledger: CallRecord;
  /** The turns before, newest `leastChars` characters and one turn more. */
  history(leastChars: number, saidMessage?: SaidMessage): Promise<readonly ModelMessage[]>;
  earlierFiles(): Promise<EarlierFiles>;
  /** What skills made in it becomes the session's; again, it is the newest. */
  addMadeFiles(files: readonly Omit<TurnAttachment, 'id'>[]): Promise<void>;
  finish(end: TurnEnd): Promise<void>;
}

export function createConversations({ database, newId, owner }: ConversationsParts): Conversations {
  return {
    sessions: createSessions({ database, newId }),
    turns: createTurns({ database, newId }),
    views: createTurnViews(database),
    attachments: createAttachments({ database, newId }),
    leases: createLeases(database, owner),
    search: (asked) => searchTurns(database, asked),
    openTurn(turnId) {
      const ledger = createCallRecord(database, turnId);
      return {
        ledger,
        history: (leastChars, saidMessage) =>
          readHistory(database, turnId, { leastChars, saidMessage }),
        earlierFiles: () => readEarlierFiles(database, turnId),
        addMadeFiles: (files) => addMadeFiles(database, { turnId, newId }, files),
        finish: (end) =>
          finishTurn(database, turnId, {
            ...end,
            answers: ledger.answers(),
            resultChars: ledger.resultChars(),
          }),
      };
    },
    interruptRunning: (sessionId) => interruptRunning(database, { sessionId, owner }),
  };
}
