// Makes the things of the skill schemas again, in the order the backup gives.

import type { QueryConfig } from 'pg';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import { actAs } from './act-as.ts';
import type { SqlClient } from './backup-parts.ts';
import type { SchemaObject } from './catalogue/schema-object.ts';

/**
 * Calls `fill` where the rows belong. A check that the rows no longer keep to and a view that can't be computed must not
 * keep a whole instance from coming back: they come back weaker, and are told. Anything else fails the restore.
 */
export async function restoreObjects(
  client: SqlClient,
  objects: readonly SchemaObject[],
  fill: () => Promise<void>,
): Promise<readonly Text[]> {
  const remarks: Text[] = [];
  for (const object of objects) {
    if (object.kind === 'rows') {
      await fill();
      continue;
    }
    await actAs(client, object.owner, object.schema);
    const remark = await make(client, object);
    if (remark !== undefined) remarks.push(remark);
  }
  await actAs(client, null, '');
  return remarks;
}

async function make(client: SqlClient, object: SchemaObject): Promise<Text | undefined> {
  const { kind, label } = object;
  await client.query('savepoint one_object');
  try {
    await runAll(client, object.statements);
    await client.query('release savepoint one_object');
    return undefined;
  } catch (thrown) {
    const known = databaseFailure(thrown);
    if (known instanceof AppError) throw known;
    const reason = messageOf(thrown);
    await client.query('rollback to savepoint one_object');
    if (kind === 'refresh') return backupTexts.notRefreshed(label, reason);
    if (kind === 'check' || kind === 'domain-check') {
      const isWeaker = await runWeaker(client, object.statements);
      if (isWeaker) return backupTexts.checkNotValid(label, reason);
    }
    const text = backupTexts.statementFailed(label, reason);
    throw new AppError('backup-invalid', text, { cause: thrown });
  }
}

async function runWeaker(client: SqlClient, statements: readonly string[]): Promise<boolean> {
  try {
    await runAll(
      client,
      statements.map((statement) => `${statement} not valid`),
    );
    return true;
  } catch {
    return false;
  }
}

async function runAll(client: SqlClient, statements: readonly string[]): Promise<void> {
  for (const text of statements) {
    // The extended protocol takes one statement only, whatever the text holds.
    const statement: QueryConfig & { readonly queryMode: 'extended' } = {
      text,
      queryMode: 'extended',
    };
    await client.query(statement);
  }
}
