// The door of this feature: run a skill in one of several languages.

export {
  createTrustedRuntime,
  type TrustedExecute,
  type TrustedHost,
  type TrustedSkill,
} from './builtin/trusted-runtime.ts';
export { describeThrown } from './builtin/describe-thrown.ts';
export { createNodeRuntime } from './node/node-runtime.ts';
export { createProcessRuntime } from './process/process-runtime.ts';
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
export type {
  SubAgentEnd,
  SubAgentLimits,
  SubAgents,
  SubAgentStep,
  SubAgentTask,
  SubAgentTool,
} from './sub-agents.ts';
export { dependencyOutcome, ensureDependencies } from './skill-dependencies.ts';
export { realFolder } from './workspace-folder.ts';
