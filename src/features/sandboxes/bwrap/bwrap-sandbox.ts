// Bubblewrap: files, network, processes and users of a process's own, for what Linux allows to anybody.

import { lstatSync, readlinkSync } from 'node:fs';
import { AppError } from '#base/app-error.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { findProgram, systemEnvironment } from '#system/child-process.ts';
import { EGRESS_PORT } from '../egress/egress-places.ts';
import { openEgressSocket, type EgressRules } from '../egress/egress-proxy.ts';
import { createProcessKeeper } from '../process-keeper.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { createRuntimeFolder } from '../runtime-folder.ts';
import { sandboxEnvironment, splitEnvironment } from '../sandbox-environment.ts';
import type { Sandbox, SandboxProcess, SandboxRequest } from '../sandbox.ts';
import { giveWritable } from '../workspace-owner.ts';
import { bwrapCommand, type BwrapPrograms } from './bwrap-command.ts';

const ROOT_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'] as const;

export interface BwrapParts {
  readonly egress: EgressRules;
  /** Interpreters' own folders, where they are not below /usr. */
  readonly toolchains: () => Promise<readonly string[]>;
  /** An absolute path, or undefined where there is none: then no process has a network. */
  readonly findPython: () => Promise<string | undefined>;
}

export function createBwrapSandbox(parts: BwrapParts): Sandbox {
  const keeper = createProcessKeeper();
  const folder = createRuntimeFolder();

  const start = async (request: SandboxRequest): Promise<SandboxProcess> => {
    refuseMissing(request);
    const programs = await findPrograms(parts);
    const toolchains = await parts.toolchains();
    const owner = await giveWritable(request.mounts);
    const hasBridge = programs.python !== undefined;
    const network = hasBridge ? request.network : ({ kind: 'none' } as const);
    const egress = await openEgressSocket(network, parts.egress, folder.socket());
    const proxy = egress === undefined ? {} : { proxy: `http://127.0.0.1:${EGRESS_PORT}` };
    try {
      const files = folder.files();
      const all = sandboxEnvironment(request, { home: '/tmp', ...proxy });
      const { outside, inside } = splitEnvironment(all);
      const process = keeper.start({
        command: bwrapCommand({
          programs,
          request,
          toolchains,
          files,
          owner,
          rootLinks: rootLinks(),
          egress: egress?.socket,
          inside,
        }),
        program: request.command[0],
        tellsSignals: true,
        environment: outside,
        folder: '/',
        limits: request.limits,
        hasChannel: request.hasChannel,
        egressDenied: () => egress?.denied() ?? [],
      });
      const close = () => void egress?.close();
      process.ended.then(close, close);
      return process;
    } catch (error) {
      await egress?.close();
      throw error;
    }
  };

  return {
    name: 'bwrap',
    isolates: { files: true, network: true },
    start,
    close: async () => {
      await keeper.close();
      folder.close();
    },
  };
}

async function findPrograms({ findPython }: BwrapParts): Promise<BwrapPrograms> {
  const path = systemEnvironment().PATH ?? '/usr/bin:/bin';
  const [bwrap, prlimit, setpriv] = ['bwrap', 'prlimit', 'setpriv'].map((name) => {
    try {
      return findProgram(name, path, '/');
    } catch (cause) {
      throw new AppError('sandbox-unavailable', sandboxTexts.programMissing('bwrap', name), {
        cause,
      });
    }
  });
  return {
    bwrap: bwrap ?? '',
    prlimit: prlimit ?? '',
    setpriv: setpriv ?? '',
    python: await findPython(),
  };
}

function rootLinks(): readonly (readonly [string, string | undefined])[] {
  return ROOT_FOLDERS.flatMap((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return [[path, found.isSymbolicLink() ? readlinkSync(path) : undefined] as const];
  });
}
