// Streams every table's rows into the backup, and notes where the sequences stand.

import { to as copyTo } from 'pg-copy-streams';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { BackupOptions } from './backup-parts.ts';
import { readSequences, type TableFacts } from './catalogue/read-tables.ts';
import type { SequenceValue, StoredTable } from './manifest.ts';
import { copyTarget, tableSql } from './quoted.ts';
import type { SourceSession } from './source-session.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Names in a ZIP file that any program can unpack: letters and digits stay. */
const UNSAFE = /[^\p{L}\p{N}_.-]/gu;

export interface StoredRows {
  readonly tables: readonly StoredTable[];
  readonly sequences: readonly SequenceValue[];
  readonly leftOut: readonly Text[];
}

export interface Rebuilt {
  /** Tables that come back: the platform's by its migrations, the skills' by their statements. */
  readonly isRebuilt: (thing: { readonly schema: string; readonly label: string }) => boolean;
  /** `null` for what is to belong to the platform's own role. */
  readonly ownerOf: (owner: string) => string | null;
}

export async function storeRows(
  { client, schemas, tables }: SourceSession,
  zip: ZipWriter,
  rebuilt: Rebuilt & BackupOptions,
): Promise<StoredRows> {
  const hidden = tables.filter(({ isHidden }) => isHidden);
  const wanted = tables.filter((table) => !table.isHidden && rebuilt.isRebuilt(table));
  const stored: StoredTable[] = [];
  for (const [done, table] of wanted.entries()) {
    const { schema, name, columns } = table;
    rebuilt.signal?.throwIfAborted();
    rebuilt.onProgress?.({
      stage: 'tables',
      name: `${schema}.${name}`,
      done,
      total: wanted.length,
    });
    const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
    const entry = await zip.add(entryName(table, done), rows);
    const owner = rebuilt.ownerOf(table.owner);
    stored.push({ schema, name, owner, columns: [...columns], rows: rows.rowCount, ...entry });
  }
  const leftOut = hidden.map((table) => backupTexts.rowsHidden(tableSql(table)));
  const sequences: SequenceValue[] = [];
  for (const sequence of await readSequences(client, [...schemas.platform, ...schemas.skills])) {
    if (!rebuilt.isRebuilt(sequence)) continue;
    if (sequence.isHidden) {
      leftOut.push(backupTexts.rowsHidden(tableSql(sequence)));
      continue;
    }
    const found = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${tableSql(sequence)}`,
    );
    const [row] = found.rows;
    if (row === undefined) continue;
    const { schema, name } = sequence;
    const owner = rebuilt.ownerOf(sequence.owner);
    sequences.push({ schema, name, owner, lastValue: row.value, isCalled: row.is_called });
  }
  return { tables: stored, sequences, leftOut };
}

/** For people who look inside; the manifest says which table it is. */
function entryName({ schema, name }: TableFacts, place: number): string {
  const plain = `${schema}/${name}`.split('/').map((part) => part.replaceAll(UNSAFE, '_'));
  const isExact =
    plain.join('/') === `${schema}/${name}` && !plain.some((part) => /^\.+$/.test(part));
  return isExact ? `${plain.join('/')}.copy` : `tables/${place}.copy`;
}
