// How the feature reads and writes its tables: failures come out as sentences.

import { CamelCasePlugin, type Kysely, type Transaction } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import { databaseFailure, sqlStateOf } from '#system/database/database-failure.ts';
import type { Database } from '#system/database/database.ts';
import type { AccountTables } from './account-tables.ts';

type Reading = Kysely<AccountTables>;
export type Writing = Transaction<AccountTables>;

/** Both throw `databaseFailure`'s errors, `conflict` where a name is taken, and `not-found` where a part is missing. */
export interface AccountStore {
  /** Outside a transaction, again where the connection is lost: for what changes nothing. */
  read<Result>(work: (tables: Reading) => Promise<Result>): Promise<Result>;
  /** In one transaction. */
  write<Result>(work: (tables: Writing) => Promise<Result>): Promise<Result>;
}

export function createAccountStore(database: Database): AccountStore {
  const tables = database
    .tables<AccountTables>()
    .withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true }));
  return {
    async read(work) {
      try {
        return await database.again(() => work(tables));
      } catch (thrown) {
        throw refusalOf(thrown) ?? thrown;
      }
    },
    async write(work) {
      try {
        return await tables.transaction().execute(work);
      } catch (thrown) {
        throw refusalOf(thrown) ?? databaseFailure(thrown);
      }
    },
  };
}

/** What a constraint says to people. */
const REFUSALS: Readonly<Record<string, () => AppError>> = {
  people_login: () => new AppError('conflict', accountTexts.loginTaken()),
  teams_name: () => new AppError('conflict', accountTexts.teamNameTaken()),
  roles_name: () => new AppError('conflict', accountTexts.roleNameTaken()),
  contacts_key: () => new AppError('conflict', accountTexts.contactKeyTaken()),
  team_members_team: () => new AppError('not-found', accountTexts.noSuch('team')),
  roles_team: () => new AppError('not-found', accountTexts.noSuch('team')),
  invitations_team: () => new AppError('not-found', accountTexts.noSuch('team')),
  team_members_person: () => new AppError('not-found', accountTexts.noSuch('person')),
  contacts_person: () => new AppError('not-found', accountTexts.noSuch('person')),
};

/** 22021: a character that PostgreSQL can't take; 23503: a part that is missing; 23505: what must be unique is there. */
function refusalOf(thrown: unknown): AppError | undefined {
  const state = sqlStateOf(thrown);
  if (state === '22021') {
    return new AppError('request-invalid', accountTexts.unstorable(), { cause: thrown });
  }
  if (state !== '23503' && state !== '23505') return undefined;
  if (!(thrown instanceof Error) || !('constraint' in thrown)) return undefined;
  return REFUSALS[String(thrown.constraint)]?.();
}
