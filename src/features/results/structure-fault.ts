// ENV-12: recognises a database's complaint that a table or column does not exist, in the libraries skills use.

import type { SkillException } from './skill-exception.ts';

type ExceptionLevel = SkillException['causes'][number];

/** PostgreSQL's undefined_table and undefined_column, MySQL's numbers and names. */
const CODES: ReadonlySet<string> = new Set([
  '42P01',
  '42703',
  'ER_NO_SUCH_TABLE',
  'ER_BAD_FIELD_ERROR',
]);
const CLASSES =
  /(^|\.)(UndefinedTable|UndefinedColumn|UndefinedTableError|UndefinedColumnError|NoSuchTableError|NoSuchColumnError)$/;
/** Texts count in a database's own exceptions only: a spreadsheet skill may say "no such column" too. */
const TEXTS = [
  /no such (table|column)/i,
  /has no column named/i,
  /(relation|table|column) "?[^"\n]{1,200}"? (of relation "[^"\n]{1,200}" )?does not exist/i,
  /\(1146,|\(1054,|\b1146 \(42S02\)|\b1054 \(42S22\)/,
  /table '[^'\n]{1,200}' doesn't exist|unknown column '[^'\n]{1,200}'/i,
];
const DATABASE_CLASS =
  /(^|\.)(DatabaseError|OperationalError|ProgrammingError|InterfaceError|InternalError|DBAPIError|PostgresError|SqliteError|SQLiteError)$|^(sqlite3|sqlalchemy|asyncpg|psycopg2?|pymysql|MySQLdb|aiomysql|aiosqlite|duckdb)\./;
const DATABASE_CODE = /^(SQLITE_|ERR_SQLITE|ER_)/;

export function isStructureFault(level: ExceptionLevel): boolean {
  const classes = [level.name, ...level.classes];
  const code = level.code ?? '';
  if (CODES.has(code) || classes.some((name) => CLASSES.test(name))) return true;
  const isDatabase = DATABASE_CODE.test(code) || classes.some((name) => DATABASE_CLASS.test(name));
  return isDatabase && TEXTS.some((text) => text.test(level.message));
}
