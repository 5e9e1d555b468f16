// A session's transaction: begun by the first statement, and after a failure good for nothing but a rollback.

import type { Client } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import { runStatement, type StatementResult } from './bounded-statement.ts';
import type { SkillDatabaseLimits } from './limits.ts';
import type { CompiledStatement } from './named-parameters.ts';
import { resultValue } from './result-values.ts';
import { FAILED_TRANSACTION } from './statement-failure.ts';

export interface SessionTransaction {
  execute(this: void, statements: Iterable<CompiledStatement>): Promise<JsonObject>;
  commit(this: void): Promise<void>;
  rollback(this: void): Promise<void>;
  hasFailed(): boolean;
}

export function createSessionTransaction(
  client: Client,
  limits: SkillDatabaseLimits,
): SessionTransaction {
  /** A result was not given whole: PostgreSQL does not know of that failure. */
  let isCut = false;

  const run = async ({ text, values }: CompiledStatement): Promise<StatementResult> =>
    await runStatement(client, {
      text,
      values,
      maxRows: limits.rows,
      maxBytes: limits.resultBytes,
    });
  const isOpen = () => client.getTransactionStatus() !== 'I';
  const hasFailed = () => isCut || client.getTransactionStatus() === 'E';
  const rollback = async () => {
    if (isOpen()) await client.query('rollback');
    isCut = false;
  };

  return {
    async execute(statements) {
      if (isCut) throw failed(skillDatabaseTexts.mustRollBack());
      if (!isOpen()) await client.query('begin');
      try {
        return resultOf(await inOrder(statements, run));
      } catch (thrown) {
        // What was done before we refused is not to be kept: it can't be told from what was given.
        if (thrown instanceof AppError) isCut = true;
        throw thrown;
      }
    },
    async commit() {
      if (hasFailed()) {
        await rollback();
        throw failed(skillDatabaseTexts.nothingCommitted());
      }
      if (isOpen()) await client.query('commit');
    },
    rollback,
    hasFailed,
  };
}

/** Of many: how much they changed, and no rows. */
async function inOrder(
  statements: Iterable<CompiledStatement>,
  run: (statement: CompiledStatement) => Promise<StatementResult>,
): Promise<StatementResult> {
  let total: StatementResult | undefined;
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop -- they share one transaction
    const next = await run(statement);
    total =
      total === undefined
        ? next
        : { columns: [], rows: [], rowCount: total.rowCount + next.rowCount };
  }
  return total ?? { columns: [], rows: [], rowCount: 0 };
}

function resultOf({ columns, rows, rowCount }: StatementResult): JsonObject {
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.map((row) =>
      row.map((value, index) => resultValue(value, columns[index]?.dataTypeID ?? 0)),
    ),
    row_count: rowCount,
  };
}

function failed(text: Text): AppError {
  return new AppError('input-invalid', text, { details: { sqlState: FAILED_TRANSACTION } });
}
