// Puts together what runs in the background: the queue, and the async skills on it.

import { randomUUID } from 'node:crypto';
import type { ArtifactCollector } from '#features/artifacts/index.ts';
import { createBackground, BACKGROUND_QUEUE, type Background } from '#features/background/index.ts';
import {
  holdSession,
  replaceCallResult,
  type Conversations,
} from '#features/conversations/index.ts';
import { fileNotices } from '#features/dialog/index.ts';
import { createSubAgents } from '#features/documents/index.ts';
import type { EventLog } from '#features/events/index.ts';
import type { Execution } from '#features/execution/index.ts';
import { createJobs, type Jobs } from '#features/jobs/index.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import { loopLimits } from './loop-limits.ts';
import type { Instance } from './open-instance.ts';
import type { RolePlans } from './role-plans.ts';

export interface BackgroundProgram {
  readonly jobs: Jobs;
  readonly background: Background;
}

export interface BackgroundProgramParts {
  readonly instance: Instance;
  readonly conversations: Conversations;
  readonly events: EventLog;
  readonly execution: Execution;
  /** The turns' own: of two runs in one workspace it tells whose a file is. */
  readonly collector: ArtifactCollector;
  readonly plans: Pick<RolePlans, 'refusalOf' | 'modelOf'>;
  /** Whether this process is to work, or only asks for it. */
  readonly works: boolean;
  readonly onFailure: (error: unknown) => void;
}

export function composeBackground(parts: BackgroundProgramParts): BackgroundProgram {
  const { instance, conversations, events, execution, collector, plans, works, onFailure } = parts;
  const { database, settings } = instance;
  const jobs = createJobs({ database, queues: [BACKGROUND_QUEUE], works, onProblem: onFailure });
  const background = createBackground({
    database,
    jobs,
    events,
    execution,
    collector,
    refusalOf: ({ identity, skill }) => plans.refusalOf(identity, skill),
    // Its use is counted by the model itself: the turn is over.
    subAgentsFor: (identity) =>
      createSubAgents({
        model: () => plans.modelOf(identity),
        limits: loopLimits(settings),
      }),
    undeliveredNotices: (undelivered, language) =>
      fileNotices({ links: [], undelivered, language }),
    holdSession,
    replaceCallResult,
    async push(client, result) {
      await conversations.pushWithin(client, result);
    },
    workspacesRoot: settings.workspacesFolder,
    newId: randomUUID,
    owner: ownProcessIdentity(),
    wallSec: settings.toolWallSec,
    places: settings.jobPlaces,
    onProblem: onFailure,
  });
  return { jobs, background };
}
