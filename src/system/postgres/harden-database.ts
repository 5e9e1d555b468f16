// Cuts down what every role may do by itself in one database, so that a skill's session can't reach around its role.

import { escapeIdentifier, type Client } from 'pg';

/**
 * What the standard grants to everybody and a skill has no business with, by the functions' names:
 * changing its own role or user, sleeping in a connection, objects outside its schema, SQL from a string, locks of the
 * platform's, and messages straight into the log of changes.
 */
const CLOSED_FUNCTIONS = [
  '^set_config$',
  '^pg_sleep',
  '^lo_',
  '^(lowrite|loread)$',
  '^(query|cursor|table|schema|database)_to_xml',
  '^pg_(try_)?advisory_',
  '^pg_logical_emit_message$',
  '^pg_export_snapshot$',
] as const;

export interface HardenParts {
  /** As a superuser, in the database. */
  readonly client: Client;
  /** The platform's own role, which keeps all of it. */
  readonly owner: string;
}

/** Can be done again. */
export async function hardenDatabase({ client, owner }: HardenParts): Promise<void> {
  const { rows } = await client.query<{ readonly name: string; readonly signature: string }>(
    `select current_database() as name, p.oid::regprocedure::text as signature
     from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f'
     and p.proname ~ $1 and has_function_privilege('public', p.oid, 'execute')`,
    [CLOSED_FUNCTIONS.join('|')],
  );
  const role = escapeIdentifier(owner);
  const functions = rows.map(({ signature }) => signature).join(', ');
  const { rows: here } = await client.query<{ readonly name: string }>(
    'select current_database() as name',
  );
  const database = escapeIdentifier(here[0]?.name ?? '');
  await client.query(
    [
      'begin',
      ...(functions === ''
        ? []
        : [
            `revoke execute on function ${functions} from public`,
            `grant execute on function ${functions} to ${role}`,
          ]),
      'revoke all on schema public from public',
      `revoke connect, temporary on database ${database} from public`,
      // So that the platform can bound its teams' roles below the server's own limit.
      `grant set on parameter temp_file_limit to ${role}`,
      'commit',
    ].join(';\n'),
  );
}

/** Whether it was done, as far as any role can see. */
export async function isDatabaseHardened(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly open: boolean }>(
    `select has_function_privilege('public', 'pg_catalog.set_config(text,text,boolean)', 'execute') as open`,
  );
  return rows[0]?.open === false;
}
