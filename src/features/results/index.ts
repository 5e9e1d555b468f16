// The door of this feature: the envelope's rules, from what a skill gave back to what the model gets. All pure.

export { failureEnvelope, type Failure } from './failure-envelope.ts';
export type { SkillException } from './skill-exception.ts';
export type { SettledResult, Verdict } from './verdict.ts';
