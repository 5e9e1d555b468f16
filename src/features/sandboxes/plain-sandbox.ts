// The sandbox that every machine has: a process tree of its own. It keeps apart neither files, network nor processes.

import { randomBytes } from 'node:crypto';
import { startChild } from '#system/child-process.ts';
import { createTreeGuard } from '#system/tree-guard.ts';
import type { Sandbox, SandboxProcess } from './sandbox.ts';
import { superviseProcess } from './supervised-process.ts';
import { createTreeMonitor } from './tree-monitor.ts';

/** Carried by every process and its descendants unless they clear their environment (see `ProcessTree`). */
const MARKER = 'QIAO_TREE';

/** Starts nothing by itself; the first process brings the guard that outlives the server. */
export function createPlainSandbox(): Sandbox {
  const prefix = randomBytes(9).toString('hex');
  const guard = createTreeGuard(`${MARKER}=${prefix}.`);
  const monitor = createTreeMonitor(guard);
  const running = new Set<SandboxProcess>();
  let started = 0;

  return {
    name: 'plain',
    isolates: { files: false, network: false },
    start: async (request) => {
      guard.ensureRunning();
      started += 1;
      const name = `${prefix}.${started}.`;
      const child = startChild({
        ...request,
        environment: { ...request.environment, [MARKER]: name },
      });
      const process = superviseProcess({
        child,
        program: request.command[0],
        marker: `${MARKER}=${name}`,
        memoryBytes: request.limits.memoryBytes,
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
