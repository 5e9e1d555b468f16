// What the statements of a backup may be: nothing that would change who we are, or more than the one thing they make.

import type { ObjectKind, SchemaObject } from './catalogue/schema-object.ts';

const ALTER_TABLE = /^alter table /;
const RIGHTS = /^(grant|revoke) /;

const EXPECTED = {
  schema: /^create schema /,
  'schema-rights': RIGHTS,
  extension: /^create extension if not exists /,
  enum: /^create type /,
  composite: /^create type /,
  range: /^create type /,
  domain: /^create domain /,
  sequence: /^create (unlogged )?sequence /,
  function: /^CREATE OR REPLACE (FUNCTION|PROCEDURE) /,
  table: /^(create (unlogged )?table |alter table only )/,
  partition: ALTER_TABLE,
  default: ALTER_TABLE,
  'view-default': ALTER_TABLE,
  rows: /^$/,
  ownership: /^alter sequence /,
  'domain-check': /^alter domain /,
  check: ALTER_TABLE,
  key: ALTER_TABLE,
  index: /^(CREATE (UNIQUE )?INDEX |alter index )/,
  'index-partition': /^alter index /,
  'index-mark': ALTER_TABLE,
  view: /^create view /,
  'materialized-view': /^create materialized view /,
  'foreign-key': ALTER_TABLE,
  statistics: /^CREATE STATISTICS /,
  rule: /^(CREATE RULE |alter table )/,
  policy: /^create policy /,
  'row-security': ALTER_TABLE,
  trigger: /^(CREATE (CONSTRAINT )?TRIGGER |alter table )/,
  rights: RIGHTS,
  'default-rights': /^alter default privileges /,
  comment: /^comment on /,
  refresh: /^refresh materialized view /,
} as const satisfies Readonly<Record<ObjectKind, RegExp>>;

/** They run by the extended protocol, so that none can hold a second statement. */
export function isExpectedStatement({ kind, statements }: SchemaObject): boolean {
  return statements.every((statement) => EXPECTED[kind].test(statement));
}
