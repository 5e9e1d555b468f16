// The door of this feature: document skills, followed by a sub-agent or handed to whoever asked.

export { documentObstacle } from './document-obstacle.ts';
export { createDocumentRuntime } from './document-runtime.ts';
export { needsSubAgent } from './instruction-only.ts';
export { instructionSchema } from './instruction-schema.ts';
export { createSubAgents } from './sub-agents.ts';
