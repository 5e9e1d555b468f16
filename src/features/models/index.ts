// The door of this feature: language models behind one interface.

export type {
  AssistantPart,
  ChatModel,
  ModelFile,
  ModelFinish,
  MentionedSkill,
  ModelMessage,
  SystemMessage,
  ModelPart,
  ModelRequest,
  ModelUsage,
  ProviderMetadata,
  ToolDefinition,
  ToolResult,
} from './chat-model.ts';
export { createChatModel, type ChatModelParts } from './create-chat-model.ts';
export { withRetries, type ModelRetry, type RetryParts } from './with-retries.ts';
export { withTimeouts, type ModelTimeouts } from './with-timeouts.ts';
