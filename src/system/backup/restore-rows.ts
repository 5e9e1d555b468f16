// Streams rows back into their tables, and sets the sequences where they stood.

import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import { actAs } from './act-as.ts';
import type { BackupOptions } from './backup-parts.ts';
import type { SequenceValue, StoredTable } from './manifest.ts';
import { copyTarget, tableSql } from './quoted.ts';
import type { ZipReader } from './zip-reader.ts';

export interface RowsWork {
  readonly client: Client;
  readonly zip: ZipReader;
  readonly tables: readonly StoredTable[];
  readonly sequences: readonly SequenceValue[];
  readonly options: BackupOptions;
}

/** Throws `backup-invalid` where rows don't fit their table or are not as many as the backup says. */
export async function restoreRows(work: RowsWork): Promise<void> {
  const { client, tables, sequences, options } = work;
  for (const [done, table] of tables.entries()) {
    options.signal?.throwIfAborted();
    const name = `${table.schema}.${table.name}`;
    options.onProgress?.({ stage: 'tables', name, done, total: tables.length });
    await actAs(client, table.owner, table.schema);
    await restoreTable(work, table);
  }
  for (const { schema, name, owner, lastValue, isCalled } of sequences) {
    await actAs(client, owner, schema);
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      tableSql({ schema, name }),
      lastValue,
      isCalled,
    ]);
  }
  await actAs(client, null, '');
}

async function restoreTable({ client, zip }: RowsWork, table: StoredTable): Promise<void> {
  const name = tableSql(table);
  const target = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  try {
    await pipeline(await zip.read(table), target);
  } catch (thrown) {
    const known = databaseFailure(thrown);
    if (known instanceof AppError) throw known;
    const text = backupTexts.statementFailed(name, messageOf(thrown));
    throw new AppError('backup-invalid', text, { cause: thrown });
  }
  if (target.rowCount === table.rows) return;
  throw zip.refuse(backupTexts.why.rows(name, table.rows, target.rowCount));
}
