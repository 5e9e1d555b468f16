// The whole environment of a process in a sandbox: what was asked for, at places that exist there, and the way out.

import type { SandboxRequest } from './sandbox.ts';

export interface OwnPlaces {
  /** The address of the one way out, where the process has a network. */
  readonly proxy?: string;
  /** Where it may write what is nobody else's. */
  readonly home: string;
}

export function sandboxEnvironment(
  { environment, mounts }: Pick<SandboxRequest, 'environment' | 'mounts'>,
  { proxy, home }: OwnPlaces,
): Readonly<Record<string, string>> {
  const { HOME, TMPDIR, ...rest } = environment;
  const orHome = (path: string | undefined): string => {
    const isThere =
      path !== undefined &&
      mounts.some((mount) => path === mount.path || path.startsWith(`${mount.path}/`));
    return isThere ? path : home;
  };
  return {
    ...rest,
    HOME: orHome(HOME),
    TMPDIR: orHome(TMPDIR),
    ...(proxy === undefined ? {} : proxyVariables(proxy)),
  };
}

/** What the system's own libraries read before a program's first line: code to load, files to open. */
const OF_THE_LOADER =
  /^(?:LD_.*|GLIBC_TUNABLES|GCONV_PATH|GETCONF_DIR|HOSTALIASES|LOCALDOMAIN|LOCPATH|MUSL_LOCPATH|MALLOC_.*|NIS_PATH|NLSPATH|RES_OPTIONS|RESOLV_HOST_CONF|TZDIR)$/;

export interface SplitEnvironment {
  /** For the programs that stand at the door. */
  readonly outside: Readonly<Record<string, string>>;
  /** For what runs inside alone: outside, with the server's rights, they would load a skill's code. */
  readonly inside: Readonly<Record<string, string>>;
}

export function splitEnvironment(all: Readonly<Record<string, string>>): SplitEnvironment {
  const pairs = Object.entries(all);
  return {
    outside: Object.fromEntries(pairs.filter(([name]) => !OF_THE_LOADER.test(name))),
    inside: Object.fromEntries(pairs.filter(([name]) => OF_THE_LOADER.test(name))),
  };
}

/**
 * Programs read one or the other spelling; Node reads them only where it is told to. Nothing goes past the proxy, for
 * the sandbox has no other way, and what the operator allows may be on this machine.
 */
function proxyVariables(proxy: string): Record<string, string> {
  const names = ['http_proxy', 'https_proxy', 'all_proxy'];
  return {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [name, proxy],
        [name.toUpperCase(), proxy],
      ]),
    ),
    no_proxy: '',
    NO_PROXY: '',
    NODE_USE_ENV_PROXY: '1',
  };
}
