// The XML parts of a workbook, read from its ZIP no further than is needed: what it claims to hold is believed nowhere.

import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Nothing more is wanted. */
  readonly isDone?: () => boolean;
}

export interface WorkbookParts {
  has(name: string): boolean;
  /** Throws where the part is damaged. Bytes beyond the limit are not read: an archive may unpack to any size. */
  read(name: string, reader: XmlReader): Promise<void>;
  close(): void;
}

const MOST_ENTRIES = 10_000;
/** Of one part, unpacked. */
const MOST_PART_BYTES = 32 * 1024 * 1024;

/** Throws for what is no ZIP file. */
export async function openWorkbookParts(bytes: Uint8Array): Promise<WorkbookParts> {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await entriesOf(zip);
  return {
    has: (name) => entries.has(name),
    async read(name, reader) {
      const entry = entries.get(name);
      if (entry !== undefined) await readXml(await openEntry(zip, entry), reader);
    },
    close: () => zip.close(),
  };
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(error);
    });
  });
}

function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      if (entries.size >= MOST_ENTRIES) resolve(entries);
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream);
      else reject(error);
    });
  });
}

async function readXml(stream: Readable, reader: XmlReader): Promise<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open?.(bare(name), attributes),
      ontext: (text) => reader.text?.(text),
      onclosetag: (name) => reader.close?.(bare(name)),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  let bytes = 0;
  // Leaving it early ends the stream.
  for await (const chunk of stream) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding was set: it gives buffers
    const part = chunk as Buffer;
    bytes += part.length;
    parser.write(decoder.decode(part, { stream: true }));
    if (bytes > MOST_PART_BYTES || reader.isDone?.() === true) return;
  }
  parser.end();
}

/** Without its namespace's prefix. */
function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
