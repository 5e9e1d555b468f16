// The door of this feature: run a skill in one of several languages.

export { createNodeRuntime, type NodeRuntimeParts } from './node/node-runtime.ts';
export { createProcessRuntime, type ProcessRuntimeParts } from './process/process-runtime.ts';
export { findPython } from './python/find-python.ts';
export { createPythonRuntime } from './python/python-runtime.ts';
export type {
  RunHost,
  RunLimits,
  RuntimeOutcome,
  RuntimeRun,
  SkillDatabase,
  SkillEntry,
  SkillProgram,
  SkillProvider,
  SkillRuntime,
} from './runtime.ts';
