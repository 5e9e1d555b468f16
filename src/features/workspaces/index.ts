// The door of this feature: a session's directory and the files in it.

export {
  endingOf,
  fileTypeOf,
  kindOfName,
  mediaTypeOfName,
  readFileType,
  type FileKind,
} from './file-kind.ts';
export { safeFileName } from './attachment-name.ts';
export { folderBytes } from './folder-bytes.ts';
export { removeWorkspace } from './remove-workspace.ts';
export {
  DOWNLOADS_FOLDER,
  fileTooLarge,
  storeAttachment,
  type StoredFile,
} from './store-attachment.ts';
export {
  openWorkspaceFile,
  removeWorkspaceFile,
  workspaceFolder,
  type WorkspaceFile,
} from './workspace-file.ts';
export { openWorkspace, workspacePath } from './workspace-path.ts';
export { createSnapshots, fileStamp, type WorkspaceSnapshot } from './workspace-snapshot.ts';
