// What a caller means by a path: attachments and receipts name files by absolute paths below the workspace.

import { relative } from 'node:path';

/** Relative to the workspace where it lies in it by its name, `.` for the workspace itself; else as it was given. */
export function insidePath(workspace: string, given: string): string {
  const path = given.replace(/^\.\//, '').replace(/\/+$/, '');
  const inside = path.startsWith(`${workspace}/`) ? relative(workspace, path) : path;
  return inside === '' || path === workspace ? '.' : inside;
}
