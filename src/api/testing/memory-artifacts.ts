// Delivered files in memory, with the same walls as the real ones.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import type { Caller } from '#features/accounts/index.ts';
import { webStream } from '../file-response.ts';
import type { ArtifactService, ServedFile } from '../services.ts';

export interface MemoryArtifacts extends ArtifactService {
  /** One of the caller's; gives its id. */
  addArtifact(caller: Caller): string;
}

const CONTENT = Buffer.from('# hello');

export function memoryArtifacts(): MemoryArtifacts {
  const owners = new Map<string, string>();
  const check = ({ personId }: Caller, id: string): void => {
    if (owners.get(id) !== personId)
      throw new AppError('not-found', sameText('There is no such file.'));
  };
  return {
    addArtifact({ personId }) {
      const id = randomUUID();
      owners.set(id, personId);
      return id;
    },
    async open(caller, id) {
      check(caller, id);
      return served(id);
    },
    async preview(caller, id) {
      check(caller, id);
      return { kind: 'text', format: 'markdown', text: String(CONTENT), is_cut: false };
    },
    async openLinked(token) {
      if (!owners.has(token)) throw new AppError('link-expired', sameText('It has expired.'));
      return served(token);
    },
  };
}

function served(id: string): ServedFile {
  return {
    name: 'hello.md',
    mediaType: 'text/markdown',
    bytes: CONTENT.length,
    modifiedAt: new Date('2026-01-02T03:04:05.000Z'),
    tag: id,
    read: (start, end) => webStream(Readable.from([CONTENT.subarray(start, end)])),
    close: async () => undefined,
  };
}
