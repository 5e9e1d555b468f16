// `run_code`: a piece of Python for a document where there is no container (DOC-07).

import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { agentToolTexts } from '#contract/texts/document-texts.ts';
import { failureEnvelope } from '#features/results/index.ts';
import type { SubAgentTool } from '#features/runtimes/index.ts';

/** Runs code apart from the host: no shell, no network, no secrets, the workspace's files alone. */
export interface CodeRunner {
  /** An envelope: `ok` false where the code failed, with its `error`. Ends when `signal` is aborted. */
  run(request: {
    readonly code: string;
    /** Absolute path. */
    readonly workspace: string;
    readonly wallMs: number;
    readonly signal: AbortSignal;
    readonly language: Language;
  }): Promise<JsonObject>;
}

export interface CodeToolParts {
  readonly runner: CodeRunner;
  readonly workspace: string;
  readonly language: Language;
}

const WALL_MS = 60_000;

const RUN_CODE = 'run_code';

export function createCodeTool({ runner, workspace, language }: CodeToolParts): SubAgentTool {
  return {
    name: RUN_CODE,
    description: agentToolTexts.runCode()[language],
    inputSchema: {
      type: 'object',
      properties: { code: { type: 'string' } },
      required: ['code'],
    },
    isWork: true,
    async run({ code }, signal) {
      if (typeof code !== 'string' || code.trim() === '') {
        const error = agentToolTexts.missing('code')[language];
        return failureEnvelope({ error, errorType: 'recoverable', needParam: 'code' });
      }
      const ran = await runner.run({ code, workspace, wallMs: WALL_MS, signal, language });
      // Code that fails is mended and run again: no failure of the tool.
      return ran['ok'] === false ? { error_type: 'recoverable', ...ran } : ran;
    },
  };
}
