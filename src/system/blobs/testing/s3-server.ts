// For tests: a real S3 server process (s3rver) on loopback, with a bucket; it checks signatures.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { BlobStore } from '../blob-store.ts';
import { createS3Blobs } from '../s3-blobs.ts';
import { readS3Place } from '../s3-place.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../../node_modules/s3rver/bin/s3rver.js');
const BUCKET = 'files';
/** Its own, for everybody. */
const KEY = 'S3RVER';

export interface TestS3 {
  /** For QIAO_BLOBS. */
  readonly address: string;
  readonly key: string;
  /** The store of it; other keys or places where they are given. */
  open(changes?: { readonly accessKey?: string; readonly address?: string }): BlobStore;
  close(): Promise<void>;
}

export async function startTestS3(): Promise<TestS3> {
  const folder = await mkdtemp(join(tmpdir(), 's3-'));
  const bucket = ['--configure-bucket', BUCKET, '--no-vhost-buckets'];
  const server = spawn(process.execPath, [PROGRAM, '-d', folder, '-a', '127.0.0.1', '-p', '0', '-s', ...bucket]); // prettier-ignore
  const lines = createInterface({ input: server.stdout });
  let port = '';
  for await (const line of lines) {
    port = /:(\d+)\s*$/.exec(line)?.[1] ?? '';
    if (port !== '') break;
  }
  server.stdout.resume();
  const address = `s3://${BUCKET}/qiao?endpoint=http://127.0.0.1:${port}`;
  return {
    address,
    key: KEY,
    open({ accessKey = KEY, address: other = address } = {}) {
      const place = readS3Place(other);
      if (place === undefined) throw new TypeError(other);
      return createS3Blobs({ place, accessKey, secretKey: KEY });
    },
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
