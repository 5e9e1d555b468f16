// An event as the bytes that go out: made once, however many follow the session.

import type { StoredEvent } from '#features/events/index.ts';

// Events and lists of them are the same objects for all who follow in this process, and forgotten when they have them.
const frames = new WeakMap<StoredEvent, Buffer>();
const blocks = new WeakMap<readonly StoredEvent[], Buffer>();

/** A `ServerStreamMessage` of type `event`, as JSON. */
export function eventFrame(sessionId: string, event: StoredEvent): Buffer {
  const made = frames.get(event);
  if (made !== undefined) return made;
  const frame = Buffer.from(messageText(sessionId, event));
  frames.set(event, frame);
  return frame;
}

/** The same messages as server-sent events, each with its seq as its id. */
export function sseBlock(sessionId: string, events: readonly StoredEvent[]): Buffer {
  const made = blocks.get(events);
  if (made !== undefined) return made;
  const text = events.map(
    (event) => `id: ${event.seq}\ndata: ${messageText(sessionId, event)}\n\n`,
  );
  const block = Buffer.from(text.join(''));
  blocks.set(events, block);
  return block;
}

function messageText(sessionId: string, { seq, turnId, json }: StoredEvent): string {
  return (
    `{"type":"event","session":${JSON.stringify(sessionId)},"seq":${seq},` +
    `"turn":${JSON.stringify(turnId)},"event":${json}}`
  );
}
