// Streams rows back into their tables, and sets the sequences where they stood.

import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import type { BackupOptions } from './backup-parts.ts';
import type { SequenceValue, StoredTable } from './manifest.ts';
import { copyTarget, quoted, tableSql } from './quoted.ts';
import { WORK_SCHEMA, type TeamHands } from './team-hands.ts';
import type { ZipReader } from './zip-reader.ts';

const WAITING = `${WORK_SCHEMA}.waiting`;

export interface RowsWork {
  readonly client: Client;
  /** For tables whose generated columns call what skills wrote. */
  readonly hands?: TeamHands;
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
    await restoreTable(work, table);
  }
  for (const { schema, name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      tableSql({ schema, name }),
      lastValue,
      isCalled,
    ]);
  }
}

async function restoreTable(work: RowsWork, table: StoredTable): Promise<void> {
  const { hands, client } = work;
  const isComputed =
    hands !== undefined &&
    table.owner !== null &&
    table.columns.length > 0 &&
    (await hasGenerated(work, table));
  if (!isComputed) return await copyInto(work, table, copyTarget(table));
  // COPY itself would compute the columns with our rights: its rows wait in a plain table for the owner to take them.
  const columns = table.columns.map(quoted).join(', ');
  await client.query(
    `create table ${WAITING} as select ${columns} from ${tableSql(table)} with no data`,
  );
  await client.query(`grant select on ${WAITING} to ${quoted(table.owner ?? '')}`);
  await copyInto(work, table, WAITING);
  await hands.run(
    table.owner,
    table.schema,
    `insert into ${copyTarget(table)} overriding system value select * from ${WAITING}`,
  );
  await client.query(`drop table ${WAITING}`);
}

async function hasGenerated({ client }: RowsWork, table: StoredTable): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = $1::regclass and attgenerated <> '' and not attisdropped limit 1`,
    [tableSql(table)],
  );
  return rows.length > 0;
}

async function copyInto(
  { client, zip }: RowsWork,
  table: StoredTable,
  into: string,
): Promise<void> {
  const name = tableSql(table);
  // Before the COPY begins: what fails it at once must find somebody who listens.
  const source = await zip.read(table);
  const target = client.query(copyFrom(`copy ${into} from stdin`));
  try {
    await pipeline(source, target);
  } catch (thrown) {
    const known = databaseFailure(thrown);
    if (known instanceof AppError) throw known;
    const text = backupTexts.statementFailed(name, messageOf(thrown));
    throw new AppError('backup-invalid', text, { cause: thrown });
  }
  if (target.rowCount === table.rows) return;
  throw zip.refuse(backupTexts.why.rows(name, table.rows, target.rowCount));
}
