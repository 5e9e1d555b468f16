// Lends each run sessions in its team's own schema, as the team's own login role (CTX-07, RUN-06).

import { AppError } from '#base/app-error.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import type { SkillDatabase } from '#features/runtimes/index.ts';
import { databaseFailure, sqlStateOf } from '#system/database/database-failure.ts';
import type { Database } from '#system/database/database.ts';
import { createDatabaseSession, type DatabaseSession } from './database-session.ts';
import { SKILL_DATABASE_LIMITS, type SkillDatabaseLimits } from './limits.ts';
import { createRunSessions } from './run-sessions.ts';
import { rolePassword } from './scram-verifier.ts';
import { createSessionPlaces } from './session-places.ts';
import { connectAs, endConnection, endLeftConnections } from './team-connection.ts';
import { ensureTeamRole, type Team } from './team-role.ts';

export interface SkillDatabaseParts {
  /** The platform's own: its role owns the database and may create roles. */
  readonly database: Database;
  /**
   * Secret bytes that are the same in every server of this database (32 or more): a team's password is derived from
   * them, so that servers agree on it without keeping it anywhere.
   */
  readonly passwordKey: Uint8Array;
  readonly limits?: Partial<SkillDatabaseLimits>;
  readonly newId: () => string;
}

/** One run, and whose it is. */
interface DatabaseUse {
  readonly orgId: string;
  /** `""` where the org has no teams: its sessions are then the org's own. */
  readonly teamId: string;
  /** Aborted when the run is over: its sessions end with it. */
  readonly signal: AbortSignal;
}

export interface SkillDatabases {
  /** For one run: a session of another run does not exist in it. Opens nothing yet. */
  sessionsFor(use: DatabaseUse): SkillDatabase;
  /** Ends every session. */
  close(): Promise<void>;
}

export function createSkillDatabases(parts: SkillDatabaseParts): SkillDatabases {
  const limits = { ...SKILL_DATABASE_LIMITS, ...parts.limits };
  const places = createSessionPlaces(limits);
  const connector = createConnector(parts, limits);
  const open = new Set<DatabaseSession>();
  const closing = new AbortController();

  const openSession = async ({ orgId, teamId, signal }: DatabaseUse) => {
    const giveBack = await places.take(JSON.stringify([orgId, teamId]), signal);
    try {
      const client = await connector.connect({ orgId, teamId });
      const session = createDatabaseSession({
        client,
        limits,
        async onEnd(isBusy) {
          open.delete(session);
          await endConnection(parts.database, client, isBusy);
          giveBack();
        },
      });
      open.add(session);
      return session;
    } catch (thrown) {
      giveBack();
      throw thrown;
    }
  };

  return {
    sessionsFor(use) {
      const create = () => {
        const signal = AbortSignal.any([use.signal, closing.signal]);
        return createRunSessions({
          signal,
          most: limits.sessionsOfRun,
          newId: parts.newId,
          open: () => openSession({ ...use, signal }),
        });
      };
      // Most runs open none.
      let sessions: SkillDatabase | undefined;
      const opened = () => (sessions ??= create());
      return {
        open: () => opened().open(),
        execute: (...given) => opened().execute(...given),
        end: (...given) => opened().end(...given),
      };
    },
    async close() {
      closing.abort();
      await Promise.all([...open].map((session) => session.close()));
    },
  };
}

/** Wrong password or no such role: another server changed it, a skill did, or the server is a new one. */
const WRONG_LOGIN = /^28/;

function createConnector(parts: SkillDatabaseParts, limits: SkillDatabaseLimits) {
  const { database } = parts;
  const passwordOf = (role: string) => rolePassword(parts.passwordKey, role);
  const known = new Map<string, Promise<string>>();
  let sweptAt = -Infinity;

  const roleOf = async (team: Team) => {
    const key = JSON.stringify([team.orgId, team.teamId]);
    let role = known.get(key);
    if (role === undefined) {
      role = ensureTeamRole({ database, limits, passwordOf }, team);
      known.set(key, role);
      role.catch(() => known.delete(key));
    }
    return { role: await role, forget: () => known.delete(key) };
  };
  const sweep = () => {
    if (performance.now() - sweptAt < limits.sessionMs) return;
    sweptAt = performance.now();
    // What can't be ended now is tried again with a later session.
    endLeftConnections(database, limits).catch(() => undefined);
  };
  const connectOnce = async (role: string) =>
    await connectAs(database.address, { role, password: passwordOf(role) }, limits);

  return {
    async connect(team: Team) {
      sweep();
      const { role, forget } = await roleOf(team);
      try {
        return await connectOnce(role);
      } catch (thrown) {
        if (!WRONG_LOGIN.test(sqlStateOf(thrown) ?? '')) throw connectFailure(thrown, limits);
      }
      forget();
      try {
        return await connectOnce((await roleOf(team)).role);
      } catch (thrown) {
        throw connectFailure(thrown, limits);
      }
    },
  };
}

function connectFailure(thrown: unknown, limits: SkillDatabaseLimits): unknown {
  // 53300 is the server's whole number of connections, or the team's.
  if (sqlStateOf(thrown) !== '53300') return databaseFailure(thrown);
  const text = skillDatabaseTexts.noPlace(limits.waitMs / 1000);
  return new AppError('limit-reached', text, { cause: thrown });
}
