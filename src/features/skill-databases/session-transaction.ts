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
  execute(this: void, statements: readonly CompiledStatement[]): Promise<JsonObject>;
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

  const run = async ({ text, values }: CompiledStatement): Promise<StatementResult> => {
    try {
      const { rows: maxRows, resultBytes: maxBytes } = limits;
      return await runStatement(client, { text, values, maxRows, maxBytes });
    } catch (thrown) {
      // What it changed can't be told from what it gave: it counts as not done.
      if (thrown instanceof AppError && thrown.code === 'limit-reached') isCut = true;
      throw thrown;
    }
  };
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
      return resultOf(await inOrder(statements, run));
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

async function inOrder(
  statements: readonly CompiledStatement[],
  run: (statement: CompiledStatement) => Promise<StatementResult>,
): Promise<StatementResult> {
  let result: StatementResult = { columns: [], rows: [], rowCount: 0 };
  for (const statement of statements) {
    // oxlint-disable-next-line no-await-in-loop -- they share one transaction
    const next = await run(statement);
    // Many at once answer how much they changed, and no rows.
    result =
      statements.length === 1 ? next : { ...result, rowCount: result.rowCount + next.rowCount };
  }
  return result;
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
