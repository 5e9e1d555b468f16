// How an event names a file that a skill made.

import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AttachmentUrl } from './turn-files.ts';

/** Both are real, absolute paths; the file lies in the workspace. */
export type ArtifactUrl = (file: { readonly workspace: string; readonly path: string }) => string;

/** For whoever sits at this machine. */
export const fileUrl: ArtifactUrl = ({ path }) => pathToFileURL(path).href;

/** `workspace:reports/a%20b.png`: for everybody else, who can't open this machine's paths and need not know them. */
export const workspaceUrl: ArtifactUrl = ({ workspace, path }) => {
  return workspaceUrlOf(relative(workspace, path).replaceAll(sep, '/'));
};

/** `path` is in the workspace, with `/` between the names. */
export function workspaceUrlOf(path: string): string {
  return `workspace:${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** `https://qiao.example.com/api/sessions/…/files/attachments/a.csv`: what a person's browser opens. */
export function createServerUrl(publicUrl: string): AttachmentUrl {
  return ({ sessionId, path }) => {
    const names = path.split('/').map(encodeURIComponent);
    return `${publicUrl}/api/sessions/${encodeURIComponent(sessionId)}/files/${names.join('/')}`;
  };
}

/** For whoever sits at this machine. */
export const localUrl: AttachmentUrl = ({ workspace, path }) =>
  pathToFileURL(join(workspace, path)).href;
