import { expect, test } from 'vitest';
import { classifyException, type ExceptionKind } from './exception-kind.ts';
import type { SkillException } from './skill-exception.ts';

const PYTHON = ['Exception', 'BaseException', 'object'];

function python(
  classes: readonly [string, ...string[]],
  message = '',
  rest: Partial<SkillException> = {},
): SkillException {
  const name = classes[0].slice(classes[0].lastIndexOf('.') + 1);
  return { name, message, classes: [...classes, ...PYTHON], causes: [], ...rest };
}

function node(name: string, message = '', rest: Partial<SkillException> = {}): SkillException {
  return { name, message, classes: [name, 'Error'], causes: [], ...rest };
}

const fetchFailed = (cause: SkillException) =>
  node('TypeError', 'fetch failed', { causes: [cause] });

type Row = readonly [title: string, exception: SkillException, kind: ExceptionKind];

const IN_PYTHON: readonly Row[] = [
  ['TimeoutError', python(['TimeoutError', 'OSError']), 'transient'],
  ['asyncio.TimeoutError', python(['asyncio.exceptions.TimeoutError']), 'transient'],
  ['concurrent TimeoutError', python(['concurrent.futures._base.TimeoutError']), 'transient'],
  ['socket.timeout', python(['socket.timeout', 'OSError']), 'transient'],
  [
    'ConnectionResetError',
    python(['ConnectionResetError', 'ConnectionError', 'OSError']),
    'transient',
  ],
  ['BrokenPipeError', python(['BrokenPipeError', 'ConnectionError', 'OSError']), 'transient'],
  ['OSError', python(['OSError'], 'disk'), 'transient'],
  ['FileNotFoundError is an OSError', python(['FileNotFoundError', 'OSError']), 'transient'],
  ['builtins.OSError', python(['builtins.OSError']), 'transient'],
  ['socket.gaierror', python(['socket.gaierror', 'OSError']), 'transient'],
  ['ssl.SSLError', python(['ssl.SSLError', 'OSError']), 'transient'],
  [
    "a skill's own connection error",
    python(['handler.FeedDown', 'ConnectionError', 'OSError']),
    'transient',
  ],
  [
    'httpx.ConnectTimeout',
    python(['httpx.ConnectTimeout', 'httpx.TimeoutException', 'httpx.TransportError']),
    'transient',
  ],
  [
    'httpx by its real module',
    python(['httpx._exceptions.ReadError', 'httpx._exceptions.NetworkError']),
    'transient',
  ],
  [
    'httpx.UnsupportedProtocol',
    python(['httpx.UnsupportedProtocol', 'httpx.TransportError']),
    'other',
  ],
  ['httpx.HTTPStatusError', python(['httpx.HTTPStatusError', 'httpx.HTTPError']), 'other'],
  [
    'aiohttp.ServerDisconnectedError',
    python([
      'aiohttp.client_exceptions.ServerDisconnectedError',
      'aiohttp.client_exceptions.ClientConnectionError',
    ]),
    'transient',
  ],
  [
    'aiohttp.ClientResponseError',
    python(['aiohttp.client_exceptions.ClientResponseError']),
    'other',
  ],
  [
    'requests.ConnectTimeout',
    python(['requests.exceptions.ConnectTimeout', 'requests.exceptions.Timeout', 'OSError']),
    'transient',
  ],
  [
    'urllib3.MaxRetryError',
    python(['urllib3.exceptions.MaxRetryError', 'urllib3.exceptions.HTTPError']),
    'transient',
  ],
  [
    'http.client.IncompleteRead',
    python(['http.client.IncompleteRead', 'http.client.HTTPException']),
    'transient',
  ],
  [
    'redis ConnectionError',
    python(['redis.exceptions.ConnectionError', 'redis.exceptions.RedisError']),
    'transient',
  ],
  [
    'openai.APIConnectionError',
    python(['openai.APIConnectionError', 'openai.APIError']),
    'transient',
  ],
  [
    'sqlalchemy OperationalError',
    python(['sqlalchemy.exc.OperationalError', 'sqlalchemy.exc.DBAPIError']),
    'transient',
  ],
  ['sqlalchemy InterfaceError', python(['sqlalchemy.exc.InterfaceError']), 'transient'],
  ['psycopg OperationalError', python(['psycopg.OperationalError']), 'transient'],
  ['asyncpg InterfaceError', python(['asyncpg.exceptions._base.InterfaceError']), 'transient'],
  [
    'asyncpg connection lost',
    python([
      'asyncpg.exceptions.ConnectionDoesNotExistError',
      'asyncpg.exceptions.PostgresConnectionError',
    ]),
    'transient',
  ],
  [
    'sqlite3 locked',
    python(['sqlite3.OperationalError', 'sqlite3.DatabaseError'], 'database is locked'),
    'transient',
  ],
  [
    'sqlite3 no such table',
    python(['sqlite3.OperationalError'], 'no such table: orders'),
    'structure',
  ],
  [
    'sqlite3 no such column',
    python(['sqlite3.OperationalError'], 'no such column: price'),
    'structure',
  ],
  [
    'sqlite3 insert',
    python(['sqlite3.OperationalError'], 'table a has no column named b'),
    'structure',
  ],
  ['asyncpg UndefinedTableError', python(['asyncpg.exceptions.UndefinedTableError']), 'structure'],
  [
    'psycopg UndefinedColumn',
    python(['psycopg.errors.UndefinedColumn', 'psycopg.ProgrammingError']),
    'structure',
  ],
  ['sqlalchemy NoSuchTableError', python(['sqlalchemy.exc.NoSuchTableError']), 'structure'],
  [
    'sqlalchemy with a PostgreSQL text',
    python(['sqlalchemy.exc.ProgrammingError'], 'relation "a" does not exist'),
    'structure',
  ],
  [
    'sqlalchemy around sqlite',
    python(['sqlalchemy.exc.OperationalError'], '(sqlite3.OperationalError) no such table: t'),
    'structure',
  ],
  [
    'sqlalchemy by its cause',
    python(['sqlalchemy.exc.DBAPIError'], '', {
      causes: [python(['asyncpg.exceptions.UndefinedTableError'])],
    }),
    'structure',
  ],
  [
    'sqlalchemy around a lost connection',
    python(['sqlalchemy.exc.DBAPIError'], '', {
      causes: [python(['ConnectionResetError', 'OSError'])],
    }),
    'transient',
  ],
  ['SQLSTATE 42P01', python(['qiao_bridge.DatabaseFault'], '', { code: '42P01' }), 'structure'],
  ['SQLSTATE 42703', python(['qiao_bridge.DatabaseFault'], '', { code: '42703' }), 'structure'],
  [
    'pymysql 1146',
    python(['pymysql.err.ProgrammingError'], "(1146, \"Table 'd.t' doesn't exist\")"),
    'structure',
  ],
  [
    'pymysql 1054',
    python(['pymysql.err.OperationalError'], "(1054, \"Unknown column 'x' in 'field list'\")"),
    'structure',
  ],
  ['a unique violation', python(['sqlalchemy.exc.IntegrityError'], 'duplicate key'), 'other'],
  ['a syntax error in SQL', python(['sqlalchemy.exc.ProgrammingError'], 'syntax error'), 'other'],
  ['a spreadsheet without the column', python(['ValueError'], 'no such column: price'), 'other'],
  ['KeyError', python(['KeyError', 'LookupError'], "'a'"), 'other'],
  ['RecursionError', python(['RecursionError', 'RuntimeError']), 'other'],
  ['MemoryError', python(['MemoryError']), 'other'],
  ['a message is no evidence', python(['ValueError'], 'TimeoutError: ECONNRESET'), 'other'],
  [
    'wrapped, as except would see it',
    python(['RuntimeError'], '', { causes: [python(['TimeoutError', 'OSError'])] }),
    'other',
  ],
];

const IN_TYPESCRIPT: readonly Row[] = [
  ...['ETIMEDOUT', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN'].map((code): Row => [
    code,
    node('Error', code, { code }),
    'transient',
  ]),
  [
    'TimeoutError of AbortSignal.timeout',
    node('TimeoutError', '', { classes: ['DOMException'] }),
    'transient',
  ],
  ['a class of that name', node('TimeoutError'), 'transient'],
  [
    'a failed fetch: refused',
    fetchFailed(node('Error', '', { code: 'ECONNREFUSED' })),
    'transient',
  ],
  [
    'a failed fetch: both addresses',
    fetchFailed(node('AggregateError', '', { code: 'ECONNREFUSED' })),
    'transient',
  ],
  [
    'a failed fetch: no connection in time',
    fetchFailed(node('ConnectTimeoutError', '', { code: 'UND_ERR_CONNECT_TIMEOUT' })),
    'transient',
  ],
  [
    'a failed fetch: closed by the other side',
    fetchFailed(node('SocketError', '', { code: 'UND_ERR_SOCKET' })),
    'transient',
  ],
  ['a failed fetch: no such host', fetchFailed(node('Error', '', { code: 'ENOTFOUND' })), 'other'],
  [
    'a failed fetch: wrong certificate',
    fetchFailed(node('Error', '', { code: 'CERT_HAS_EXPIRED' })),
    'other',
  ],
  ['a fetch that failed without a cause', node('TypeError', 'fetch failed'), 'other'],
  [
    'wrapped twice',
    node('Error', 'no rates', {
      causes: [node('TypeError', 'fetch failed'), node('Error', '', { code: 'ECONNRESET' })],
    }),
    'transient',
  ],
  ['ENOENT', node('Error', '', { code: 'ENOENT' }), 'other'],
  ['an abort', node('AbortError', ''), 'other'],
  ['a TypeError', node('TypeError', "reading 'x' of undefined"), 'other'],
  ['a text that was thrown', { name: 'Error', message: 'x', classes: [], causes: [] }, 'other'],
  [
    'pg 42P01',
    node('DatabaseError', 'relation "t" does not exist', { code: '42P01' }),
    'structure',
  ],
  ['node:sqlite', node('Error', 'no such table: t', { code: 'ERR_SQLITE_ERROR' }), 'structure'],
  [
    'better-sqlite3',
    node('SqliteError', 'no such column: c', { code: 'SQLITE_ERROR' }),
    'structure',
  ],
  ['mysql2', node('Error', '', { code: 'ER_NO_SUCH_TABLE' }), 'structure'],
  [
    'structure below a transient wrapper wins',
    node('TimeoutError', '', { causes: [node('DatabaseError', '', { code: '42703' })] }),
    'structure',
  ],
];

test.each(IN_PYTHON)('ENV-12 sorts what Python raises: %s', (_, exception, kind) => {
  expect(classifyException(exception)).toBe(kind);
});

test.each(IN_TYPESCRIPT)('ENV-12 sorts what TypeScript throws: %s', (_, exception, kind) => {
  expect(classifyException(exception)).toBe(kind);
});
