// The one place where a skill's process comes from. Nothing behind this door may assume the host's files or network.

import type { Duplex } from 'node:stream';

export interface SandboxRequest {
  /** Program and arguments, as paths inside the sandbox. */
  readonly command: readonly [string, ...string[]];
  /** The whole environment of the process: nothing else leaks in (CLI-08). */
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory, one of the mounts or below one. */
  readonly folder: string;
  /** What the process may see of the disk, besides the system's own programs. */
  readonly mounts: readonly SandboxMount[];
  readonly network: SandboxNetwork;
  /** Whose programs `command` names: this machine's own (the usual), or any sandbox's (`/bin/sh`), a container's image included. */
  readonly programs?: 'own' | 'any';
  readonly limits: SandboxLimits;
  /** Whether file descriptor 3 is a duplex channel for messages. */
  readonly hasChannel: boolean;
}

/** Private, loopback and link-local addresses are reached by none of them, unless the operator allows a host (`QIAO_ALLOW_HOSTS`). */
export type SandboxNetwork =
  | { readonly kind: 'none' }
  /** Every host with a public address. */
  | { readonly kind: 'public' }
  /** These alone: `host`, `host:port`, `*.host`. */
  | { readonly kind: 'hosts'; readonly hosts: readonly string[] };

export interface SandboxMount {
  readonly path: string;
  readonly access: 'read' | 'write';
}

interface SandboxLimits {
  /** Bytes of resident memory of the whole process tree. */
  readonly memoryBytes: number;
}

export interface Sandbox {
  /** `plain`, `bwrap`, `landlock`, `docker`. */
  readonly name: string;
  /** What it keeps apart, for `qiao doctor` and the trace. */
  readonly isolates: { readonly files: boolean; readonly network: boolean };
  /**
   * Starts a process. Rejects with `spawn-failed` and the system's reason (`details.systemCode`: ENOENT, E2BIG, …),
   * with `sandbox-unavailable` where it can't keep apart what it promises: nothing ever runs outside instead.
   * What the system tells late (EAGAIN, EMFILE) rejects `ended` of the process with the same error.
   */
  start(request: SandboxRequest): Promise<SandboxProcess>;
  /** Ends every process it started and what they started, as far as `kill` does. */
  close(): Promise<void>;
}

export interface SandboxProcess {
  /** -1 where the process never started; then `ended` rejects. */
  readonly id: number;
  /** The other end of the process's file descriptor 3. Its `error` events are listened to already. */
  readonly channel: Duplex | undefined;
  /** Every piece of standard output and error, drained whether anybody listens or not. */
  onOutput(listener: (chunk: Buffer, stream: 'stdout' | 'stderr') => void): void;
  /** `host:port` that it asked for and was refused, each once, at most 100. */
  egressDenied(): readonly string[];
  /**
   * Resolves when the process itself has ended, also where a grandchild still holds its pipes; what is left of
   * its tree is killed first. Rejects with `spawn-failed` where it never started.
   */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Kills the whole tree and resolves when it is gone. Idempotent. A sandbox without a process namespace of its own
   * can't promise that for a program that means to get away (see `ProcessTree`).
   */
  kill(): Promise<void>;
}

export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** `kill` was called, or the memory limit struck. */
  readonly endedBy: 'itself' | 'kill' | 'memory';
}
