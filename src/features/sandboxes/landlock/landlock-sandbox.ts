// Landlock and seccomp: for Linux where user namespaces are forbidden. Files, network and system calls are kept apart; the table of processes and /tmp are not.

import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { AppError } from '#base/app-error.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { openEgress, type EgressRules } from '../egress/egress-proxy.ts';
import { createProcessKeeper } from '../process-keeper.ts';
import { PROCESS_LIMITS } from '../process-limits.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { sandboxEnvironment, splitEnvironment } from '../sandbox-environment.ts';
import type { Sandbox, SandboxProcess, SandboxRequest } from '../sandbox.ts';
import { giveWritable } from '../workspace-owner.ts';

const LAUNCHER = fileURLToPath(
  new URL('../../../../python/qiao_sandbox/landlock.py', import.meta.url),
);

export interface LandlockParts {
  readonly egress: EgressRules;
  /** Interpreters' own folders, where they are not below /usr. */
  readonly toolchains: () => Promise<readonly string[]>;
  /** An absolute path, or undefined where there is none. */
  readonly findPython: () => Promise<string | undefined>;
}

export function createLandlockSandbox(parts: LandlockParts): Sandbox {
  const keeper = createProcessKeeper();
  return {
    name: 'landlock',
    isolates: { files: true, network: true },
    start: (request) => start(request, parts, keeper),
    close: () => keeper.close(),
  };
}

async function start(
  request: SandboxRequest,
  parts: LandlockParts,
  keeper: ReturnType<typeof createProcessKeeper>,
): Promise<SandboxProcess> {
  refuseMissing(request);
  const python = await parts.findPython();
  if (python === undefined) {
    const text = sandboxTexts.programMissing('landlock', 'python3');
    throw new AppError('sandbox-unavailable', text);
  }
  const toolchains = await parts.toolchains();
  const owner = await giveWritable(request.mounts);
  const { network, mounts } = request;
  const token = randomBytes(18).toString('base64url');
  const proxy =
    network.kind === 'none' ? undefined : await openEgress({ ...parts.egress, network, token });
  const paths = (access: 'read' | 'write') =>
    mounts.filter((mount) => mount.access === access).map(({ path }) => path);
  const address = proxy && `http://qiao:${token}@127.0.0.1:${proxy.port}`;
  const home = paths('write')[0] ?? request.folder;
  const { outside, inside } = splitEnvironment(
    sandboxEnvironment(request, { ...(address !== undefined && { proxy: address }), home }),
  );
  const settings = {
    environment: inside,
    read: [...toolchains, ...paths('read')],
    write: paths('write'),
    port: proxy?.port ?? null,
    owner: owner ?? null,
    processes: PROCESS_LIMITS.processes,
    file_bytes: PROCESS_LIMITS.fileBytes,
  };
  try {
    const process = keeper.start({
      command: [python, '-I', '-S', LAUNCHER, JSON.stringify(settings), ...request.command],
      program: request.command[0],
      environment: outside,
      folder: request.folder,
      limits: request.limits,
      hasChannel: request.hasChannel,
      egressDenied: () => proxy?.denied() ?? [],
    });
    const close = () => void proxy?.close();
    process.ended.then(close, close);
    return process;
  } catch (error) {
    await proxy?.close();
    throw error;
  }
}
