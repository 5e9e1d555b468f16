// Comes to the embedded server: creates, starts and prepares it where need be, and takes the users' lock.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import {
  databaseFailure,
  isConnectionLost,
  sqlStateOf,
} from '#system/database/database-failure.ts';
import { clientConfig } from '#system/database/database.ts';
import { createCluster, hasCluster } from './create-cluster.ts';
import type { LocatedServer } from './locate-server.ts';
import { asOneStarter } from './one-starter.ts';
import { isPrepared, PLATFORM_NAME, prepareCluster } from './prepare-cluster.ts';
import { resetPassword } from './reset-password.ts';
import type { ServerParts } from './server-parts.ts';
import { ensureServer, stopServer, type ServerPlace } from './server-process.ts';
import { readServerState } from './server-state.ts';

/** The connection that holds the shared lock of one user of the server. */
export interface UserConnection {
  readonly client: Client;
  readonly place: ServerPlace;
  /** Resolves with the reason when the connection is gone. */
  readonly ended: Promise<string>;
}

/** Of the advisory lock: each user of the server holds it shared, who stops the server exclusively. */
export const USERS_LOCK = '1902732655, 1';

const AGAIN_MS = 3;
const PATIENCE_MS = 300_000;
/** The platform's role or database is missing or knows another password. */
const UNPREPARED = new Set(['28P01', '28000', '3D000']);

/**
 * Throws `database-unavailable` with what to do. `mayCreate`: not for a server that was there before, whose folder was
 * taken away, or its disk unmounted: an empty one in its place would look like everything was lost.
 */
export function enterServer(located: LocatedServer, mayCreate: boolean): Promise<UserConnection> {
  const { folders, secretName } = located.server;
  return asOneStarter({ name: secretName, log: folders.log }, async () => {
    if (!mayCreate && !hasCluster(folders.cluster))
      throw new AppError('database-unavailable', postgresTexts.clusterGone(folders.cluster));
    if (!hasCluster(folders.cluster)) await createCluster(located.server, located.password);
    else if (located.password.isNew && !isPrepared(folders.preparedMark, secretName))
      await resetPassword(located.server, located.password.superuser);
    return connectPatiently(located);
  });
}

async function connectPatiently(located: LocatedServer): Promise<UserConnection> {
  const { server } = located;
  const until = performance.now() + PATIENCE_MS;
  let mayPrepare = true;
  for (;;) {
    const place = await ensureServer(server);
    try {
      await prepareOnce(located, place);
      return await connectUser(located, place);
    } catch (thrown) {
      const state = sqlStateOf(thrown) ?? '';
      if (UNPREPARED.has(state) && mayPrepare) {
        mayPrepare = false;
        rmSync(server.folders.preparedMark, { force: true });
      } else if (isConnectionLost(thrown) && performance.now() < until) {
        await lookAgain(server, place);
      } else throw failure(thrown, located);
    }
  }
}

async function prepareOnce({ server, password }: LocatedServer, place: ServerPlace): Promise<void> {
  const mark = server.folders.preparedMark;
  if (isPrepared(mark, server.secretName)) return;
  await prepareCluster({
    superuser: { ...place, user: 'postgres', password: password.superuser, database: 'postgres' },
    password: password.platform,
    mark,
    secretName: server.secretName,
    account: server.account,
  });
}

async function connectUser(
  { password }: LocatedServer,
  place: ServerPlace,
): Promise<UserConnection> {
  const address = {
    ...place,
    user: PLATFORM_NAME,
    password: password.platform,
    database: PLATFORM_NAME,
  };
  const client = new Client({
    ...clientConfig(address),
    application_name: 'qiao-user',
    ssl: false,
    connectionTimeoutMillis: 10_000,
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  client.on('error', (error) => resolve(error.message));
  client.on('end', () => resolve('the connection ended'));
  try {
    await client.connect();
    await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return { client, place, ended };
}

/** It is stopping, starting or crashing, and another look tells; or a cleaner of /tmp has taken its socket. */
async function lookAgain(server: ServerParts, { host, port }: ServerPlace): Promise<void> {
  const socket = join(host, `.s.PGSQL.${port}`);
  if (!host.startsWith('/') || existsSync(socket)) return pause(AGAIN_MS);
  const state = readServerState(server.folders.cluster);
  // To stop it would only make its users start it again where we can't see it.
  if ('pid' in state && existsSync(`/proc/${state.pid}/root${socket}`))
    throw new AppError('database-unavailable', postgresTexts.otherView(host, state.pid));
  await stopServer(server);
}

function failure(thrown: unknown, { server }: LocatedServer): unknown {
  if (sqlStateOf(thrown) !== '28P01') return databaseFailure(thrown);
  const text = postgresTexts.wrongPassword(server.folders.passwordFile);
  return new AppError('database-unavailable', text, { cause: thrown });
}
