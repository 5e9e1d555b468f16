// The door of this feature: where a skill's processes come from.

export type {
  ProcessEnd,
  Sandbox,
  SandboxLimits,
  SandboxMount,
  SandboxProcess,
  SandboxRequest,
} from './sandbox.ts';
