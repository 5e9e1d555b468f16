// Changes a backup as somebody would who knows its format: entries replaced, the list and its checksum made to fit.

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { DIGEST_ENTRY, manifestSchema, MANIFEST_ENTRY, type Manifest } from '../manifest.ts';

export interface Contents {
  readonly entries: Map<string, Buffer>;
  /** May be changed in place. */
  readonly manifest: Manifest;
}

/** `change` sees all entries and the list; what it leaves is written, with a fitting checksum of the list. */
export async function rewriteBackup(
  from: string,
  to: string,
  change: (contents: Contents) => void,
): Promise<void> {
  const entries = new Map<string, Buffer>();
  const source = await openPromise(from, { lazyEntries: true, autoClose: false });
  for await (const entry of source.eachEntry()) {
    entries.set(entry.fileName, await buffer(await source.openReadStreamPromise(entry)));
  }
  source.close();
  const written: unknown = JSON.parse(String(entries.get(MANIFEST_ENTRY)));
  const manifest = manifestSchema.parse(written);
  change({ entries, manifest });
  if (entries.has(MANIFEST_ENTRY)) {
    const list = Buffer.from(JSON.stringify(manifest));
    entries.set(MANIFEST_ENTRY, list);
    entries.set(DIGEST_ENTRY, Buffer.from(digestOf(list)));
  }
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(content, name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(to));
}

/** Replaces an entry, and what the list says of it. */
export function replaceEntry({ entries, manifest }: Contents, name: string, content: Buffer): void {
  entries.set(name, content);
  const listed = [manifest.objects, ...manifest.tables, ...manifest.files];
  for (const stored of listed) {
    if (!('entry' in stored) || stored.entry !== name) continue;
    Object.assign(stored, { bytes: content.length, sha256: digestOf(content) });
  }
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
