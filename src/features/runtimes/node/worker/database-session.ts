// A skill's database session as it sees it: opened at first use, closed by `await using` or by a callback's end (CTX-07).

import { databaseParameters } from './database-parameters.ts';
import { databaseResult, type DatabaseResult } from './database-result.ts';
import type { HostClient } from './host-client.ts';

/** What query builders give: an object with its SQL. */
interface StatementText {
  readonly text: string;
}

export interface DatabaseSession extends AsyncDisposable {
  /**
   * One statement; `:name` with an object, `$1` with a list, and a list of objects executes once for each. Values come
   * as JSON holds them: numeric, and int8 beyond 2^53, as text, dates and times as ISO 8601, bytea as base64.
   */
  execute(sql: string | StatementText, parameters?: unknown): Promise<DatabaseResult>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** What was not committed is rolled back. */
  close(): Promise<void>;
}

/**
 * `await using db = ctx.db_factory()`, or `await ctx.db_factory(async (db) => …)`, which closes the session when the
 * callback is over and gives back what it gave. Committing is the skill's own; an exception rolls back.
 */
export function createDatabaseFactory(
  host: HostClient,
): (use?: (db: DatabaseSession) => Promise<unknown>) => DatabaseSession | Promise<unknown> {
  return (use) => {
    const session = createSession(host);
    return use === undefined ? session : useSession(session, use);
  };
}

async function useSession(
  session: DatabaseSession,
  use: (db: DatabaseSession) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}

export function createSession(host: HostClient): DatabaseSession {
  let opened: Promise<unknown> | undefined;

  const end = async (method: string) => {
    // Nothing was asked of it, so there is nothing to end.
    if (opened === undefined) return;
    await host.request(method, { session: await opened });
  };
  const close = async () => {
    const ended = end('db.close');
    opened = undefined;
    await ended;
  };
  return {
    execute: async (sql, parameters) => {
      opened ??= host.request('db.open', {}).catch((error: unknown) => {
        // The next statement tries again.
        opened = undefined;
        throw error;
      });
      const session = await opened;
      const given = { session, sql: textOf(sql), parameters: databaseParameters(parameters) };
      return databaseResult(await host.request('db.execute', given));
    },
    commit: async () => await end('db.commit'),
    rollback: async () => await end('db.rollback'),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function textOf(statement: string | StatementText): string {
  return typeof statement === 'string' ? statement : statement.text;
}
