// What background runs are made of; `src/app` hands these in.

import type { PoolClient } from 'pg';
import type { Language, Text } from '#base/text.ts';
import type { ArtifactCollector, FailedFile, KeptFile } from '#features/artifacts/index.ts';
import type { CallReplacement } from '#features/conversations/index.ts';
import type { EventLog } from '#features/events/index.ts';
import type { CallIdentity, Execution, SkillCall } from '#features/execution/index.ts';
import type { Jobs } from '#features/jobs/index.ts';
import type { Database } from '#system/database/database.ts';
import type { NewBackgroundRun } from './background-run.ts';
import type { RunRecords } from './run-records.ts';

export interface BackgroundParts {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly events: Pick<EventLog, 'append' | 'flush'>;
  readonly execution: Pick<Execution, 'execute'>;
  readonly push: BackgroundPush;
  /** Keeps the session from being deleted until the transaction has ended; false where it is gone. */
  holdSession(
    client: PoolClient,
    session: { readonly orgId: string; readonly sessionId: string },
  ): Promise<boolean>;
  replaceCallResult(client: PoolClient, replacement: CallReplacement): Promise<void>;
  readonly workspacesRoot: string;
  /** A uuid. */
  readonly newId: () => string;
  /** Of this process, unlike any other's: `ownProcessIdentity`. */
  readonly owner: string;
  /** `TOOL_WALL_SEC`: the outer wall of every run. */
  readonly wallSec: number;
  /** Runs at once in this process. */
  readonly places: number;
  readonly collector: Pick<ArtifactCollector, 'begin'>;
  /** Why it is not to run any more, though it was accepted: whoever asked may have lost their right to it since. */
  refusalOf(run: RefusableRun): Promise<Text | undefined>;
  /** What its document skills are carried out with, for whoever asked; undefined where nothing is. */
  readonly subAgentsFor: (identity: CallIdentity) => SkillCall['subAgents'];
  /** What is said of files that did not arrive: each a paragraph of Markdown. */
  undeliveredNotices(files: readonly FailedFile[], language: Language): readonly string[];
  /** For the log. */
  readonly onProblem: (error: unknown) => void;
}

type RefusableRun = Pick<NewBackgroundRun, 'identity' | 'skill'>;

/** With what a process that works has of its own. */
export interface WorkerParts extends BackgroundParts {
  readonly records: RunRecords;
  /** Runs that this process began and has not seen to their end, with what stops each. */
  readonly begun: Map<string, () => void>;
}

/** How a result reaches the conversation that asked, once for each key, in the caller's transaction. */
type BackgroundPush = (client: PoolClient, result: PushedResult) => Promise<void>;

export interface PushedResult {
  readonly orgId: string;
  readonly sessionId: string;
  readonly key: string;
  readonly text: string;
  readonly files: readonly KeptFile[];
  readonly language: Language;
}
