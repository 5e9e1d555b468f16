// `run_code`: a piece of Python for a document where there is no container (DOC-07).

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { agentToolTexts } from '#contract/texts/document-texts.ts';
import { failureEnvelope } from '#features/results/index.ts';
import type { SubAgentTool } from '#features/runtimes/index.ts';
import type { CodeResult, CodeRunner } from '#features/sandboxes/index.ts';

export interface CodeToolParts {
  readonly runner: Pick<CodeRunner, 'run'>;
  readonly workspace: string;
  readonly language: Language;
}

const WALL_MS = 60_000;
/** Where the workspace is to the code. */
export const CODE_WORKSPACE = '/workspace';

export function createCodeTool({ runner, workspace, language }: CodeToolParts): SubAgentTool {
  return {
    name: 'run_code',
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
      try {
        return told(await runner.run({ code, workspace, wallMs: WALL_MS, signal, language }));
      } catch (error) {
        if (!(error instanceof AppError) || signal.aborted) throw error;
        return failureEnvelope({ error: error.text[language], nonRetriable: true });
      }
    },
  };
}

/** Code that fails is mended and run again: no failure of the tool. */
function told({ error, ...ran }: CodeResult): JsonObject {
  if (error === undefined) return { ...ran };
  const { type, message, traceback } = error;
  return { ...ran, error: `${type}: ${message}`, traceback, error_type: 'recoverable' };
}
