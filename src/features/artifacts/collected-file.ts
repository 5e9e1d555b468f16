// What became of one file that a run made or named: kept, or failed and why.

import type { Text } from '#base/text.ts';
import type { FileKind } from '#features/workspaces/index.ts';

interface NamedFile {
  readonly id: string;
  /** As people are told it; safe for any file system. */
  readonly name: string;
  /** In the workspace, with `/` between the names; '' for what never came there. */
  readonly path: string;
}

export interface KeptFile extends NamedFile {
  readonly state: 'kept';
  readonly kind: FileKind;
  readonly mediaType: string;
  readonly bytes: number;
  /** Of its content, in hex; undefined where there is no store of blobs. */
  readonly blob: string | undefined;
}

export interface FailedFile extends NamedFile {
  readonly state: 'failed';
  readonly reason: Text;
}

/** In the order of the result. */
export type CollectedFile = KeptFile | FailedFile;
