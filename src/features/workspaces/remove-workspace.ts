// Takes a session's files away with the session.

import { rm } from 'node:fs/promises';
import { workspacePath } from './workspace-path.ts';

/** That there is none is well. Links in it are removed, what they lead to stays. */
export async function removeWorkspace(
  root: string,
  owner: { readonly roleId: string; readonly sessionId: string },
): Promise<void> {
  await rm(workspacePath(root, owner), { recursive: true, force: true, maxRetries: 2 });
}
