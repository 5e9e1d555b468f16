// The program's log: one JSON line an event, with every known secret masked (CFG-03).

import { destination, pino, stdTimeFunctions, type DestinationStream } from 'pino';
import { messageOf } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { createSecretMask, type SecretMask } from '#base/secret-mask.ts';
import { logObject, logText } from './log-value.ts';
import type { Settings } from './settings.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const STANDARD_ERROR = 2;
/** The line's own; a field of that name is written with `_` behind it. */
const OWN_NAMES = new Set(['level', 'time', 'event']);

export interface Log {
  debug(event: string, fields?: LogFields): void;
  /** `event` is noun-verb: `run-started`. Never throws. */
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** The same log, with fields that every line of it carries. */
  child(fields: LogFields): Log;
}

/** Anything may stand in it, errors too (`{ error }`): what JSON can't hold is told in words. */
export type LogFields = Readonly<Record<string, unknown>>;

/** What must never be written, wherever it stands. Nothing is ever given back but the mask. */
export interface SecretRegistry {
  add(secrets: Iterable<string | undefined>): void;
  /** Of everything that was added until now. */
  mask(): SecretMask;
}

export interface LogParts {
  readonly level: Settings['logLevel'];
  readonly secrets: SecretRegistry;
  /** Standard error where absent. */
  readonly stream?: { write(line: string): void };
}

export function createSecretRegistry(): SecretRegistry {
  const known = new Set<string>();
  let mask: SecretMask | undefined;
  return {
    add(secrets) {
      for (const secret of secrets) {
        if (secret === undefined || known.has(secret)) continue;
        known.add(secret);
        mask = undefined;
      }
    },
    mask() {
      mask ??= createSecretMask(known);
      return mask;
    },
  };
}

export function createLog({ level, secrets, stream = standardError() }: LogParts): Log {
  const options = {
    level,
    // Neither process id nor host: whoever collects the lines knows.
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = pino(options, stream);
  const logWith = (around: readonly LogFields[]): Log => {
    const write = (at: (typeof LEVELS)[number], event: string, fields: LogFields = {}) => {
      if (!lines.isLevelEnabled(at)) return;
      const mask = secrets.mask();
      lines[at]({ event: logText(event, mask), ...readable([...around, fields], mask) });
    };
    return {
      debug: (event, fields) => write('debug', event, fields),
      info: (event, fields) => write('info', event, fields),
      warn: (event, fields) => write('warn', event, fields),
      error: (event, fields) => write('error', event, fields),
      child: (fields) => logWith([...around, fields]),
    };
  };
  return logWith([]);
}

/** What nearer fields say wins. */
function readable(all: readonly LogFields[], mask: SecretMask): JsonObject {
  try {
    const merged = Object.fromEntries(all.flatMap((fields) => Object.entries(fields)));
    const entries = Object.entries(logObject(merged, mask));
    return Object.fromEntries(
      entries.map(([name, value]) => [OWN_NAMES.has(name) ? `${name}_` : name, value]),
    );
  } catch (thrown) {
    // A getter that throws: the event is told all the same.
    return { unreadable: logText(messageOf(thrown), mask) };
  }
}

/** Written at once, so that the last line before a crash is there. */
function standardError(): DestinationStream {
  const stream = destination({ fd: STANDARD_ERROR, sync: true });
  // Whoever read the log has gone: that must not end the server.
  stream.on('error', () => undefined);
  return stream;
}
