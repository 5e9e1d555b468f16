// Makes the things of the skill schemas again, in the order the backup gives.

import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import type { SqlClient } from './backup-parts.ts';
import type { SchemaObject } from './catalogue/schema-object.ts';
import type { TeamHands } from './team-hands.ts';

export interface ObjectsWork {
  readonly client: SqlClient;
  readonly hands: TeamHands;
  readonly objects: readonly SchemaObject[];
}

/**
 * Calls `fill` where the rows belong. A check that the rows no longer keep to and a view that can't be computed must not
 * keep a whole instance from coming back: they come back weaker, and are told. Anything else fails the restore.
 */
export async function restoreObjects(
  { client, hands, objects }: ObjectsWork,
  fill: () => Promise<void>,
): Promise<readonly Text[]> {
  const remarks: Text[] = [];
  for (const object of objects) {
    if (object.kind === 'rows') {
      await fill();
      continue;
    }
    const remark = await make(client, hands, object);
    if (remark !== undefined) remarks.push(remark);
  }
  return remarks;
}

async function make(
  client: SqlClient,
  hands: TeamHands,
  object: SchemaObject,
): Promise<Text | undefined> {
  const { kind, label } = object;
  await client.query('savepoint one_object');
  try {
    await runAll(hands, object);
    await client.query('release savepoint one_object');
    return undefined;
  } catch (thrown) {
    const known = databaseFailure(thrown);
    if (known instanceof AppError) throw known;
    const reason = messageOf(thrown);
    await client.query('rollback to savepoint one_object');
    if (kind === 'refresh') return backupTexts.notRefreshed(label, reason);
    if (kind === 'check' || kind === 'domain-check') {
      const isWeaker = await runWeaker(hands, object);
      if (isWeaker) return backupTexts.checkNotValid(label, reason);
    }
    const text = backupTexts.statementFailed(label, reason);
    throw new AppError('backup-invalid', text, { cause: thrown });
  }
}

async function runWeaker(hands: TeamHands, object: SchemaObject): Promise<boolean> {
  const statements = object.statements.map((statement) => `${statement} not valid`);
  try {
    await runAll(hands, { ...object, statements });
    return true;
  } catch {
    return false;
  }
}

async function runAll(
  hands: TeamHands,
  { owner, schema, statements }: SchemaObject,
): Promise<void> {
  for (const statement of statements) await hands.run(owner, schema, statement);
}
