// From what PostgreSQL said of a skill's statement to an error that its author can act on.

import { AppError, type ErrorCode } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import { isConnectionLost, sqlStateOf } from '#system/database/database-failure.ts';
import type { SkillDatabaseLimits } from './limits.ts';

/** Of a transaction that has failed and takes nothing but a rollback. */
export const FAILED_TRANSACTION = '25P02';

/** The server ended the session: idle in its transaction, a transaction too long, idle. */
const ENDED = new Set(['25P03', '25P04', '57P05']);

/** `details.sqlState` is PostgreSQL's, which the skill gets as the error's code. */
export function statementFailure(
  thrown: unknown,
  limits: SkillDatabaseLimits,
  isTransactionFailed: boolean,
): AppError {
  if (thrown instanceof AppError) return isTransactionFailed ? withRule(thrown) : thrown;
  const state = sqlStateOf(thrown);
  if (state === undefined || !(thrown instanceof Error)) return lostSession(thrown);
  if (isConnectionLost(thrown) || ENDED.has(state)) {
    return lostSession(thrown, state);
  }
  const [code, text] = tell(state, thrown, limits);
  const needsRule = isTransactionFailed && state !== FAILED_TRANSACTION;
  const shown = needsRule ? skillDatabaseTexts.withRule(text) : text;
  return new AppError(code, shown, { cause: thrown, details: { sqlState: state } });
}

/** Of our own refusals; one that has an SQLSTATE is about the failed transaction already. */
function withRule(error: AppError): AppError {
  const { code, text, details } = error;
  if (code !== 'input-invalid' || 'sqlState' in details) return error;
  return new AppError(code, skillDatabaseTexts.withRule(text), { cause: error });
}

function lostSession(cause: unknown, sqlState?: string): AppError {
  const details = sqlState === undefined ? {} : { sqlState };
  return new AppError('database-unavailable', skillDatabaseTexts.sessionLost(), { cause, details });
}

function tell(
  state: string,
  error: Error,
  limits: SkillDatabaseLimits,
): readonly [ErrorCode, Text] {
  const said = { state, message: wordsOf(error) };
  switch (state) {
    case FAILED_TRANSACTION:
      return ['input-invalid', skillDatabaseTexts.mustRollBack()];
    case '57014':
      return ['limit-reached', skillDatabaseTexts.statementTooSlow(limits.statementMs / 1000)];
    case '55P03':
      return ['limit-reached', skillDatabaseTexts.lockTooSlow(limits.lockMs / 1000)];
    case '42501':
      return ['not-allowed', skillDatabaseTexts.notAllowed(said)];
    case '42601':
      return error.message.startsWith('cannot insert multiple commands')
        ? ['input-invalid', skillDatabaseTexts.severalStatements()]
        : ['input-invalid', skillDatabaseTexts.sqlFailed(said)];
    default:
      return ['input-invalid', skillDatabaseTexts.sqlFailed(said)];
  }
}

const MOST_CHARS = 2000;

/** Message, detail and hint: facts of the team's own schema. */
function wordsOf(error: Error): string {
  const detail = 'detail' in error ? error.detail : undefined;
  const hint = 'hint' in error ? error.hint : undefined;
  const words = [error.message, detail, hint].filter((each) => typeof each === 'string');
  return words.join('; ').slice(0, MOST_CHARS);
}
