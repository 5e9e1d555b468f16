// Puts the subjects of the feature together.

import type { PoolClient } from 'pg';
import type { ModelMessage } from '#features/models/index.ts';
import type { Database } from '#system/database/database.ts';
import { STREAM_ALONE, type AnswerPlace, type AnswerPort } from './answer-port.ts';
import {
  createArtifacts,
  madeFiles,
  withIds,
  type Artifacts,
  type FileOfTurn,
  type MadeArtifact,
} from './artifacts.ts';
import {
  createAttachments,
  readEarlierFiles,
  type Attachments,
  type EarlierFiles,
} from './attachments.ts';
import { createCallRecord, type CallRecord } from './call-record.ts';
import { createLeases, type Leases } from './leases.ts';
import { pushTurn, type Push } from './push-turn.ts';
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
  /** What answers are to their channels; the session's stream alone where it is left out. */
  readonly answers?: AnswerPort;
}

export interface Conversations {
  readonly sessions: Sessions;
  readonly turns: Turns;
  readonly views: TurnViews;
  readonly attachments: Attachments;
  readonly artifacts: Artifacts;
  readonly leases: Leases;
  search(asked: TurnSearch): Promise<readonly FoundTurn[]>;
  /** Everything of one turn that runs here. */
  openTurn(turnId: string, place?: AnswerPlace): OpenTurn;
  /** Says something without being asked (`pushTurn`); in a transaction of its own. */
  push(push: Push): Promise<string | undefined>;
  /** As `push`, in the transaction of whatever it tells of. */
  pushWithin(client: PoolClient, push: Push): Promise<string | undefined>;
  /** Ends what was left behind in a session whose lease is this process's. */
  interruptRunning(sessionId: string): Promise<string | undefined>;
}

export interface OpenTurn {
  readonly ledger: CallRecord;
  /** The turns before, newest `leastChars` characters and one turn more. */
  history(leastChars: number, saidMessage?: SaidMessage): Promise<readonly ModelMessage[]>;
  earlierFiles(): Promise<EarlierFiles>;
  /** What skills made in it becomes the session's; again, it is the newest. What did not arrive is kept as that. */
  addMadeFiles(files: readonly FileOfTurn[], callId?: string): Promise<void>;
  finish(end: TurnEnd): Promise<void>;
}

export function createConversations(parts: ConversationsParts): Conversations {
  const { database, newId, owner, answers = STREAM_ALONE } = parts;
  const pushWithin: Conversations['pushWithin'] = (client, push) =>
    pushTurn(client, { answers, newId }, push);
  return {
    sessions: createSessions({ database, newId }),
    turns: createTurns({ database, newId }),
    views: createTurnViews(database),
    attachments: createAttachments({ database, newId }),
    artifacts: createArtifacts(database),
    leases: createLeases(database, owner),
    search: (asked) => searchTurns(database, asked),
    openTurn(turnId, place) {
      const ledger = createCallRecord(database, turnId);
      const made = new Map<string, MadeArtifact>();
      return {
        ledger,
        history: (leastChars, saidMessage) =>
          readHistory(database, turnId, { leastChars, saidMessage }),
        earlierFiles: () => readEarlierFiles(database, turnId),
        async addMadeFiles(given, callId) {
          const { files, undelivered } = withIds(given, newId);
          const statement = madeFiles({ turnId, callId, files, undelivered });
          await database.again(() => database.run(statement));
          for (const file of files) {
            // Again, it is the newest.
            made.delete(file.path);
            made.set(file.path, file);
          }
        },
        finish: (end) =>
          finishTurn(
            { database, answers },
            { turnId, place },
            {
              ...end,
              answers: ledger.answers(),
              resultChars: ledger.resultChars(),
              files: [...made.values()],
            },
          ),
      };
    },
    interruptRunning: (sessionId) => interruptRunning({ database, answers }, { sessionId, owner }),
    push: (push) =>
      database.again(() => database.transaction((client) => pushWithin(client, push))),
    pushWithin,
  };
}
