// What every provider on this machine has in common: its processes are watched, bounded in memory, and die with the server.

import { randomBytes } from 'node:crypto';
import { startChild } from '#system/child-process.ts';
import { createTreeGuard } from '#system/tree-guard.ts';
import type { SandboxProcess, SandboxRequest } from './sandbox.ts';
import { superviseProcess } from './supervised-process.ts';
import { createTreeMonitor } from './tree-monitor.ts';

/** Carried by every process and its descendants unless they clear their environment (see `ProcessTree`). */
const MARKER = 'QIAO_TREE';

interface KeptRequest extends Pick<
  SandboxRequest,
  'environment' | 'folder' | 'limits' | 'hasChannel'
> {
  /** What is started here, in front of the program or as it. */
  readonly command: readonly [string, ...string[]];
  /** As it was asked for, for error texts. */
  readonly program: string;
  readonly egressDenied?: SandboxProcess['egressDenied'];
  readonly tellsSignals?: boolean;
}

export interface ProcessKeeper {
  /** Throws `spawn-failed` with `details.systemCode`. */
  start(request: KeptRequest): SandboxProcess;
  /** Ends every process it started and what they started, as far as `kill` does. */
  close(): Promise<void>;
}

/** Starts nothing by itself; the first process brings the guard that outlives the server. */
export function createProcessKeeper(): ProcessKeeper {
  const prefix = randomBytes(9).toString('hex');
  const guard = createTreeGuard(`${MARKER}=${prefix}.`);
  const monitor = createTreeMonitor(guard);
  const running = new Set<SandboxProcess>();
  let started = 0;

  return {
    start: (request) => {
      guard.ensureRunning();
      started += 1;
      const name = `${prefix}.${started}.`;
      const { environment, limits } = request;
      const child = startChild({ ...request, environment: { ...environment, [MARKER]: name } });
      const process = superviseProcess({
        ...request,
        child,
        marker: `${MARKER}=${name}`,
        memoryBytes: limits.memoryBytes,
        monitor,
      });
      running.add(process);
      const forget = () => running.delete(process);
      process.ended.then(forget, forget);
      return process;
    },
    close: async () => {
      await Promise.all([...running].map((process) => process.kill()));
      monitor.close();
      await guard.close();
    },
  };
}
