// The door of `events`: what happens in a session's turns, durable and resumable.

export { createEventLog, type EventLogParts } from './create-event-log.ts';
export { eventsMigrations } from './event-migrations.ts';
export type {
  EventLog,
  EventPage,
  EventPlace,
  StoredEvent,
  Subscriber,
  Subscription,
  SubscriptionEnd,
} from './event-log.ts';
