// The providers that keep their word on this machine, for tests that need real ones.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { systemResolver } from '#system/fetch/check-target.ts';
import { createSandboxes, type Sandboxes } from '../create-sandboxes.ts';
import type { SandboxProcess, SandboxRequest } from '../sandbox.ts';

export const PYTHON = '/usr/bin/python3';
const MEMORY_BYTES = 512 * 1024 * 1024;

export function realSandboxes(
  setting: Parameters<typeof createSandboxes>[0]['setting'],
  allowHosts: readonly string[] = [],
): Sandboxes {
  return createSandboxes({
    setting,
    image: 'python:3-slim',
    egress: { allowed: readAllowedHosts(allowHosts), resolveHost: systemResolver },
    toolchains: async () => [process.execPath],
    findPython: async () => PYTHON,
  });
}

/** Those of bwrap and landlock that work; the others are told aloud. */
export async function workingProviders(): Promise<readonly ('bwrap' | 'landlock')[]> {
  const sandboxes = realSandboxes('auto');
  const { providers } = await sandboxes.state();
  await sandboxes.close();
  return (['bwrap', 'landlock'] as const).filter((name) => {
    const found = providers.find((each) => each.name === name);
    if (found?.works !== true)
      process.stderr.write(`NOT TESTED HERE: ${name}: ${found?.reason.en}\n`);
    return found?.works === true;
  });
}

export interface Place {
  /** Writable inside. */
  readonly workspace: string;
  /** Readable inside. */
  readonly skill: string;
  /** Not there inside. */
  readonly outside: string;
  request(command: SandboxRequest['command'], more?: Partial<SandboxRequest>): SandboxRequest;
  remove(): Promise<void>;
}

export function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'qiao-place-'));
  const place = {
    workspace: join(root, 'work space', 'ws'),
    skill: join(root, 'skills', 'demo'),
    outside: join(root, 'outside'),
  };
  for (const folder of Object.values(place)) mkdirSync(folder, { recursive: true });
  return {
    ...place,
    request: (command, more = {}) => ({
      command,
      environment: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      folder: place.workspace,
      mounts: [
        { path: place.workspace, access: 'write' },
        { path: place.skill, access: 'read' },
      ],
      network: { kind: 'none' },
      limits: { memoryBytes: MEMORY_BYTES },
      hasChannel: false,
      ...more,
    }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** A provider and a place for all tests of the `describe` that it is called in. */
export function openStage(provider: 'bwrap' | 'landlock'): {
  readonly sandbox: Sandboxes;
  readonly place: Place;
} {
  const sandbox = realSandboxes(provider);
  const place = makePlace();
  afterAll(async () => {
    await sandbox.close();
    await place.remove();
  });
  return { sandbox, place };
}

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly endedBy: string;
  readonly egressDenied: readonly string[];
}

export async function finish(starting: Promise<SandboxProcess>): Promise<Finished> {
  const process = await starting;
  const said = { stdout: '', stderr: '' };
  process.onOutput((chunk, stream) => {
    said[stream] += chunk.toString('utf8');
  });
  const end = await process.ended;
  return { ...said, ...end, egressDenied: process.egressDenied() };
}

/** Processes of the machine that work in this folder. */
export async function leftOf(folder: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) =>
      (await readlink(`/proc/${id}/cwd`).catch(() => '')) === folder ? id : '',
    ),
  );
  return found.filter((id) => id !== '');
}
