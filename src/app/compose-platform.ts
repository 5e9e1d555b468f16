// Puts together everything that stands on a database: accounts, conversations, runs, skills and the turns' runner.

import { randomBytes, randomUUID } from 'node:crypto';
import { closeInTurn } from '#base/close-in-turn.ts';
import { createAccounts, type Accounts } from '#features/accounts/index.ts';
import type { ArtifactCollector, ArtifactLinks } from '#features/artifacts/index.ts';
import type { Background } from '#features/background/index.ts';
import { createChannels, type Channels } from '#features/channels/index.ts';
import {
  createConfiguration,
  createConfigurationOf,
  instanceSecret,
  type Configuration,
} from '#features/configuration/index.ts';
import { createConversations, type Conversations } from '#features/conversations/index.ts';
import {
  createDialog,
  createServerUrl,
  createTurnRunner,
  type TurnResult,
  type TurnRunner,
  workspaceUrl,
} from '#features/dialog/index.ts';
import { createEventLog, type EventLog } from '#features/events/index.ts';
import type { Jobs } from '#features/jobs/index.ts';
import type { Catalogue } from '#features/packages/index.ts';
import {
  createRunStore,
  createUsage,
  createUsageLimits,
  type ModelPrices,
  type RunHistory,
  type RunRecord,
  type RunStore,
  type Usage,
  type UsageLimits,
} from '#features/runs/index.ts';
import { createSkillDatabases, type SkillDatabases } from '#features/skill-databases/index.ts';
import { removeWorkspace } from '#features/workspaces/index.ts';
import type { BlobStore } from '#system/blobs/blob-store.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import { linkedAnswers, type AnswerLinks } from './answer-links.ts';
import { composeBackground, type BackgroundProgram } from './compose-background.ts';
import { composeStorage, openFiles } from './compose-files.ts';
import { composeSkills, READ_SKILL_FILE, type SkillsProgram } from './compose-skills.ts';
import { readModelPrices } from './model-prices.ts';
import type { Instance } from './open-instance.ts';
import { createRolePlans, type RolePlans } from './role-plans.ts';
import type { RoleStorage } from './role-storage.ts';
import { createSkillProvider } from './skill-provider.ts';

export interface Platform {
  readonly instance: Instance;
  readonly accounts: Accounts;
  readonly configuration: Configuration;
  readonly conversations: Conversations;
  readonly events: EventLog;
  readonly channels: Channels;
  readonly runs: RunHistory;
  readonly usage: Usage;
  readonly usageLimits: UsageLimits;
  readonly blobs: BlobStore;
  readonly artifactLinks: ArtifactLinks;
  readonly storage: RoleStorage;
  readonly skills: SkillsProgram;
  readonly jobs: Jobs;
  readonly background: Background;
  readonly runner: TurnRunner;
  /** Takes nothing new, and lets turns and jobs end for `graceMs`. */
  rest(graceMs: number): Promise<void>;
  /** As `rest`; then everything is stored and ended. The instance stays open. */
  close(graceMs: number): Promise<void>;
}

function clock(): Date {
  return new Date();
}

/** Turns that run in one process at once. */
const MOST_TURNS = 64;

/** Told of what ends, for the metrics. */
export interface PlatformWatch {
  turnEnded(reason: TurnResult['reason']): void;
  /** Every run of a skill, those that other skills called too. */
  skillRan(status: RunRecord['status']): void;
}

export interface PlatformOptions {
  readonly watch?: PlatformWatch;
  /** Whether this process takes jobs; others only ask for them. */
  readonly works?: boolean;
}

const NOBODY: PlatformWatch = { turnEnded: () => undefined, skillRan: () => undefined };

export async function composePlatform(
  instance: Instance,
  skillRoots: readonly string[],
  { watch = NOBODY, works = false }: PlatformOptions = {},
): Promise<Platform> {
  const { database, log, settings } = instance;
  const onFailure = (error: unknown): void => log.error('background-failed', { error });
  const files = await openFiles(instance);
  const prices = await readModelPrices(settings);
  const records = composeRecords(instance, { prices, answerLinks: files.answerLinks, onFailure });
  const plans = createRolePlans({ settings, ...records, now: clock });
  const passwordKey = await instanceSecret(database, instance.secrets.box, 'skill-databases');
  const databases = createSkillDatabases({ database, passwordKey, newId: randomUUID });
  const skills = await composeServedSkills({
    instance,
    skillRoots,
    records,
    plans,
    databases,
    watch,
  });
  const { execution } = skills;
  const { storage, collector } = composeStorage(instance, files, records);
  const work = composeBackground({
    instance,
    ...records,
    execution,
    collector,
    plans,
    works,
    onFailure,
  });
  const runner = composeRunner({ instance, records, plans, skills, collector, watch, work });
  const rest = (graceMs: number) => closeTogether([runner.close(graceMs), stopWork(work, graceMs)]);
  return {
    instance,
    ...records,
    ...files,
    storage,
    skills,
    ...work,
    runner,
    rest,
    close: (graceMs) =>
      closeInTurn([
        () => rest(graceMs),
        () => records.channels.deliverer.close(),
        () => work.jobs.close(0),
        () => skills.close(),
        () => databases.close(),
        () => records.runs.close(),
        () => records.events.close(),
      ]),
  };
}

async function stopWork({ jobs, background }: BackgroundProgram, graceMs: number): Promise<void> {
  await background.close();
  await jobs.stopWork(graceMs);
}

/** Rejects with the first failure, once all have ended. */
async function closeTogether(closing: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(closing);
  await Promise.all(closing);
}

type Records = Pick<
  Platform,
  | 'accounts'
  | 'configuration'
  | 'conversations'
  | 'events'
  | 'channels'
  | 'runs'
  | 'usage'
  | 'usageLimits'
>;

interface RecordParts {
  readonly prices: ModelPrices;
  readonly answerLinks: AnswerLinks;
  readonly onFailure: (error: unknown) => void;
}

function composeRecords(
  instance: Instance,
  { prices, answerLinks, onFailure }: RecordParts,
): Records {
  const { database, secretRegistry, log } = instance;
  const channels = composeChannels(instance, answerLinks, onFailure);
  return {
    accounts: createAccounts({
      database,
      newId: randomUUID,
      randomToken: () => randomBytes(32).toString('base64url'),
    }),
    configuration: createConfiguration({
      database,
      secrets: instance.secrets.box,
      now: clock,
      onSecrets: (secrets) => secretRegistry.add(secrets),
    }),
    conversations: createConversations({
      database,
      newId: randomUUID,
      owner: ownProcessIdentity(),
      answers: linkedAnswers(channels, answerLinks),
    }),
    channels,
    events: createEventLog({ database, processId: randomUUID(), onFailure }),
    runs: createRunStore({
      database,
      onProblem: (error, runId) => log.error('run-not-recorded', { error, runId }),
    }),
    usage: createUsage({ database, prices, now: clock, newId: randomUUID }),
    usageLimits: createUsageLimits({ database, now: clock }),
  };
}

function composeChannels(
  { database }: Instance,
  links: AnswerLinks,
  onFault: (error: unknown) => void,
): Channels {
  return createChannels({
    database,
    owner: ownProcessIdentity(),
    fileLink: (file) => links.linkOf(file),
    onFault,
  });
}

interface ServedSkillsParts {
  readonly instance: Instance;
  readonly skillRoots: readonly string[];
  readonly records: Records;
  readonly plans: RolePlans;
  readonly databases: SkillDatabases;
  readonly watch: PlatformWatch;
}

function composeServedSkills(parts: ServedSkillsParts): Promise<SkillsProgram> {
  const { instance, skillRoots, records, plans, databases, watch } = parts;
  const { accounts, configuration, runs } = records;
  return composeSkills({
    settings: instance.settings,
    skillRoots,
    workspacesRoot: instance.settings.workspacesFolder,
    runs: watchedRuns(runs, watch),
    configurationOf: (catalogue, skill, identity) =>
      createConfigurationOf({
        configuration,
        secretNamesOf: (name) => secretNamesOf(catalogue, name),
      })(skill, identity),
    teamRoleOf: ({ orgId, userId, teamId }) => accounts.teams.roleOf({ orgId, userId, teamId }),
    providerFor: (_skill, identity, signal) =>
      createSkillProvider(() => plans.modelOf(identity), signal),
    databaseFor: ({ orgId, teamId }, signal) => databases.sessionsFor({ orgId, teamId, signal }),
    onSlow: (error) => instance.log.warn('sandbox-slow', { error }),
  });
}

function watchedRuns(runs: RunStore, watch: PlatformWatch): RunStore {
  return {
    recent: (query) => runs.recent(query),
    add(record) {
      watch.skillRan(record.status);
      return runs.add(record);
    },
  };
}

/** CFG-02. */
async function secretNamesOf(catalogue: Catalogue, skill: string): Promise<readonly string[]> {
  const declared = (await catalogue.get(skill))?.package.config ?? [];
  return declared.filter(({ secret }) => secret).map(({ name }) => name);
}

function composeRunner(parts: {
  readonly instance: Instance;
  readonly records: Records;
  readonly plans: RolePlans;
  readonly skills: SkillsProgram;
  readonly collector: ArtifactCollector;
  readonly watch: PlatformWatch;
  readonly work: BackgroundProgram;
}): TurnRunner {
  const { instance, records, plans, skills, collector, watch, work } = parts;
  const { log, settings } = instance;
  const dialog = createDialog({
    execution: skills.execution,
    async skills() {
      await skills.catalogue.refresh();
      return skills.catalogue.all();
    },
    toolsOf: skills.toolsOf,
    reader: READ_SKILL_FILE,
    workspacesRoot: settings.workspacesFolder,
    collector,
    artifactUrl: workspaceUrl,
    attachmentUrl: createServerUrl(settings.publicUrl ?? ''),
    now: clock,
    startBackground: (run) => work.background.start(run),
  });
  return createTurnRunner({
    conversations: records.conversations,
    events: records.events,
    dialog,
    owner: ownProcessIdentity(),
    mostAtOnce: MOST_TURNS,
    planTurn: (turn) => plans.planTurn(turn),
    answerCommand: ({ id: turnId, ...turn }) => records.channels.answerCommand({ ...turn, turnId }),
    onUsed: ({ orgId, personId }, { identity, model }, used) =>
      records.usage.add({
        orgId,
        roleId: identity.roleId,
        personId: personId ?? '',
        model: model.id,
        ...used,
      }),
    onEnded: async (_turn, _plan, { reason }) => watch.turnEnded(reason),
    async onGone({ orgId, sessionId }, { identity }) {
      await records.events.removeSession(orgId, sessionId);
      await records.runs.removeSession(orgId, sessionId);
      await work.background.removeSession(orgId, sessionId);
      await records.channels.deliveries.removeSession(orgId, sessionId);
      await removeWorkspace(settings.workspacesFolder, { roleId: identity.roleId, sessionId });
    },
    onFault: (error, sessionId) => log.error('turn-failed', { error, sessionId }),
  });
}
