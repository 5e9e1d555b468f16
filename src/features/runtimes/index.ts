// The door of this feature: run a skill in one of several languages.

export { findPython, type PythonInterpreter } from './python/find-python.ts';
export { createPythonRuntime, type PythonRuntimeParts } from './python/python-runtime.ts';
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
