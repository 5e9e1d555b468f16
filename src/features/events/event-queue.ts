// What waits to be stored: in order for each session, text that stands together as one event, taken in bounded batches.

import type { ChatEvent } from '#contract/chat-events.ts';
import type { EventPlace } from './event-log.ts';
import { eventText } from './event-text.ts';

/** One session's part. `appended` and `settled` count events since the session last had nothing waiting. */
export interface SessionQueue {
  readonly orgId: string;
  readonly sessionId: string;
  appended: number;
  settled: number;
  waiting: QueuedEvent[];
  /** Who awaits that `settled` reaches `until`. */
  waiters: readonly QueueWaiter[];
}

interface QueueWaiter extends PromiseWithResolvers<void> {
  readonly until: number;
}

interface QueuedEvent {
  readonly turnId: string;
  readonly event: ChatEvent;
  /** Absent while text may still be joined to it. */
  readonly json?: string;
  /** About the characters of its JSON. */
  readonly size: number;
}

export interface BatchItem {
  readonly queue: SessionQueue;
  readonly turnId: string;
  readonly type: string;
  readonly json: string;
  readonly size: number;
}

const BATCH_EVENTS = 2000;
const BATCH_CHARACTERS = 1024 * 1024;
/** Text longer than this is not joined to more: every reader gets an event whole. */
const JOINED_CHARACTERS = 16 * 1024;
/** What an event needs besides its text. */
const EVENT_CHARACTERS = 100;

/** Adds an event, or joins it to the last one; returns by how much the queue grew. */
export function enqueue(queue: SessionQueue, { turnId }: EventPlace, event: ChatEvent): number {
  const last = queue.waiting.at(-1);
  const joined = last?.turnId === turnId ? joinText(last, event) : undefined;
  if (last !== undefined && joined !== undefined) {
    queue.waiting[queue.waiting.length - 1] = joined;
    return joined.size - last.size;
  }
  const added = queuedEvent(turnId, event);
  queue.waiting.push(added);
  queue.appended += 1;
  return added.size;
}

/** Takes from the queues in turn, so that none waits for ever behind busy ones. */
export function takeBatch(queues: Map<string, SessionQueue>): readonly BatchItem[] {
  const items: BatchItem[] = [];
  let characters = 0;
  // Not the map itself: those that were taken from go to its end.
  for (const queue of Array.from(queues.values())) {
    if (items.length >= BATCH_EVENTS || characters >= BATCH_CHARACTERS) break;
    let taken = 0;
    for (const queued of queue.waiting) {
      if (items.length >= BATCH_EVENTS || characters >= BATCH_CHARACTERS) break;
      items.push(itemOf(queue, queued));
      characters += queued.size;
      taken += 1;
    }
    queue.waiting = queue.waiting.slice(taken);
    queues.delete(queue.sessionId);
    queues.set(queue.sessionId, queue);
  }
  return items;
}

/** What `platform.append_events` takes. */
export function batchJson(items: readonly BatchItem[]): string {
  const rows = items.map(
    ({ queue, turnId, type, json }) =>
      `{"session":${JSON.stringify(queue.sessionId)},"org":${JSON.stringify(queue.orgId)},` +
      `"turn":${JSON.stringify(turnId)},"type":"${type}","body":${json}}`,
  );
  return `[${rows.join(',')}]`;
}

function joinText(last: QueuedEvent, event: ChatEvent): QueuedEvent | undefined {
  if (event.type !== 'text-delta' || last.event.type !== 'text-delta') return undefined;
  const size = last.size + event.text.length;
  if (size > JOINED_CHARACTERS) return undefined;
  return { ...last, event: { ...event, text: last.event.text + event.text }, size };
}

function queuedEvent(turnId: string, event: ChatEvent): QueuedEvent {
  if (event.type === 'text-delta') {
    return { turnId, event, size: EVENT_CHARACTERS + event.text.length };
  }
  // Written now: whoever gave it may change it later.
  const json = eventText(event);
  return { turnId, event, json, size: EVENT_CHARACTERS + json.length };
}

function itemOf(queue: SessionQueue, { turnId, event, json, size }: QueuedEvent): BatchItem {
  return { queue, turnId, type: event.type, json: json ?? eventText(event), size };
}
