// The door of this feature: run a skill in one of several languages.

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
