// The program's log: one JSON line an event, with every known secret masked (CFG-03).

import type { Settings } from './settings.ts';

export interface Log {
  debug(event: string, fields?: LogFields): void;
  /** `event` is noun-verb: `run-started`. */
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The same log, with fields that every line of it carries. */
  child(fields: LogFields): Log;
}

/** Anything may stand in it, errors too (`{ error }`): what JSON can't hold is told in words. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What must never be written. Values are never given back. */
export interface SecretRegistry {
  add(...values: readonly (string | undefined)[]): void;
}

export interface LogParts {
  readonly level: Settings['logLevel'];
  readonly secrets: SecretRegistry;
  /** Standard error where absent. */
  readonly stream?: { write(line: string): void };
}
