// ENV-12: sorts an exception that a skill let out: worth another run, a wrong database structure, or anything else.

import type { SkillException } from './skill-exception.ts';
import { isStructureFault } from './structure-fault.ts';

export type ExceptionKind = 'transient' | 'structure' | 'other';

type ExceptionLevel = SkillException['causes'][number];

/** Classes by their last name component, whatever module they come from. */
const TRANSIENT_CLASSES: ReadonlySet<string> = new Set([
  'TimeoutError',
  'ConnectionError',
  'OSError',
  'IOError',
  'OperationalError',
  'InterfaceError',
  'APIConnectionError',
]);
/** Names too general to be believed without their module. */
const TRANSIENT_QUALIFIED = [
  /^(socket|select|ssl)\.(timeout|error|SSLError)$/,
  /^(httpx|httpcore)\.(?:.*\.)?(TransportError|TimeoutException|NetworkError|RemoteProtocolError|ProxyError)$/,
  /^aiohttp\.(?:.*\.)?(ClientConnectionError|ClientPayloadError)$/,
  /^requests\.(?:.*\.)?(Timeout|ChunkedEncodingError|ContentDecodingError)$/,
  /^urllib3\.(?:.*\.)?(ProtocolError|MaxRetryError|NewConnectionError|ProxyError)$/,
  /^http\.client\.(IncompleteRead|BadStatusLine)$/,
  /^websockets?\.(?:.*\.)?ConnectionClosed$/,
  /^asyncpg\.(?:.*\.)?(PostgresConnectionError|CannotConnectNowError|TooManyConnectionsError|OperatorInterventionError)$/,
  /^pymongo\.(?:.*\.)?ConnectionFailure$/,
];
/** A request that is malformed stays so, although its class says transport. */
const NEVER_TRANSIENT = /^(httpx|httpcore)\.(?:.*\.)?(UnsupportedProtocol|LocalProtocolError)$/;

const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'EAI_AGAIN',
]);
/** What Node's own `fetch` calls the same faults, in the cause of its TypeError. */
const FETCH_CODES = /^UND_ERR_(CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET)$/;

const DATABASE_WRAPPERS: ReadonlySet<string> = new Set([
  'DBAPIError',
  'DatabaseError',
  'ProgrammingError',
  'InternalError',
]);

/**
 * A structure fault wins, since another run can't help it. Python judges as `except` would, by the classes an
 * exception inherits from; causes are looked at only below a database library's wrapper. In TypeScript, where
 * the fault of a failed fetch is its cause, every cause counts.
 */
export function classifyException(exception: SkillException): ExceptionKind {
  const levels = [exception, ...(followsCauses(exception) ? exception.causes : [])];
  if (levels.some(isStructureFault)) return 'structure';
  return levels.some(isTransient) ? 'transient' : 'other';
}

function followsCauses(exception: SkillException): boolean {
  const names = exception.classes.map(lastComponent);
  // Every Python exception inherits from BaseException, no JavaScript error does.
  const isPython = names.includes('BaseException') || names.includes('Exception');
  return !isPython || names.some((name) => DATABASE_WRAPPERS.has(name));
}

function isTransient(level: ExceptionLevel): boolean {
  const classes = [level.name, ...level.classes];
  if (classes.some((name) => NEVER_TRANSIENT.test(name))) return false;
  const { code } = level;
  if (code !== undefined && (TRANSIENT_CODES.has(code) || FETCH_CODES.test(code))) return true;
  return classes.some(
    (name) =>
      TRANSIENT_CLASSES.has(lastComponent(name)) ||
      TRANSIENT_QUALIFIED.some((pattern) => pattern.test(name)),
  );
}

function lastComponent(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
