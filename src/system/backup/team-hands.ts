// Does what a backup says with the rights of the role that is to own it, and in a way that this role's own code can't leave.

import { AppError } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { SqlClient } from './backup-parts.ts';
import { quoted } from './quoted.ts';

/** For the time of a restore, inside its transaction. */
export const WORK_SCHEMA = 'qiao_restore';

export interface TeamHands {
  /**
   * One statement as `role`; `null` is ourselves. Unqualified names inside functions are looked up in `schema`, as they
   * are when its own skills call them; everything else is written with its schema.
   */
  run(role: string | null, schema: string, statement: string): Promise<void>;
  /** Puts everything away, and the search path back. */
  close(): Promise<void>;
}

/**
 * Checks, generated columns and the like call functions that skills wrote. After a mere SET ROLE such a function could set
 * the role back and be the platform; inside a SECURITY DEFINER function PostgreSQL refuses that. What the statement would
 * leave for the commit, where it would run with our rights, happens before the function returns.
 */
export async function openTeamHands(
  client: SqlClient,
  roles: readonly string[],
): Promise<TeamHands> {
  const functions = new Map(roles.map((role, at) => [role, `${WORK_SCHEMA}.as_${at}`]));
  await client.query(`drop schema if exists ${WORK_SCHEMA} cascade; create schema ${WORK_SCHEMA}`);
  for (const [role, name] of functions) {
    const to = quoted(role);
    await client.query(`
      create function ${name}(text) returns void language plpgsql security definer as
        $$ begin execute $1; set constraints all immediate; end $$;
      revoke execute on function ${name}(text) from public;
      grant usage, create on schema ${WORK_SCHEMA} to ${to};
      alter function ${name}(text) owner to ${to};
      revoke create on schema ${WORK_SCHEMA} from ${to}`);
  }
  const lookIn = (path: string) => client.query(`set local search_path = ${path}`);
  return {
    async run(role, schema, statement) {
      // PostgreSQL's own names come first by themselves.
      await lookIn(schema === '' || role === null ? `''` : quoted(schema));
      if (role === null) await runOne(client, statement);
      else {
        const name = functions.get(role);
        if (name === undefined) throw new AppError('conflict', backupTexts.roleTaken(role));
        await client.query(`select ${name}($1::text)`, [statement]);
      }
      await lookIn(`''`);
    },
    async close() {
      await client.query(`drop schema ${WORK_SCHEMA} cascade`);
      await client.query('reset search_path');
    },
  };
}

/** The extended protocol takes one statement only, whatever the text holds. */
async function runOne(client: SqlClient, text: string): Promise<void> {
  const statement: { readonly text: string; readonly queryMode: 'extended' } = {
    text,
    queryMode: 'extended',
  };
  await client.query(statement);
}
