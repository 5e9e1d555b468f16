// The door of this feature: a session's directory and the files in it.

export { mediaTypeOfName, readFileType } from './file-kind.ts';
export { findMadeFiles, snapshotWorkspace } from './made-files.ts';
export { removeWorkspace } from './remove-workspace.ts';
export { fileTooLarge, storeAttachment, type StoredFile } from './store-attachment.ts';
export {
  openWorkspaceFile,
  removeWorkspaceFile,
  workspaceFolder,
  workspacePlace,
  type WorkspaceFile,
} from './workspace-file.ts';
export { openWorkspace, workspacePath } from './workspace-path.ts';
