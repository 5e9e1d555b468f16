// A file of a workspace as the API gives it.

import { Readable } from 'node:stream';
import { webStream } from '#api/file-response.ts';
import type { ServedFile } from '#api/services.ts';
import type { WorkspaceFile } from '#features/workspaces/index.ts';

export function servedFile(file: WorkspaceFile, name: string, mediaType: string): ServedFile {
  const { bytes, modifiedAt, tag, handle } = file;
  return {
    name,
    mediaType,
    bytes,
    modifiedAt,
    tag,
    read(start, end) {
      if (end > start) return webStream(handle.createReadStream({ start, end: end - 1 }));
      void handle.close();
      return webStream(Readable.from([]));
    },
    close: () => handle.close(),
  };
}
