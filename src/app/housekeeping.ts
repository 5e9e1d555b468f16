// Takes away what is over, once in a while and by one process only: expired sign-ins, old runs, conversations past their time.

import { removeWorkspace } from '#features/workspaces/index.ts';
import { clearBlobs, clearLeftovers, clearWorkspaces } from './clear-files.ts';
import type { Platform } from './compose-platform.ts';

const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;
/** Any number, the same in every process. */
const LOCK = 7_261_001;
const EVENT_DAYS = 1;
/** For somebody who attached a file and went home. */
const EMPTY_DAYS = 7;

export interface Housekeeping {
  stop(): Promise<void>;
}

export function startHousekeeping(platform: Platform): Housekeeping {
  const { log } = platform.instance;
  const leaving = new AbortController();
  let work: Promise<void> = Promise.resolve();
  const tidyUp = (): void => {
    work = tidy(platform, leaving.signal).catch((error: unknown) =>
      log.error('housekeeping-failed', { error }),
    );
  };
  const first = setTimeout(tidyUp, FIRST_MS);
  const timer = setInterval(tidyUp, EVERY_MS);
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      leaving.abort();
      await work;
    },
  };
}

/** Only where no other process is at it. */
async function tidy(platform: Platform, signal: AbortSignal): Promise<void> {
  const client = await platform.instance.database.connect();
  try {
    const { rows } = await client.query<{ is_mine: boolean }>(
      `select pg_try_advisory_lock(${LOCK}) as is_mine`,
    );
    if (rows[0]?.is_mine === true) await tidyAlone(platform, signal);
  } finally {
    await client.end();
  }
}

async function tidyAlone(platform: Platform, signal: AbortSignal): Promise<void> {
  const { accounts, background, channels, conversations, events, runs, instance } = platform;
  const { runRetentionDays } = instance.settings;
  const tasks = {
    accounts: () => accounts.removeExpired(),
    events: () => events.removeBefore(EVENT_DAYS),
    runs: () => runs.removeBefore('all', runRetentionDays),
    background: () => background.removeBefore(runRetentionDays),
    deliveries: () => channels.deliveries.removeBefore(runRetentionDays),
    conversations: () => removeOldConversations(platform, signal),
    emptyConversations: () => removeEmptyConversations(platform, signal),
    artifacts: () => conversations.artifacts.removeExpired(),
    workspaces: () => clearWorkspaces(platform, signal),
    leftovers: () => clearLeftovers(platform, signal),
    // Last: what the others took away leaves contents behind.
    blobs: () => clearBlobs(platform, signal),
  };
  const removed: Record<string, number> = {};
  for (const [name, task] of Object.entries(tasks)) {
    if (signal.aborted) return;
    removed[name] = await task();
  }
  instance.log.info('housekeeping-done', removed);
}

/** By each organisation's own policy; without one they stay. */
async function removeOldConversations(platform: Platform, signal: AbortSignal): Promise<number> {
  const { background, channels, conversations, events, runs, instance } = platform;
  let count = 0;
  for (const { orgId, days } of await retentions(platform)) {
    for (;;) {
      const gone = await conversations.sessions.removeInactive(orgId, days);
      for (const { id: sessionId, roleId } of gone) {
        await events.removeSession(orgId, sessionId);
        await runs.removeSession(orgId, sessionId);
        await background.removeSession(orgId, sessionId);
        await channels.deliveries.removeSession(orgId, sessionId);
        await removeWorkspace(instance.settings.workspacesFolder, { roleId, sessionId });
      }
      count += gone.length;
      if (signal.aborted) return count;
      if (gone.length === 0) break;
    }
    await runs.removeBefore({ orgId }, days);
  }
  return count;
}

async function removeEmptyConversations(platform: Platform, signal: AbortSignal): Promise<number> {
  const { conversations, instance } = platform;
  let count = 0;
  while (!signal.aborted) {
    const gone = await conversations.sessions.removeEmpty(EMPTY_DAYS);
    for (const { id: sessionId, roleId } of gone)
      await removeWorkspace(instance.settings.workspacesFolder, { roleId, sessionId });
    count += gone.length;
    if (gone.length === 0) break;
  }
  return count;
}

interface Retention {
  readonly orgId: string;
  readonly days: number;
}

async function retentions({ accounts }: Platform): Promise<readonly Retention[]> {
  const found: Retention[] = [];
  let after: string | undefined;
  do {
    const page = await accounts.orgs.all({ limit: 200, after });
    for (const { id: orgId, settings } of page.items)
      if (settings.retentionDays !== null) found.push({ orgId, days: settings.retentionDays });
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found;
}
