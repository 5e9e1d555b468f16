// Python that a model writes, where there is no container for it (DOC-07). Nothing is started before it is used.

import { join } from 'node:path';
import {
  createCodeRunner,
  createCodeSandbox,
  type CodeRunner,
  type Sandboxes,
} from '#features/sandboxes/index.ts';
import type { Settings } from '#system/settings.ts';

interface CodeParts {
  readonly settings: Pick<Settings, 'dataFolder'>;
  /** Told of what only makes starts slow. */
  readonly onSlow: (error: unknown) => void;
}

interface CodeProgram {
  readonly runner: CodeRunner;
  close(): Promise<void>;
}

export function composeCode(sandboxes: Sandboxes, { settings, onSlow }: CodeParts): CodeProgram {
  const sandbox = createCodeSandbox(sandboxes);
  const cacheFolder = join(settings.dataFolder, 'cache', 'python');
  const runner = createCodeRunner({ sandbox, cacheFolder, onProblem: onSlow });
  return {
    runner,
    async close() {
      await runner.close();
      await sandbox.close();
    },
  };
}
