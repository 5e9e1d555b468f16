// The PostgreSQL server that comes with the program: found running or started below the data folder, watched and shared.

import { existsSync } from 'node:fs';
import type { DatabaseAddress } from '#system/database/database.ts';
import { enterServer } from './enter-server.ts';
import { locateServer, type LocatedServer } from './locate-server.ts';
import { unlessStarting } from './one-starter.ts';
import type { PostgresEvent } from './postgres-event.ts';
import { PLATFORM_NAME } from './prepare-cluster.ts';
import { boundLog } from './server-log.ts';
import type { ServerParts } from './server-parts.ts';
import { stopServer, type ServerPlace } from './server-process.ts';
import { SharedUse } from './shared-use.ts';
import { removeSocketFolder, socketPath } from './socket-folder.ts';

export interface PostgresParts {
  /** `QIAO_DATA`: the cluster lies in a folder below it. */
  readonly dataFolder: string;
  /** `PG_BIN_DIR`: the programs of another PostgreSQL 18. */
  readonly programs?: string | undefined;
  readonly onEvent?: ((event: PostgresEvent) => void) | undefined;
  /** How often the size of the log and the place of the socket are looked at. */
  readonly lookEveryMs?: number;
}

type PlaceAddress = DatabaseAddress & { readonly host: string };

export interface RunningPostgres {
  /** As the platform's own role: owns its database, may create roles, is no superuser. */
  readonly address: PlaceAddress;
  /** As the superuser: for the supervisor and for tests. */
  readonly superuser: PlaceAddress;
  /** Leaves the server; who leaves last stops it. */
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY_MS = 60_000;

/**
 * Several processes may do this with one data folder: the first starts the server, the last stops it, and each of
 * them starts it again when it is lost. Throws `database-unavailable` or `path-refused` with what to do.
 */
export async function startPostgres(parts: PostgresParts): Promise<RunningPostgres> {
  const located = await locateServer(parts.dataFolder, parts.programs);
  const { server } = located;
  // Whoever starts the server needs the folder.
  const clearUp = () =>
    unlessStarting(server.secretName, () => removeSocketFolder(server.socketFolder));
  let place: ServerPlace = { host: server.socketFolder, port: 0 };
  const use = await SharedUse.begin({
    enter: async (isFirst) => {
      const connection = await enterServer(located, isFirst);
      place = connection.place;
      return connection;
    },
    stopServer: () => stopServer(server),
    onEvent: (event) => parts.onEvent?.(event),
  }).catch(async (error: unknown) => {
    await clearUp();
    throw error;
  });
  const look = setInterval(() => lookAfter(server, place, use), parts.lookEveryMs ?? LOOK_EVERY_MS);
  look.unref();
  let stopping: Promise<void> | undefined;
  return {
    ...addressesAt(place, located),
    stop: () => {
      clearInterval(look);
      stopping ??= use.end().then(clearUp);
      return stopping;
    },
  };
}

function addressesAt(
  place: ServerPlace,
  { password }: LocatedServer,
): Pick<RunningPostgres, 'address' | 'superuser'> {
  const superuser = { user: 'postgres', password: password.superuser, database: 'postgres' };
  const platform = { user: PLATFORM_NAME, password: password.platform, database: PLATFORM_NAME };
  return { address: { ...place, ...platform }, superuser: { ...place, ...superuser } };
}

/** A cleaner of /tmp may take the socket: then nobody new gets in until the server is started again. */
function lookAfter(server: ServerParts, place: ServerPlace, use: SharedUse): void {
  boundLog(server.folders.log);
  const isCutOff = process.platform !== 'win32' && !existsSync(socketPath(place.host));
  if (use.isHeld && isCutOff) void stopServer(server);
}
