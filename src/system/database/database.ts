// The platform's own database: one pool, Kysely for what is built at run time, prepared statements for what runs often.

import { Kysely, PostgresDialect, WithSchemaPlugin } from 'kysely';
import { Client, Pool, type ClientConfig, type PoolClient, type QueryResult } from 'pg';
import { databaseFailure, isPassing } from './database-failure.ts';
import { VALUE_TYPES } from './value-types.ts';

/** Where PostgreSQL listens and as whom to come: an address, or the parts of one (`host` may be a socket's folder). */
export type DatabaseAddress =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** The schema of everything that is the platform's. */
export const PLATFORM_SCHEMA = 'platform';

export interface DatabaseOptions {
  /** Connections at most. */
  readonly poolSize?: number;
  /** Milliseconds a statement may take. */
  readonly statementMs?: number;
  /** Milliseconds that work is tried again for where the connection is lost (`again`). */
  readonly patienceMs?: number;
  /** Told of an idle connection that broke: whoever watches the server wants to know. */
  readonly onLost?: (error: Error) => void;
}

/** A statement that PostgreSQL plans once a connection: `name` stands for exactly this text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Row = Record<string, unknown>;

/** Every method throws `databaseFailure`'s errors. */
export interface Database {
  readonly address: DatabaseAddress;
  /** Kysely over a feature's own tables, in the platform's schema. */
  tables<Tables>(): Kysely<Tables>;
  /** One statement of the extended protocol on any connection of the pool. */
  run(statement: Statement): Promise<readonly Row[]>;
  /** Text that another library wrote, without `values` perhaps several statements: the rows of all of them. */
  execute(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** `work` in one transaction, rolled back where it throws. `client` is the bare connection. */
  transaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>;
  /**
   * Does `work` again while the connection is lost, or where it had to yield in a deadlock, for `patienceMs` at most.
   * The first try may have been carried out: only for work that changes nothing the second time.
   */
  again<Result>(work: () => Promise<Result>): Promise<Result>;
  /** A connection outside the pool, which the caller ends: for LISTEN, locks and COPY. */
  connect(): Promise<Client>;
  /** Of the pool, just now. */
  load(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

const RETRY_MS = 100;

/** Opens no connection yet: the first use does. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions = {}): Database {
  const { poolSize = 12, statementMs = 30_000, patienceMs = 30_000 } = options;
  const config = { ...clientConfig(address), statement_timeout: statementMs };
  const pool = new Pool({ ...config, max: poolSize, connectionTimeoutMillis: 10_000 });
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => options.onLost?.(error));
  // Nor may one that breaks between two statements of a transaction: the next of them says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<never>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new WithSchemaPlugin(PLATFORM_SCHEMA)],
  });

  const again: Database['again'] = async (work) => {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        return await work();
      } catch (thrown) {
        const cause = causeOf(thrown);
        if (!isPassing(cause) || performance.now() > until) throw databaseFailure(thrown);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };

  return {
    address,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which tables there are is only known to types
    tables: <Tables>() => kysely as unknown as Kysely<Tables>,
    async run({ name, text, values }) {
      try {
        const { rows } = await pool.query<Row>({ name, text, values: [...values] });
        return rows;
      } catch (thrown) {
        throw databaseFailure(thrown);
      }
    },
    async execute(text, values = []) {
      try {
        return rowsOf(await pool.query<Row>(text, [...values]));
      } catch (thrown) {
        throw databaseFailure(thrown);
      }
    },
    transaction: (work) => inTransaction(pool, work),
    again,
    async connect() {
      const client = new Client(config);
      client.on('error', () => undefined);
      try {
        await client.connect();
      } catch (thrown) {
        throw databaseFailure(thrown);
      }
      return client;
    },
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => kysely.destroy(),
  };
}

/** What `pg` takes. */
export function clientConfig(address: DatabaseAddress): ClientConfig {
  // On a socket of our own there is nothing to encrypt, whatever PGSSLMODE says.
  const place =
    'url' in address ? { connectionString: address.url } : { ...address, ssl: false as const };
  return { ...place, types: VALUE_TYPES, application_name: 'qiao', keepAlive: true };
}

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  let client: PoolClient | undefined;
  let broken: Error | undefined;
  try {
    client = await pool.connect();
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (thrown) {
    await client?.query('rollback').catch((error: Error) => (broken = error));
    throw databaseFailure(thrown);
  } finally {
    client?.release(broken);
  }
}

/** The driver gives a list where there were several statements, whatever its types say. */
export function rowsOf(result: QueryResult<Row> | readonly QueryResult<Row>[]): readonly Row[] {
  return 'rows' in result ? result.rows : result.flatMap(({ rows }) => rows);
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause !== undefined && thrown.name === 'AppError'
    ? thrown.cause
    : thrown;
}
