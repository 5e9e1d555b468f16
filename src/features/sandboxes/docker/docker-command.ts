// The command line of a process in a container of Docker or Podman. Pure.

import { ownProcessIdentity } from '#system/process-identity.ts';
import { EGRESS_BRIDGE, EGRESS_PORT, EGRESS_SOCKET } from '../egress/egress-places.ts';
import { PROCESS_LIMITS } from '../process-limits.ts';
import type { SandboxRequest } from '../sandbox.ts';

export interface DockerPlan {
  /** Absolute path of `docker` or `podman`. */
  readonly engine: string;
  readonly image: string;
  /** Of the container: it is ended by it. */
  readonly name: string;
  readonly request: SandboxRequest;
  readonly environment: Readonly<Record<string, string>>;
  /** `uid:gid` of who owns the workspace outside. */
  readonly user: string;
  /** Host file → its place inside. */
  readonly files: readonly (readonly [string, string])[];
  /** The proxy's socket, where the process has a network. */
  readonly egress: string | undefined;
}

/** Carried by every container of ours, for the sweep after a crash. */
export const CONTAINER_LABEL = 'qiao.sandbox';

/** Values of variables are on no command line: anybody on the machine could read them there. */
export function dockerCommand(plan: DockerPlan): readonly [string, ...string[]] {
  const { engine, image, name, request, environment, user, files, egress } = plan;
  const [entry = '', ...rest] = bridged(plan);
  const memory = String(request.limits.memoryBytes);
  const own =
    egress === undefined
      ? []
      : [
          [egress, EGRESS_SOCKET],
          [EGRESS_BRIDGE, EGRESS_BRIDGE],
        ];
  const options = [
    ['--rm', '--init', '--name', name, '--pull', 'never'],
    ['--label', `${CONTAINER_LABEL}=${ownProcessIdentity()}`],
    ['--network', 'none', '--hostname', 'skill', '--ipc', 'private'],
    ['--read-only', '--tmpfs', `/tmp:rw,nosuid,nodev,size=${PROCESS_LIMITS.temporaryBytes}`],
    ['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--user', user],
    ['--pids-limit', String(PROCESS_LIMITS.processes)],
    ['--memory', memory, '--memory-swap', memory],
    ['--ulimit', `nofile=${PROCESS_LIMITS.openFiles}`, '--ulimit', 'core=0'],
    ['--ulimit', `fsize=${PROCESS_LIMITS.fileBytes}`],
    ...[...files, ...own].map(([from = '', to = '']) => ['--mount', mountOf(from, to, 'read')]),
    ...request.mounts.map(({ path, access }) => ['--mount', mountOf(path, path, access)]),
    ...Object.keys(environment).map((variable) => ['--env', variable]),
    ['--workdir', request.folder, '--entrypoint', entry],
  ];
  return [engine, 'run', ...options.flat(), image, ...rest];
}

/** The image has a Python, or its processes have no network. */
function bridged({ request, egress }: DockerPlan): readonly string[] {
  if (egress === undefined) return request.command;
  const bridge = ['-I', '-S', EGRESS_BRIDGE, String(EGRESS_PORT), EGRESS_SOCKET];
  return ['python3', ...bridge, ...request.command];
}

/** A field of a comma-separated list, in quotation marks as CSV has them. */
function mountOf(from: string, to: string, access: 'read' | 'write'): string {
  const fields = ['type=bind', `source=${from}`, `target=${to}`];
  const all = access === 'read' ? [...fields, 'readonly'] : fields;
  return all
    .map((field) => (/[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',');
}
