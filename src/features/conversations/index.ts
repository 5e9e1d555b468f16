// The door of this feature: sessions, their turns, and who runs them.

export { conversationMigrations } from './conversation-tables.ts';
export { createConversations, type Conversations, type OpenTurn } from './conversations.ts';
export type { Session } from './sessions.ts';
export type { FoundTurn } from './turn-search.ts';
export type { CallView, TurnView } from './turn-views.ts';
export type { AcceptedTurn, RunnableTurn } from './turns.ts';
