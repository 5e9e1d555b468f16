// The sandboxes of this machine, as the settings have them.

import { AppError } from '#base/app-error.ts';
import { findPython } from '#features/runtimes/index.ts';
import { createSandboxes, type Sandboxes } from '#features/sandboxes/index.ts';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { systemResolver } from '#system/fetch/check-target.ts';
import type { Settings } from '#system/settings.ts';

type SandboxSettings = Pick<Settings, 'sandbox' | 'sandboxImage' | 'allowedHosts'>;

/** Throws `settings-invalid` for an entry of `QIAO_ALLOW_HOSTS` that can't be read. */
export function composeSandboxes(settings: SandboxSettings): Sandboxes {
  return createSandboxes({
    setting: settings.sandbox,
    image: settings.sandboxImage,
    egress: { allowed: readAllowedHosts(settings.allowedHosts), resolveHost: systemResolver },
    toolchains: async () => {
      const home = (await python())?.home;
      return [process.execPath, ...(home === undefined ? [] : [home])];
    },
    findPython: pythonPath,
  });
}

/** An absolute path, or undefined where this machine has no Python. */
export async function pythonPath(): Promise<string | undefined> {
  return (await python())?.path;
}

let found: ReturnType<typeof findPython> | undefined;

/** Asked once; a failure is not remembered, so that installing what is missing needs no restart. */
async function python(): Promise<Awaited<ReturnType<typeof findPython>> | undefined> {
  found ??= findPython();
  try {
    return await found;
  } catch (error) {
    found = undefined;
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
