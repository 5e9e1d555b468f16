// From what PostgreSQL and its driver throw to a failure that says what to do.

import { AppError, messageOf } from '#base/app-error.ts';
import { databaseTexts } from '#contract/texts/database-texts.ts';

/** The connection is gone or was never there: the same statement may work on another one. */
const LOST_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A name server's bad moment.
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** 08: connection exceptions; 53300: no connection is free; 57P01–57P03: shut down, crashed, starting up. */
const LOST_SQL_STATE = /^(08|53300|57P0[123])/;
const LOST_WORDS =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|not queryable/i;

/** The five-character SQLSTATE, where PostgreSQL itself refused. */
export function sqlStateOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  const { code } = thrown;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in thrown
    ? code
    : undefined;
}

/** Whether the connection failed, not the statement. What was sent may have been carried out all the same. */
export function isConnectionLost(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const state = sqlStateOf(thrown);
  if (state !== undefined) return LOST_SQL_STATE.test(state);
  const code = 'code' in thrown ? String(thrown.code) : '';
  return LOST_SYSTEM_CODES.has(code) || LOST_WORDS.test(thrown.message);
}

/** Deadlock, serialisation failure: rolled back whole for another's sake. */
const YIELDED_SQL_STATE = /^40(P01|001)$/;

/** Whether the same work may well go through in a moment. */
export function isPassing(thrown: unknown): boolean {
  return isConnectionLost(thrown) || YIELDED_SQL_STATE.test(sqlStateOf(thrown) ?? '');
}

/**
 * `database-unavailable` with a sentence for what an operator can mend (`details.sqlState` where PostgreSQL gave one);
 * anything else is given back as it is, since it is the program's fault or the caller's to tell.
 */
export function databaseFailure(thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  const state = sqlStateOf(thrown);
  const text = textOf(state) ?? (isConnectionLost(thrown) ? databaseTexts.lost() : undefined);
  if (text === undefined) return thrown;
  return new AppError('database-unavailable', text, {
    cause: thrown,
    details: { sqlState: state, said: messageOf(thrown) },
  });
}

function textOf(state: string | undefined): ReturnType<typeof databaseTexts.lost> | undefined {
  switch (state) {
    case '53300':
      return databaseTexts.tooManyConnections();
    case '53100':
      return databaseTexts.full();
    case '25006':
      return databaseTexts.readOnly();
    case '57014':
      return databaseTexts.tooSlow();
    default:
      return undefined;
  }
}
