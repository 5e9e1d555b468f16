// The door of this feature: a session's turns.

export { createDialog, type TurnResult } from './dialog.ts';
export { createMemorySessionStore } from './session-store.ts';
