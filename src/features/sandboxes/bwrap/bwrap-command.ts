// The command line of a process in bubblewrap. Pure: what is on it, is there; everything else is not.

import { dirname } from 'node:path';
import { EGRESS_BRIDGE, EGRESS_PORT, EGRESS_SOCKET } from '../egress/egress-places.ts';
import { PROCESS_LIMITS } from '../process-limits.ts';
import type { SandboxMount, SandboxRequest } from '../sandbox.ts';

/** Absolute paths of the programs that it takes. */
export interface BwrapPrograms {
  readonly bwrap: string;
  readonly prlimit: string;
  /** Only where the server is root. */
  readonly setpriv: string;
  /** For the bridge to the proxy. */
  readonly python: string | undefined;
}

export interface BwrapPlan {
  readonly programs: BwrapPrograms;
  readonly request: Pick<SandboxRequest, 'command' | 'folder' | 'mounts'>;
  /** Read by every process: interpreters that are not below /usr. */
  readonly toolchains: readonly string[];
  /** Host file → its place inside, read-only. */
  readonly files: readonly (readonly [string, string])[];
  /** The user that it is outside, where the server is root. */
  readonly owner: number | undefined;
  /** Symbolic links of the root (`/bin` → `usr/bin`) as this machine has them; folders are bound. */
  readonly rootLinks: readonly (readonly [string, string | undefined])[];
  /** The proxy's socket, where the process has a network. */
  readonly egress: string | undefined;
  /** Variables that bubblewrap itself must not have. */
  readonly inside: Readonly<Record<string, string>>;
}

const INSIDE_ID = '1000';
const LIMITS = [
  `--nproc=${PROCESS_LIMITS.processes}`,
  `--nofile=${PROCESS_LIMITS.openFiles}`,
  `--fsize=${PROCESS_LIMITS.fileBytes}`,
  '--core=0',
] as const;
/** Nothing of them is a secret, and programs do not work without. */
const SYSTEM_FILES = [
  '/etc/ssl',
  '/etc/ca-certificates',
  '/etc/pki',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/mime.types',
  '/etc/fonts',
  '/etc/nsswitch.conf',
] as const;

export function bwrapCommand(plan: BwrapPlan): readonly [string, ...string[]] {
  const { programs, request, owner } = plan;
  const program = bridged(plan, [programs.prlimit, ...LIMITS, '--', ...request.command]);
  const ownUser = ['--unshare-user', '--disable-userns', '--uid', INSIDE_ID, '--gid', INSIDE_ID];
  const variables = Object.entries(plan.inside).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ]);
  const start = ['--cap-drop', 'ALL', '--chdir', request.folder, ...variables, '--', ...program];
  if (owner === undefined) {
    return [programs.bwrap, ...ownUser, ...NAMESPACES, ...filesystem(plan), ...start];
  }
  // Root sees every path, so it lays them out; then it becomes that user, who is given a user namespace that has no other in it.
  const id = String(owner);
  const change = [programs.setpriv, '--reuid', id, '--regid', id, ...NO_PRIVILEGES, '--'];
  const inner = [programs.bwrap, ...ownUser, '--dev-bind', '/', '/', ...start];
  const outer = [...NAMESPACES, ...filesystem(plan), '--chdir', '/', ...MAY_CHANGE_USER, '--'];
  return [programs.bwrap, ...outer, ...change, ...inner];
}

const NAMESPACES = words(
  '--die-with-parent --new-session --unshare-ipc --unshare-pid --unshare-uts --unshare-net --unshare-cgroup-try --hostname skill',
);
const NO_PRIVILEGES = words('--clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs');
const MAY_CHANGE_USER = words(
  '--cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP',
);

function words(line: string): readonly string[] {
  return line.split(' ');
}

function bridged({ programs, egress }: BwrapPlan, program: readonly string[]): readonly string[] {
  if (egress === undefined || programs.python === undefined) return program;
  const port = String(EGRESS_PORT);
  return [programs.python, '-I', '-S', EGRESS_BRIDGE, port, EGRESS_SOCKET, ...program];
}

function filesystem(plan: BwrapPlan): readonly string[] {
  const { request, toolchains, files, rootLinks, egress } = plan;
  const mounts = inOrder([
    ...toolchains.map((path) => ({ path, access: 'read' }) as const),
    ...(egress === undefined ? [] : [{ path: EGRESS_BRIDGE, access: 'read' } as const]),
    ...request.mounts,
  ]);
  const system = rootLinks.map(([path, goal]) =>
    goal === undefined ? ['--ro-bind', path, path] : ['--symlink', goal, path],
  );
  return [
    ['--ro-bind', '/usr', '/usr'],
    ...system,
    ['--dir', '/etc'],
    ...SYSTEM_FILES.map((path) => ['--ro-bind-try', path, path]),
    ['--proc', '/proc', '--dev', '/dev'],
    memoryFolder('/dev/shm'),
    memoryFolder('/tmp'),
    ...files.map(([from, to]) => ['--ro-bind', from, to]),
    egress === undefined ? [] : ['--dir', '/run', '--ro-bind', egress, EGRESS_SOCKET],
    ...parentsOf(mounts).map((path) => ['--dir', path]),
    ...mounts.map(({ path, access }) => [access === 'write' ? '--bind' : '--ro-bind', path, path]),
    // Else the root itself would be a file system to write to.
    ['--remount-ro', '/'],
  ].flat();
}

function memoryFolder(path: string): readonly string[] {
  return ['--perms', '1777', '--size', String(PROCESS_LIMITS.temporaryBytes), '--tmpfs', path];
}

/** Outer ones first; of the same path the one that may be written to. */
function inOrder(mounts: readonly SandboxMount[]): readonly SandboxMount[] {
  const byPath = new Map<string, SandboxMount>();
  for (const mount of mounts) {
    const isInUsr = mount.path === '/usr' || mount.path.startsWith('/usr/');
    if (isInUsr && mount.access === 'read') continue;
    if (byPath.get(mount.path)?.access !== 'write') byPath.set(mount.path, mount);
  }
  return [...byPath.values()].toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
}

function depthOf(path: string): number {
  return path.split('/').length;
}

/** The folders that lead to the mounts: bubblewrap would make them for root alone. */
function parentsOf(mounts: readonly SandboxMount[]): readonly string[] {
  const parents = new Set<string>();
  for (const { path } of mounts) {
    for (let at = dirname(path); at !== '/' && at !== '.'; at = dirname(at)) parents.add(at);
  }
  const isBelow = (path: string) =>
    path === '/tmp' ||
    mounts.some((mount) => path === mount.path || path.startsWith(`${mount.path}/`));
  return [...parents].filter((path) => !isBelow(path)).toSorted((a, b) => depthOf(a) - depthOf(b));
}
