// The door of this feature: a session's turns.

export { createDialog, type Dialog, type TurnRequest, type TurnResult } from './dialog.ts';
export { createMemorySessionStore, type SessionStore } from './session-store.ts';
