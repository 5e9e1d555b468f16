// The sandbox that every machine has: a process tree of its own. It keeps apart neither files, network nor processes.

import { createProcessKeeper } from './process-keeper.ts';
import type { Sandbox } from './sandbox.ts';

export function createPlainSandbox(): Sandbox {
  const keeper = createProcessKeeper();
  return {
    name: 'plain',
    isolates: { files: false, network: false },
    start: async (request) => keeper.start({ ...request, program: request.command[0] }),
    close: () => keeper.close(),
  };
}
