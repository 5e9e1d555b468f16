// The door of this feature: a session's directory and the files in it.

export {
  findMadeFiles,
  snapshotWorkspace,
  type MadeFile,
  type WorkspaceSnapshot,
} from './made-files.ts';
export { openWorkspace, workspacePath, type WorkspaceOwner } from './workspace-path.ts';
