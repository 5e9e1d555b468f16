// For this feature's tests: logs on one database, and a reader that keeps what it got.

import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { clientConfig, openDatabase, type DatabaseAddress } from '#system/database/database.ts';
import { createEventLog } from './create-event-log.ts';
import type { EventLog, EventPlace, StoredEvent, Subscriber } from './event-log.ts';

/** A process of its own as far as the log can tell: with its own pool. */
export function openLog(database: {
  readonly address: DatabaseAddress;
}): EventLog & { readonly failures: unknown[] } {
  const own = openDatabase(database.address, { poolSize: 4 });
  const failures: unknown[] = [];
  const log = createEventLog({
    database: own,
    processId: randomUUID(),
    onFailure: (failure) => failures.push(failure),
  });
  const close = async (): Promise<void> => {
    await log.close();
    await own.close();
  };
  return { ...log, close, failures };
}

export function newPlace(orgId = 'org-1'): EventPlace {
  return { orgId, sessionId: randomUUID(), turnId: randomUUID() };
}

/** A subscriber that keeps everything, and can be awaited. */
export class Recorder {
  readonly events: StoredEvent[] = [];
  readonly subscriber: Subscriber;
  #awaited: { readonly isThere: () => boolean; readonly resolve: () => void } | undefined;

  constructor(handlers: Partial<Subscriber> = {}) {
    this.subscriber = {
      ...handlers,
      onEvents: (batch) => {
        this.events.push(...batch);
        if (this.#awaited?.isThere() === true) this.#awaited.resolve();
        return handlers.onEvents?.(batch);
      },
    };
  }

  seqs(): readonly number[] {
    return this.events.map(({ seq }) => seq);
  }

  texts(): readonly string[] {
    return this.events.map(textOf);
  }

  received(count: number): Promise<void> {
    return this.#until(() => this.events.length >= count);
  }

  reached(seq: number): Promise<void> {
    return this.#until(() => (this.events.at(-1)?.seq ?? 0) >= seq);
  }

  #until(isThere: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { isThere, resolve };
      if (isThere()) resolve();
    });
  }
}

/** What a text delta says; else the event's type. */
export function textOf({ json }: StoredEvent): string {
  const event: unknown = JSON.parse(json);
  if (typeof event !== 'object' || event === null) return json;
  if ('text' in event && typeof event.text === 'string') return event.text;
  return 'type' in event ? String(event.type) : json;
}

/** 1 … count. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** Ends every connection to the database from outside; returns how many there were. */
export async function killConnections(database: {
  readonly superuser: DatabaseAddress;
}): Promise<number> {
  const client = new Client(clientConfig(database.superuser));
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rowCount ?? 0;
}
