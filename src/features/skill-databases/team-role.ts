// A team's login role and schema: made at first use, found again by every process, with nothing but that schema.

import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { AppError, messageOf } from '#base/app-error.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import { sqlStateOf } from '#system/database/database-failure.ts';
import type { Database } from '#system/database/database.ts';
import type { SkillDatabaseLimits } from './limits.ts';
import { scramVerifier } from './scram-verifier.ts';

export interface Team {
  readonly orgId: string;
  readonly teamId: string;
}

/** Held by whoever changes rights on the database; no skill can take it. Readers are not kept waiting. */
export const LOCK_RIGHTS = 'lock table platform.skill_databases in share row exclusive mode';

export interface TeamRoleParts {
  readonly database: Database;
  readonly limits: SkillDatabaseLimits;
  readonly passwordOf: (role: string) => string;
}

/**
 * The role's name, which is its schema's too; harmless to repeat, also at the same time. Throws
 * `database-unavailable` where the platform's role may not do this, or the role may do more than it should.
 */
export async function ensureTeamRole(parts: TeamRoleParts, team: Team): Promise<string> {
  try {
    return await parts.database.transaction(async (client) => {
      const { role, database, version } = await claimRow(client, team);
      const exists = await refuseTooPowerful(client, role);
      await client.query(statements(parts, { role, database, version, exists }).join(';\n'));
      return role;
    });
  } catch (thrown) {
    if (sqlStateOf(thrown) === undefined) throw thrown;
    const text = skillDatabaseTexts.cannotSetUp(messageOf(thrown));
    throw new AppError('database-unavailable', text, { cause: thrown });
  }
}

/** The team's row. One at a time, over all servers, makes roles: the rights on the database are one row of PostgreSQL's. */
async function claimRow(client: PoolClient, { orgId, teamId }: Team) {
  const { rows: here } = await client.query<{ database: string; version: number }>(
    `select current_database() as database, current_setting('server_version_num')::int as version`,
  );
  const { database = '', version = 0 } = here[0] ?? {};
  await client.query(LOCK_RIGHTS);
  await client.query(
    `insert into platform.skill_databases (org_id, team_id, role) values ($1, $2, $3)
     on conflict do nothing`,
    [orgId, teamId, roleName(database, orgId, teamId)],
  );
  const { rows } = await client.query<{ role: string }>(
    `select role from platform.skill_databases where org_id = $1 and team_id = $2`,
    [orgId, teamId],
  );
  return { role: rows[0]?.role ?? '', database, version };
}

/** Roles belong to the whole server, so the database's name is part of it. */
function roleName(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `sk_${hash.slice(0, 20)}`;
}

async function refuseTooPowerful(client: PoolClient, role: string): Promise<boolean> {
  const { rows } = await client.query<{ is_powerful: boolean }>(
    `select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls
       or exists (select from pg_auth_members where member = r.oid) as is_powerful
     from pg_roles r where rolname = $1`,
    [role],
  );
  if (rows[0]?.is_powerful !== true) return rows.length > 0;
  throw new AppError('database-unavailable', skillDatabaseTexts.tooPowerful(role));
}

interface RoleFacts {
  readonly role: string;
  readonly database: string;
  readonly version: number;
  readonly exists: boolean;
}

/**
 * The schema stays the platform's, so that a skill can neither drop nor rename it. The platform becomes a member, which
 * is what ending the role's connections takes; it never reads the team's tables, whose rules and views would then run
 * with the platform's rights.
 */
function statements({ limits, passwordOf }: TeamRoleParts, facts: RoleFacts): readonly string[] {
  const { version, exists } = facts;
  const role = escapeIdentifier(facts.role);
  const verifier = escapeLiteral(scramVerifier(passwordOf(facts.role)));
  return [
    exists
      ? `alter role ${role} login noinherit`
      : `create role ${role} login noinherit nosuperuser nocreaterole nocreatedb noreplication nobypassrls`,
    `alter role ${role} connection limit ${limits.connectionsOfTeam} password ${verifier}`,
    `grant ${role} to current_user${version >= 160_000 ? ' with inherit true, set false' : ''}`,
    `grant connect on database ${escapeIdentifier(facts.database)} to ${role}`,
    `create schema if not exists ${role}`,
    `grant usage, create on schema ${role} to ${role}`,
    // A skill can change its role's presets; they are set anew here, and by every session for itself.
    `alter role ${role} reset all`,
    ...sessionSettings(facts.role, limits).map(
      ([name, value]) => `alter role ${role} set ${name} = ${escapeLiteral(value)}`,
    ),
    ...optionalSettings(role, limits),
  ];
}

/** What every session starts with. The skill may change these for its session; the session's own end it can't. */
export function sessionSettings(
  role: string,
  limits: SkillDatabaseLimits,
): readonly (readonly [name: string, value: string])[] {
  return [
    ['search_path', role],
    ['statement_timeout', String(limits.statementMs)],
    ['lock_timeout', String(limits.lockMs)],
    // Later than the session's own end, which tells why: for a server that died with its sessions open.
    ['idle_in_transaction_session_timeout', String(limits.sessionMs * 2)],
    ['timezone', 'UTC'],
    ['datestyle', 'ISO'],
    ['intervalstyle', 'postgres'],
    ['bytea_output', 'hex'],
    ['extra_float_digits', '1'],
    ['standard_conforming_strings', 'on'],
    ['client_min_messages', 'error'],
    ['default_transaction_read_only', 'off'],
    ['default_transaction_isolation', 'read committed'],
    ['jit', 'off'],
  ];
}

/** What not every version or system has: a dead client noticed while a statement runs, an end of transactions. */
function optionalSettings(role: string, limits: SkillDatabaseLimits): readonly string[] {
  return [
    ['client_connection_check_interval', 1000],
    ['transaction_timeout', limits.sessionMs * 2],
    ['temp_file_limit', 256 * 1024],
  ].map(
    ([name, value]) =>
      `do $$ begin alter role ${role} set ${name} = ${value}; exception when others then null; end $$`,
  );
}
