// One session of one run: statements one after another, for a limited time.

import type { Client } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import type { SkillDatabaseLimits } from './limits.ts';
import { compileStatements } from './named-parameters.ts';
import { createSessionTransaction } from './session-transaction.ts';
import { statementFailure } from './statement-failure.ts';

export interface DatabaseSessionParts {
  /** Connected as the team's role, and nobody else's from now on. */
  readonly client: Client;
  readonly limits: SkillDatabaseLimits;
  /** Ends the connection; `isBusy` while a statement runs. Never rejects. */
  onEnd(isBusy: boolean): Promise<void>;
}

export interface DatabaseSession {
  /** CTX-07's `{columns, rows, row_count}`; what each value looks like: `resultValue`. */
  execute(sql: string, parameters: JsonValue): Promise<JsonObject>;
  /** Throws where a statement of the transaction failed: then nothing was committed. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** What was not committed is undone. Never rejects. */
  close(): Promise<void>;
}

export function createDatabaseSession(parts: DatabaseSessionParts): DatabaseSession {
  const { client, limits } = parts;
  const transaction = createSessionTransaction(client, limits);
  let over: AppError | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;

  const end = async (why: AppError) => {
    if (over !== undefined) return;
    over = why;
    clearTimeout(timer);
    await parts.onEnd(pending > 0);
  };
  const timer = setTimeout(() => void end(tooLong(limits)), limits.sessionMs);
  client.on('error', () => void end(gone()));
  client.once('end', () => void end(gone()));

  /** Each waits for the one before. What fails because the session is over tells why it is over. */
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (pending >= limits.pendingStatements) throw tooManyPending(limits);
    pending += 1;
    const turn = last.then(async () => {
      if (over !== undefined) throw over;
      return await work();
    });
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } catch (thrown) {
      if (over !== undefined && !(thrown instanceof AppError)) throw over;
      throw statementFailure(thrown, limits, transaction.hasFailed());
    } finally {
      pending -= 1;
    }
  };

  return {
    async execute(sql, parameters) {
      const statements = compileStatements(checked(sql, limits), parameters, limits.parameterSets);
      return await inTurn(() => transaction.execute(statements));
    },
    commit: () => inTurn(transaction.commit),
    rollback: () => inTurn(transaction.rollback),
    close: () => end(new AppError('input-invalid', skillDatabaseTexts.noSession())),
  };
}

function checked(sql: string, { statementChars }: SkillDatabaseLimits): string {
  if (sql.includes('\0')) throw new AppError('input-invalid', skillDatabaseTexts.nulCharacter());
  if (sql.length <= statementChars) return sql;
  throw new AppError('input-invalid', skillDatabaseTexts.statementTooLong(statementChars));
}

function tooLong({ sessionMs }: SkillDatabaseLimits): AppError {
  return new AppError('limit-reached', skillDatabaseTexts.sessionTooLong(sessionMs / 1000));
}

function tooManyPending({ pendingStatements }: SkillDatabaseLimits): AppError {
  return new AppError('limit-reached', skillDatabaseTexts.tooManyPending(pendingStatements));
}

function gone(): AppError {
  return new AppError('database-unavailable', skillDatabaseTexts.sessionLost());
}
