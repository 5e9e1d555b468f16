// Makes the database roles of a backup, and lets us act as each of them while their schemas are filled.

import { escapeLiteral } from 'pg';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { RestoreParts, SqlClient } from './backup-parts.ts';
import type { Membership, RoleFacts } from './catalogue/read-roles.ts';
import { serverVersion } from './plain-form.ts';
import { quoted } from './quoted.ts';

/** From here on a membership says whether it inherits and whether it may be acted as. */
const HAS_MEMBERSHIP_OPTIONS = 160_000;

/** Throws `conflict` where a name is taken by a role that is not ours to manage. */
export async function makeRoles(client: SqlClient, roles: readonly RoleFacts[]): Promise<void> {
  for (const role of roles) {
    const { rows } = await client.query<{ is_ours: boolean }>(
      `select pg_has_role(session_user, oid, 'member with admin option')
        or current_setting('server_version_num')::int < $2 and not rolsuper as is_ours
        from pg_roles where rolname = $1`,
      [role.name, HAS_MEMBERSHIP_OPTIONS],
    );
    const [found] = rows;
    if (found?.is_ours === false) throw new AppError('conflict', backupTexts.roleTaken(role.name));
    const verb = found === undefined ? 'create' : 'alter';
    await client.query(`${verb} role ${quoted(role.name)} ${attributes(role)}`);
    await joinRole(client, role.name);
  }
}

function attributes({ login, inherit, connectionLimit, validUntil }: RoleFacts): string {
  const until = validUntil === null ? '' : ` valid until ${escapeLiteral(validUntil)}`;
  return `${login ? 'login' : 'nologin'} ${inherit ? 'inherit' : 'noinherit'} connection limit ${connectionLimit}${until}`;
}

/** So that we may make what it is to own, read what it owns, and drop it. */
export async function joinRole(client: SqlClient, role: string): Promise<void> {
  const hasOptions = (await serverVersion(client)) >= HAS_MEMBERSHIP_OPTIONS;
  const options = hasOptions ? ' with inherit true, set true' : '';
  const { rows } = await client.query<{ is_in: boolean }>(
    `select pg_has_role(session_user, $1, 'usage') and pg_has_role(session_user, $1, $2) as is_in`,
    [role, hasOptions ? 'set' : 'member'],
  );
  if (rows[0]?.is_in !== true) {
    await client.query(`grant ${quoted(role)} to session_user${options}`);
  }
}

/** Once everything else is there: settings, rights on the database, passwords, and who is in whom, ourselves too. */
export async function finishRoles(
  client: SqlClient,
  roles: readonly RoleFacts[],
  parts: Pick<RestoreParts, 'rolePassword'>,
): Promise<readonly Text[]> {
  const remarks: Text[] = [];
  const hasOptions = (await serverVersion(client)) >= HAS_MEMBERSHIP_OPTIONS;
  const { rows } = await client.query<{ name: string }>('select current_database()::text as name');
  const database = quoted(rows[0]?.name ?? '');
  for (const role of roles) {
    const name = quoted(role.name);
    const wanted = [
      ...rareAttributes(role).map((word) => [word, `alter role ${name} ${word}`] as const),
      ...role.databaseRights.map(
        (right) => [right, `grant ${right} on database ${database} to ${name}`] as const,
      ),
      ...role.settings.map(({ text, here }) => {
        const scope = here ? ` in database ${database}` : '';
        return [text, `alter role ${name}${scope} set ${settingSql(text)}`] as const;
      }),
    ];
    for (const [what, statement] of wanted) {
      const reason = await tryTo(client, statement);
      if (reason !== undefined) remarks.push(backupTexts.settingRefused(role.name, what, reason));
    }
    const password = role.login ? await parts.rolePassword?.(role.name, client) : undefined;
    if (password !== undefined) {
      await client.query(`alter role ${name} password ${escapeLiteral(password)}`);
    }
  }
  for (const role of roles) await restoreMemberships(client, role, hasOptions);
  return remarks;
}

function rareAttributes(role: RoleFacts): readonly string[] {
  return [
    ...(role.createRole ? ['createrole'] : []),
    ...(role.createDatabase ? ['createdb'] : []),
    ...(role.bypassesRowSecurity ? ['bypassrls'] : []),
  ];
}

/** Settings that hold a list of names are kept quoted already; as one literal they would become a single name. */
const LISTS = new Set([
  'search_path',
  'temp_tablespaces',
  'session_preload_libraries',
  'local_preload_libraries',
]);

function settingSql(text: string): string {
  const at = text.indexOf('=');
  const name = text.slice(0, at);
  const value = text.slice(at + 1);
  const isPlainList = LISTS.has(name) && /^("[^"]*"|[\w$]+)(, ?("[^"]*"|[\w$]+))*$/.test(value);
  const target = name.split('.').map(quoted).join('.');
  return `${target} to ${isPlainList ? value : escapeLiteral(value)}`;
}

async function restoreMemberships(
  client: SqlClient,
  role: RoleFacts,
  hasOptions: boolean,
): Promise<void> {
  for (const membership of role.memberships) {
    if (membership.member === null) continue;
    await tryTo(client, grantSql(membership, hasOptions));
  }
  const ours = role.memberships.find(({ member }) => member === null);
  if (ours === undefined || (!ours.inherit && !ours.set)) {
    await tryTo(client, `revoke ${quoted(role.name)} from session_user granted by session_user`);
  } else {
    // What we are beyond this (its maker, say) was given by another and stays.
    await tryTo(client, grantSql({ ...ours, admin: false }, hasOptions));
  }
}

function grantSql({ role, member, ...options }: Membership, hasOptions: boolean): string {
  const to = member === null ? 'session_user' : quoted(member);
  const given = hasOptions
    ? ` with admin ${options.admin}, inherit ${options.inherit}, set ${options.set}`
    : options.admin
      ? ' with admin option'
      : '';
  return `grant ${quoted(role)} to ${to}${given}`;
}

/** The reason where it was refused. */
async function tryTo(client: SqlClient, statement: string): Promise<string | undefined> {
  await client.query('savepoint one_step');
  try {
    await client.query(statement);
    return undefined;
  } catch (thrown) {
    await client.query('rollback to savepoint one_step');
    return messageOf(thrown);
  }
}
