// Where a session's files lie: the one function that says so, for skills and routes alike (ART-08).

import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { workspaceTexts } from '#contract/texts/workspace-texts.ts';
import { makeFolder, OWN_MODE } from '#system/make-folder.ts';

interface WorkspaceOwner {
  readonly roleId: string;
  /** `shared` where it is empty. */
  readonly sessionId: string;
}

/**
 * The absolute path `<root>/<role_id>/<session_id or "shared">`. A character that could leave the root or
 * hide a folder is percent-encoded. Throws `path-refused` where an id is empty or a dot name.
 */
export function workspacePath(root: string, { roleId, sessionId }: WorkspaceOwner): string {
  return join(root, safeSegment(roleId), safeSegment(sessionId === '' ? 'shared' : sessionId));
}

/** The same, and the directory exists, for this account alone. Throws `path-refused` where it can't be made. */
export async function openWorkspace(root: string, owner: WorkspaceOwner): Promise<string> {
  const path = workspacePath(root, owner);
  await makeFolder(path, OWN_MODE);
  return path;
}

function safeSegment(id: string): string {
  if (id.trim() === '' || id === '.' || id === '..') {
    throw new AppError('path-refused', workspaceTexts.badId(id));
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what must not reach a file name
  return id.replaceAll(/[/\\:*?"<>|%\u0000-\u001F]|^\./g, (character) =>
    encodeURIComponent(character).replace(/^\.$/, '%2E'),
  );
}
