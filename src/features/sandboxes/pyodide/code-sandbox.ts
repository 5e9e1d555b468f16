// Where an interpreter's process runs: in the machine's sandbox, where there is one that works.

import type { Sandboxes } from '../create-sandboxes.ts';
import { createPlainSandbox } from '../plain-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

/**
 * What keeps code apart is the interpreter; a sandbox around it is one wall more (decision 0023). So where the operator
 * left the choice to us and none works, code runs all the same. One that was asked for and does not work is refused
 * by `sandboxes` itself. Closing it leaves `sandboxes` open.
 */
export function createCodeSandbox(sandboxes: Pick<Sandboxes, 'start' | 'state'>): Sandbox {
  const plain = createPlainSandbox();
  return {
    name: 'code',
    isolates: { files: true, network: true },
    start: async (request) => {
      const { setting, own } = await sandboxes.state();
      const isLeftAlone = setting === 'auto' && own === undefined;
      return await (isLeftAlone ? plain : sandboxes).start(request);
    },
    close: async () => await plain.close(),
  };
}
