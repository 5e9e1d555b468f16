// The door of this feature: where a skill's processes come from.

export { createSandboxes, type Sandboxes, type SandboxesState } from './create-sandboxes.ts';
export { createPlainSandbox } from './plain-sandbox.ts';
export type { CodeResult } from './pyodide/code-result.ts';
export { createCodeRunner, type CodeRunner } from './pyodide/code-runner.ts';
export { createCodeSandbox } from './pyodide/code-sandbox.ts';
export type {
  ProcessEnd,
  Sandbox,
  SandboxMount,
  SandboxNetwork,
  SandboxProcess,
  SandboxRequest,
} from './sandbox.ts';
