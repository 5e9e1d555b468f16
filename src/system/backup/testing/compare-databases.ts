// Whether two databases hold the same: catalogues and rows, not only the tables one thought of.

import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from '../../database/database.ts';
import { CATALOGUE_FACTS, NAMED_RELATIONS } from './catalogue-facts.ts';

export interface CompareOptions {
  /** Tables whose rows are not compared, `schema.table`. */
  readonly ignoreRowsOf?: readonly string[];
}

const MOST_DIFFERENCES = 50;

/**
 * What differs, one line each (50 at most); nothing where they are the same. Compares schemas, columns, constraints,
 * indexes, sequences with their values, views, functions, types, triggers, policies, grants and comments, and every row of
 * every table, in any order. The two owners' names count as the same name; the comment on `platform` does not count.
 */
export async function compareDatabases(
  a: DatabaseAddress,
  b: DatabaseAddress,
  options: CompareOptions = {},
): Promise<readonly string[]> {
  const [one, other] = await Promise.all([describe(a, options), describe(b, options)]);
  const missing = [...one]
    .filter(([fact]) => !other.has(fact))
    .map(([fact]) => `only in a: ${fact}`);
  const surplus = [...other]
    .filter(([fact]) => !one.has(fact))
    .map(([fact]) => `only in b: ${fact}`);
  const counts = [...one]
    .filter(([fact, times]) => (other.get(fact) ?? times) !== times)
    .map(([fact, times]) => `${times} in a, ${other.get(fact)} in b: ${fact}`);
  return [...missing, ...surplus, ...counts].slice(0, MOST_DIFFERENCES);
}

/** Every fact, and how often it holds. */
async function describe(
  address: DatabaseAddress,
  { ignoreRowsOf = [] }: CompareOptions,
): Promise<ReadonlyMap<string, number>> {
  const client = new Client(clientConfig(address));
  await client.connect();
  try {
    await client.query(`set search_path = ''; set timezone = 'UTC'; set extra_float_digits = 3`);
    const facts = new Map<string, number>();
    const add = (fact: string) => facts.set(fact, (facts.get(fact) ?? 0) + 1);
    const owner = await ownerOf(client);
    for (const [kind, query] of CATALOGUE_FACTS) {
      const { rows } = await client.query<{ fact: unknown }>(query);
      for (const { fact } of rows) add(`${kind}: ${plain(JSON.stringify(fact), owner)}`);
    }
    for (const relation of await relationsOf(client)) {
      if (ignoreRowsOf.includes(`${relation.schema}.${relation.name}`)) continue;
      const { rows } = await client.query<{ fact: string }>(relation.query);
      for (const { fact } of rows) add(`${relation.schema}.${relation.name}: ${fact}`);
    }
    return facts;
  } finally {
    await client.end();
  }
}

async function ownerOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(datdba)::text as owner from pg_database where datname = current_database()`,
  );
  return rows[0]?.owner ?? '';
}

function plain(fact: string, owner: string): string {
  return fact.replaceAll(owner, '<owner>');
}

interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly query: string;
}

async function relationsOf(client: Client): Promise<readonly Relation[]> {
  const { rows } = await client.query<Relation>(NAMED_RELATIONS);
  return rows;
}
