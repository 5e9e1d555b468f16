// The door of this feature: language models behind one interface.

export type {
  AssistantPart,
  ChatModel,
  ModelFinish,
  ModelMessage,
  ModelPart,
  ModelRequest,
  ModelUsage,
  ToolDefinition,
  ToolResult,
} from './chat-model.ts';
