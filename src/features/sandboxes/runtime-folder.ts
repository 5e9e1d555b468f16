// A folder of this process for what sandboxes need for a moment: sockets of proxies, and the few files of a made-up /etc.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RuntimeFolder {
  /** Host path and the place inside; made at first use. */
  files(): readonly (readonly [string, string])[];
  /** A path for one socket, short enough for any system. */
  socket(): string;
  close(): void;
}

/** Who one is inside, and nothing of who is outside. */
const FILES = {
  passwd: 'skill:x:1000:1000:skill:/tmp:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n',
  group: 'skill:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost skill\n::1 localhost\n',
} as const;

export function createRuntimeFolder(): RuntimeFolder {
  let folder: string | undefined;
  let sockets = 0;
  const open = (): string => {
    if (folder !== undefined) return folder;
    folder = mkdtempSync(join(tmpdir(), 'qiao-sandbox-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    return folder;
  };
  return {
    files: () => {
      const place = open();
      return Object.keys(FILES).map((name) => [join(place, name), `/etc/${name}`] as const);
    },
    socket: () => join(open(), `${(sockets += 1)}.sock`),
    close: () => {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}
