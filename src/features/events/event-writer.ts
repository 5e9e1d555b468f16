// Stores the events of all sessions of a process: one batch at a time, at most every 50 ms, each exactly once.

import { AppError } from '#base/app-error.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { streamTexts } from '#contract/texts/stream-texts.ts';
import type { Database } from '#system/database/database.ts';
import type { EventPlace, StoredEvent } from './event-log.ts';
import { batchJson, enqueue, takeBatch, type BatchItem, type SessionQueue } from './event-queue.ts';
import { createFlushTimer, type FlushOutcome } from './flush-timer.ts';

export interface EventWriterParts {
  readonly database: Pick<Database, 'again' | 'run'>;
  /** Tells batches of different processes apart; without a dot or a space. */
  readonly processId: string;
  /** Told of what was stored, session by session, in order. */
  readonly onStored: (
    place: { readonly orgId: string; readonly sessionId: string },
    events: readonly StoredEvent[],
  ) => void;
  /** A batch could not be stored for now, or one of its events never can. */
  readonly onFailure: (failure: unknown) => void;
}

interface Batch {
  readonly name: string;
  readonly items: readonly BatchItem[];
  isTried: boolean;
}

/** Characters in memory above which whoever appends is asked to wait. */
const MEMORY_CHARACTERS = 16 * 1024 * 1024;

export class EventWriter {
  readonly #parts: EventWriterParts;
  /** Those with events that are not settled. */
  readonly #queues = new Map<string, SessionQueue>();
  readonly #timer = createFlushTimer(() => this.#storeNext());
  /** Batches that failed, before anything newer. */
  #held: readonly Batch[] = [];
  #batches = 0;
  #characters = 0;
  #room: PromiseWithResolvers<void> | undefined;
  #isClosed = false;

  constructor(parts: EventWriterParts) {
    this.#parts = parts;
  }

  append(place: EventPlace, event: ChatEvent): Promise<void> | undefined {
    const queue = this.#queues.get(place.sessionId) ?? this.#newQueue(place);
    this.#characters += enqueue(queue, place, event);
    this.#timer.want();
    if (this.#characters < MEMORY_CHARACTERS) return undefined;
    this.#room ??= Promise.withResolvers();
    return this.#room.promise;
  }

  async flush(sessionId: string): Promise<void> {
    const queue = this.#queues.get(sessionId);
    if (queue === undefined) return;
    if (this.#isClosed) throw new AppError('stopped', streamTexts.stopping());
    const waiter = { ...Promise.withResolvers<void>(), until: queue.appended };
    queue.waiters = [...queue.waiters, waiter];
    this.#timer.want('soon');
    await waiter.promise;
  }

  /** Stores what waits, and gives up where the database can't. */
  async close(): Promise<void> {
    await this.#timer.close();
    this.#isClosed = true;
    const failure = new AppError('stopped', streamTexts.stopping());
    for (const queue of this.#queues.values()) rejectWaiters(queue, failure);
  }

  #newQueue({ orgId, sessionId }: EventPlace): SessionQueue {
    const counts = { appended: 0, settled: 0 };
    const queue: SessionQueue = { orgId, sessionId, ...counts, waiting: [], waiters: [] };
    this.#queues.set(sessionId, queue);
    return queue;
  }

  async #storeNext(): Promise<FlushOutcome> {
    const [again, ...others] = this.#held;
    const batch = again ?? this.#newBatch(takeBatch(this.#queues));
    this.#held = others;
    if (batch.items.length > 0) {
      try {
        this.#settle(batch, await storeBatch(this.#parts.database, batch));
      } catch (failure) {
        this.#parts.onFailure(failure);
        if (this.#isForNow(failure)) {
          this.#held = [batch, ...this.#held];
          return 'failed';
        }
        this.#isolateFault(batch.items, failure);
      }
    }
    return this.#held.length > 0 || hasWaiting(this.#queues) ? 'more' : 'idle';
  }

  #newBatch(items: readonly BatchItem[]): Batch {
    this.#batches += 1;
    return { name: `${this.#parts.processId}.${this.#batches}`, items, isTried: false };
  }

  #settle(batch: Batch, lastSeqs: ReadonlyMap<string, number>): void {
    for (const [queue, items] of Map.groupBy(batch.items, (item) => item.queue)) {
      const before = (lastSeqs.get(queue.sessionId) ?? Number.NaN) - items.length;
      const events = items.map(({ turnId, json }, at) => ({ seq: before + 1 + at, turnId, json }));
      this.#parts.onStored(queue, events);
      this.#done(queue, items);
    }
  }

  /** These events need nothing more: stored, or given up. */
  #done(queue: SessionQueue, items: readonly BatchItem[]): void {
    queue.settled += items.length;
    for (const { size } of items) this.#characters -= size;
    if (queue.settled === queue.appended) this.#queues.delete(queue.sessionId);
    for (const { until, resolve } of queue.waiters) if (until <= queue.settled) resolve();
    queue.waiters = queue.waiters.filter(({ until }) => until > queue.settled);
    if (this.#characters >= MEMORY_CHARACTERS) return;
    this.#room?.resolve();
    this.#room = undefined;
  }

  /** The database's fault, which passes: nothing is lost, but nobody who waits is left to wait. */
  #isForNow(failure: unknown): boolean {
    if (!(failure instanceof AppError) || failure.code !== 'database-unavailable') return false;
    for (const queue of this.#queues.values()) rejectWaiters(queue, failure);
    return true;
  }

  /** An event's fault: it is found by halves, so that it takes nothing else with it. */
  #isolateFault(items: readonly BatchItem[], failure: unknown): void {
    const [first] = items;
    if (first === undefined) return;
    if (items.length === 1) {
      rejectWaiters(first.queue, failure);
      this.#done(first.queue, items);
      return;
    }
    const half = Math.ceil(items.length / 2);
    const halves = [items.slice(0, half), items.slice(half)].map((part) => this.#newBatch(part));
    this.#held = [...halves, ...this.#held];
  }
}

async function storeBatch(
  database: EventWriterParts['database'],
  batch: Batch,
): Promise<ReadonlyMap<string, number>> {
  const json = batchJson(batch.items);
  const rows = await database.again(() => {
    const isRetry = batch.isTried;
    batch.isTried = true;
    return database.run({
      name: 'append-events',
      text: 'select session, last from platform.append_events($1, $2, $3)',
      values: [json, batch.name, isRetry],
    });
  });
  return new Map(rows.map(({ session, last }) => [String(session), Number(last)]));
}

function rejectWaiters(queue: SessionQueue, failure: unknown): void {
  for (const { reject } of queue.waiters) reject(failure);
  queue.waiters = [];
}

function hasWaiting(queues: ReadonlyMap<string, SessionQueue>): boolean {
  return queues.values().some(({ waiting }) => waiting.length > 0);
}
