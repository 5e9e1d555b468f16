// The door of `events`: what happens in a session's turns, durable and resumable.

export { appendWithin } from './append-within.ts';
export { createEventLog } from './create-event-log.ts';
export { eventsMigrations } from './event-migrations.ts';
export type { EventLog, StoredEvent, Subscription, SubscriptionEnd } from './event-log.ts';
