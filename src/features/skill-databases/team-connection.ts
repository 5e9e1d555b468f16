// Connects as a team's role, and ends what its skills leave behind on the server.

import { Client, type ClientConfig } from 'pg';
import { clientConfig, type Database, type DatabaseAddress } from '#system/database/database.ts';
import type { SkillDatabaseLimits } from './limits.ts';
import { sessionSettings } from './team-role.ts';

const CONNECT_MS = 10_000;
/** How long a connection may take to end in an orderly way. */
const END_MS = 1000;

/** A fresh connection, so that nothing of an earlier session is in it. */
export async function connectAs(
  address: DatabaseAddress,
  login: { readonly role: string; readonly password: string },
  limits: SkillDatabaseLimits,
): Promise<Client> {
  const client = new Client(teamConfig(address, login, limits));
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function teamConfig(
  address: DatabaseAddress,
  { role, password }: { readonly role: string; readonly password: string },
  limits: SkillDatabaseLimits,
): ClientConfig {
  const login = {
    user: role,
    password,
    application_name: 'qiao-skill',
    options: sessionSettings(role, limits)
      .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
      .join(' '),
  };
  const place = 'url' in address ? { url: withLogin(address.url, login) } : address;
  return { ...clientConfig(place), ...login, connectionTimeoutMillis: CONNECT_MS };
}

/** What stands in an address's query wins over the rest of it, and the last over what comes before. */
function withLogin(url: string, login: Readonly<Record<string, string>>): string {
  const words = Object.entries(login).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${url}${url.includes('?') ? '&' : '?'}${words.join('&')}`;
}

/**
 * Ends a connection. While a statement runs (`isBusy`) the server is told to end it too: a statement can catch its
 * cancellation, but not its termination. Never rejects.
 */
export async function endConnection(
  database: Database,
  client: Client,
  isBusy: boolean,
): Promise<void> {
  const ended = client.end().catch(() => undefined);
  if (isBusy) await terminate(database, client).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, END_MS).unref());
  await Promise.race([ended, late]);
}

async function terminate(database: Database, client: Client): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types leave the server's number of it out
  const { processID, user } = client as Client & { readonly processID: number | null };
  await database.run({
    name: 'end-skill-session',
    text: `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and usename = $2`,
    values: [processID, user],
  });
}

/** Ends sessions that a server left behind when it died. Those of living servers are younger. */
export async function endLeftConnections(
  database: Database,
  limits: SkillDatabaseLimits,
): Promise<void> {
  await database.run({
    name: 'end-left-skill-sessions',
    text: `select pg_terminate_backend(a.pid)
      from pg_stat_activity a join platform.skill_databases s on s.role = a.usename
      where a.datname = current_database()
        and a.backend_start < clock_timestamp() - make_interval(secs => $1)`,
    values: [(limits.sessionMs * 2) / 1000],
  });
}
