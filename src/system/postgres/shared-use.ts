// One process's use of the embedded server: held by a connection, which also tells when the server is lost.

import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#base/app-error.ts';
import { USERS_LOCK, type UserConnection } from './enter-server.ts';
import type { PostgresEvent } from './postgres-event.ts';

export interface SharedUseParts {
  /**
   * Starts the server where it does not run, and gives the connection that holds the users' lock; creates it too where
   * there never was one, which `isFirst` allows.
   */
  readonly enter: (isFirst: boolean) => Promise<UserConnection>;
  readonly stopServer: () => Promise<void>;
  readonly onEvent: (event: PostgresEvent) => void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
/** For a repair that is under way when we leave. */
const PATIENCE_MS = 10_000;

export class SharedUse {
  readonly #parts: SharedUseParts;
  readonly #leaving = new AbortController();
  #connection: UserConnection | undefined;
  #repair: Promise<void> = Promise.resolve();
  #hasLeft = false;

  private constructor(parts: SharedUseParts) {
    this.#parts = parts;
  }

  /** Throws what `enter` throws. */
  static async begin(parts: SharedUseParts): Promise<SharedUse> {
    const use = new SharedUse(parts);
    use.#watch(await parts.enter(true));
    return use;
  }

  get isHeld(): boolean {
    return this.#connection !== undefined;
  }

  /** Lets go of the server, and stops it where nobody else holds it. */
  async end(): Promise<void> {
    this.#leaving.abort();
    await Promise.race([this.#repair, pause(PATIENCE_MS, undefined, { ref: false })]);
    this.#hasLeft = true;
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection === undefined) return;
    if (await isLast(connection)) await this.#parts.stopServer();
    await connection.client.end().catch(() => undefined);
  }

  #watch(connection: UserConnection): void {
    this.#connection = connection;
    void this.#afterEnd(connection);
  }

  async #afterEnd({ ended }: UserConnection): Promise<void> {
    const reason = await ended;
    if (this.#leaving.signal.aborted) return;
    this.#connection = undefined;
    this.#parts.onEvent({ type: 'postgres-lost', reason });
    this.#repair = this.#enterAgain();
  }

  async #enterAgain(): Promise<void> {
    const start = performance.now();
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        const connection = await this.#parts.enter(false);
        // Came too late: the server is left to who comes next.
        if (this.#hasLeft) return await connection.client.end();
        this.#watch(connection);
        const afterMs = Math.round(performance.now() - start);
        return this.#parts.onEvent({ type: 'postgres-restarted', afterMs });
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        const told = AppError.from(error);
        this.#parts.onEvent({ type: 'postgres-refused', error: told, retryMs: waitMs });
      }
      await pause(waitMs, undefined, { signal: this.#leaving.signal }).catch(() => undefined);
      if (this.#leaving.signal.aborted) return;
    }
  }
}

/**
 * Whether nobody else uses the server. Whoever comes now waits for the lock until the server has stopped, and starts
 * it again; of two who leave at once the one that asks after the other has let go gets the lock.
 */
async function isLast({ client }: UserConnection): Promise<boolean> {
  try {
    await client.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    const { rows } = await client.query<{ readonly got: boolean }>(
      `select pg_try_advisory_lock(${USERS_LOCK}) as got`,
    );
    return rows[0]?.got === true;
  } catch {
    // The server is gone already, or another one is just stopping it.
    return false;
  }
}
