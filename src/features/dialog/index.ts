// The door of this feature: a session's turns.

export {
  createServerUrl,
  fileUrl,
  localUrl,
  workspaceUrl,
  workspaceUrlOf,
} from './artifact-url.ts';
export { createDialog, type Dialog, type TurnPlan, type TurnResult } from './dialog.ts';
export { fileNotices } from './file-notices.ts';
export { createMemoryConversation } from './turn-record.ts';
export { createTurnRunner, type TurnRunner } from './turn-runner.ts';
