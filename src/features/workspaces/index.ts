// The door of this feature: a session's directory and the files in it.

export { findMadeFiles, snapshotWorkspace } from './made-files.ts';
export { removeWorkspace } from './remove-workspace.ts';
export { openWorkspace } from './workspace-path.ts';
