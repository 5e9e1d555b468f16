// A skill's database session as it sees it: opened at first use, closed by `await using` or by a callback's end (CTX-07).

import type { HostClient } from './host-client.ts';

interface DatabaseResult {
  readonly columns: readonly string[];
  /** One list of values a row, in the order of `columns`. */
  readonly rows: readonly (readonly unknown[])[];
  readonly rowCount: number;
  /** The rows as objects. */
  all(): readonly Readonly<Record<string, unknown>>[];
  /** The first row as an object, or null. */
  first(): Readonly<Record<string, unknown>> | null;
  /** The first value of the first row, or null. */
  scalar(): unknown;
  /** The first value of every row. */
  scalars(): readonly unknown[];
}

export interface DatabaseSession extends AsyncDisposable {
  execute(sql: string, parameters?: unknown): Promise<DatabaseResult>;
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
    await end('db.close');
    opened = undefined;
  };
  return {
    execute: async (sql, parameters) => {
      opened ??= host.request('db.open', {});
      const session = await opened;
      return databaseResult(
        await host.request('db.execute', { session, sql, parameters: parameters ?? null }),
      );
    },
    commit: async () => await end('db.commit'),
    rollback: async () => await end('db.rollback'),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function databaseResult(answer: unknown): DatabaseResult {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the protocol's answer to `db.execute`
  const { columns, rows, row_count } = answer as {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
    readonly row_count: number;
  };
  const objectOf = (row: readonly unknown[]) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]]));
  const [first] = rows;
  return {
    columns,
    rows,
    rowCount: row_count,
    all: () => rows.map(objectOf),
    first: () => (first === undefined ? null : objectOf(first)),
    scalar: () => first?.[0] ?? null,
    scalars: () => rows.map((row) => row[0]),
  };
}
