// What the platform lends a built-in skill, for tests: a workspace of its own, and nothing that answers by itself.

import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrustedHost } from '#features/runtimes/index.ts';

export async function trustedHost(changes: Partial<TrustedHost> = {}): Promise<TrustedHost> {
  return {
    workspace: await realpath(await mkdtemp(join(tmpdir(), 'qiao-builtin-'))),
    context: {},
    signal: new AbortController().signal,
    language: 'en',
    callSkill: async () => ({ ok: false }),
    progress: () => {},
    ...changes,
  };
}
