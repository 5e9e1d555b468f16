// The door of this feature: EXECUTE, from a skill's name to its settled result.

export { createExecution, type Execution } from './execute.ts';
export type { ConfiguredSkill, ExecutionParts } from './execution-parts.ts';
export { buildFixedContext, triggeredAt, type FixedContext } from './fixed-context.ts';
export { createResultThreads } from './result-threads.ts';
export type { CallIdentity } from './runtime-context.ts';
export type { RunFiles, SkillCall } from './skill-call.ts';
export { missingConfiguration, type RunPlace } from './unmet-requirements.ts';
export { validateInput } from './validate-input.ts';
