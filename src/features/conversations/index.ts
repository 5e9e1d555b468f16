// The door of this feature: sessions, their turns, and who runs them.

export type { AcceptedTurn } from './accept-turn.ts';
export type { MadeArtifact, StoredArtifact, TurnArtifact } from './artifacts.ts';
export type { Attachment, EarlierFiles, TurnAttachment } from './attachments.ts';
export { replaceCallResult, type CallReplacement } from './call-replacement.ts';
export { holdSession } from './hold-session.ts';
export { conversationMigrations } from './conversation-tables.ts';
export {
  createConversations,
  type Conversations,
  type ConversationsParts,
  type OpenTurn,
} from './conversations.ts';
export type { Session } from './sessions.ts';
export type { SaidMessage } from './turn-history.ts';
export type { FoundTurn } from './turn-search.ts';
export type { CallView, TurnView } from './turn-views.ts';
export type { RunnableTurn } from './turns.ts';
