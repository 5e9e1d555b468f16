// The list in a backup of all that it holds: what restore believes, once every checksum has been compared.

import * as z from 'zod';
import { roleFacts } from './catalogue/read-roles.ts';

/** Grows when an older program could no longer read what is written. */
export const FORMAT_VERSION = 1;
export const FORMAT_NAME = 'qiao-backup';
export const MANIFEST_ENTRY = 'manifest.json';
/** The SHA-256 of the manifest, in hexadecimal digits. */
export const DIGEST_ENTRY = 'manifest.sha256';
/** JSON: an array of `SchemaObject`. */
export const OBJECTS_ENTRY = 'schemas.json';

const count = z.int().nonnegative();
const stored = {
  /** The name inside the ZIP file. */
  entry: z.string().min(1),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
};
const text = z.strictObject({ zh: z.string(), en: z.string() });
const place = { root: z.string().min(1), path: z.string() };
const mode = z.int().min(0).max(0o7777);

/** `owner: null` is the platform's own role, whatever it is called where the backup is restored. */
const owned = { schema: z.string().min(1), name: z.string().min(1), owner: z.string().nullable() };

const storedTable = z.strictObject({
  ...owned,
  columns: z.array(z.string()),
  rows: count,
  ...stored,
});

const sequenceValue = z.strictObject({
  ...owned,
  /** Beyond what a JavaScript number holds. */
  lastValue: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
});

/** `path` is relative to the root with `/` between names; empty for a root that is a file, or for the folder itself. */
const instanceFile = z.discriminatedUnion('type', [
  z.strictObject({ ...place, type: z.literal('file'), mode, changedAt: z.int(), ...stored }),
  z.strictObject({ ...place, type: z.literal('folder'), mode }),
  z.strictObject({ ...place, type: z.literal('link'), target: z.string().min(1) }),
]);

export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT_NAME),
  formatVersion: z.literal(FORMAT_VERSION),
  programVersion: z.string(),
  /** As `server_version_num`: 180004. */
  postgresVersion: count,
  takenAt: z.iso.datetime(),
  keyFrom: z.enum(['setting', 'file']),
  migrations: z.array(z.string()),
  tables: z.array(storedTable),
  sequences: z.array(sequenceValue),
  objects: z.strictObject(stored),
  roles: z.array(roleFacts),
  files: z.array(instanceFile),
  leftOut: z.array(text),
});

/** What every version's manifest begins with: enough to tell a newer or foreign one. */
export const manifestHead = z.looseObject({
  format: z.literal(FORMAT_NAME),
  formatVersion: count,
  programVersion: z.string(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type StoredTable = z.infer<typeof storedTable>;
export type SequenceValue = z.infer<typeof sequenceValue>;
export type InstanceFile = z.infer<typeof instanceFile>;
export type StoredFile = Extract<InstanceFile, { type: 'file' }>;

export interface StoredEntry {
  readonly entry: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Every entry of the ZIP file that the manifest names. */
export function storedEntries(manifest: Manifest): readonly StoredEntry[] {
  const files = manifest.files.filter((file) => file.type === 'file');
  return [manifest.objects, ...manifest.tables, ...files];
}
