// Tokens in the database.

import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountStore } from './account-store.ts';
import type { ApiTokenRow } from './account-tables.ts';
import { checkedName } from './account-words.ts';
import type { Caller, Scope } from './caller.ts';
import { found } from './not-found.ts';
import { pageBounds, toPage, type Page, type PageRequest } from './page.ts';
import {
  isAdmin,
  requireAbove,
  requireAdminReading,
  requireChanging,
  requireReading,
} from './rights.ts';
import { secretHash, TOKEN_PREFIX } from './secret-hash.ts';
import type { SubjectParts } from './subject-parts.ts';
import type { ApiToken, TokenContent, Tokens } from './tokens.ts';

const MOST_DAYS = 36_500;

export function createTokens(parts: SubjectParts): Tokens {
  const { store } = parts;
  return {
    async create(caller, content) {
      requireChanging(caller);
      const secret = `${TOKEN_PREFIX}${parts.randomToken()}`;
      return { token: await insertToken(parts, { caller, content, secret }), secret };
    },
    async list(caller, { personId = caller.personId, ...page } = {}) {
      if (personId === caller.personId) requireReading(caller);
      else requireAdminReading(caller);
      return listTokens(store, { orgId: caller.orgId, personId, page });
    },
    async revoke(caller, tokenId) {
      requireChanging(caller);
      await revokeToken(store, caller, tokenId);
    },
  };
}

interface NewToken {
  readonly caller: Caller;
  readonly content: TokenContent;
  readonly secret: string;
}

async function insertToken(
  { store, newId }: SubjectParts,
  { caller, content, secret }: NewToken,
): Promise<ApiToken> {
  const { expiresInDays: days } = content;
  const values = {
    id: newId(),
    orgId: caller.orgId,
    personId: caller.personId,
    name: checkedName(content.name),
    secretHash: secretHash(secret),
    scopes: checkedScopes(caller, content.scopes),
    ...(days !== undefined && {
      expiresAt: sql<Date>`now() + make_interval(days => ${checkedDays(days)})`,
    }),
  };
  const row = await store.write((tables) =>
    tables.insertInto('apiTokens').values(values).returningAll().executeTakeFirstOrThrow(),
  );
  return toToken(row);
}

function checkedScopes(caller: Caller, scopes: readonly Scope[]): readonly Scope[] {
  if (scopes.length === 0) throw new AppError('request-invalid', accountTexts.scopesMissing());
  const lacking = scopes.find((scope) => !caller.scopes.includes(scope));
  if (lacking !== undefined) throw new AppError('not-allowed', accountTexts.scopesNotHeld(lacking));
  return [...new Set(scopes)];
}

function checkedDays(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new AppError('request-invalid', accountTexts.daysInvalid('expiresInDays'));
}

async function listTokens(
  store: AccountStore,
  of: { readonly orgId: string; readonly personId: string; readonly page: PageRequest },
): Promise<Page<ApiToken>> {
  const { limit, afterSeq } = pageBounds(of.page);
  const rows = await store.read((tables) =>
    tables
      .selectFrom('apiTokens')
      .selectAll()
      .where('orgId', '=', of.orgId)
      .where('personId', '=', of.personId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1)
      .execute(),
  );
  return toPage(rows, limit, toToken);
}

function revokeToken(store: AccountStore, caller: Caller, tokenId: string): Promise<void> {
  return store.write(async (tables) => {
    const row = await tables
      .selectFrom('apiTokens as t')
      .innerJoin('people as p', 'p.id', 't.personId')
      .select(['t.id', 't.personId', 'p.position'])
      .where('t.orgId', '=', caller.orgId)
      .where('t.id', '=', tokenId)
      .executeTakeFirst();
    const isOwn = row?.personId === caller.personId;
    // Members are not told whether somebody else's is there.
    const { id, position } = found(isOwn || isAdmin(caller.position) ? row : undefined, 'token');
    if (!isOwn) requireAbove(caller, position);
    await tables
      .updateTable('apiTokens')
      .set({ revokedAt: sql`now()` })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .execute();
  });
}

function toToken(row: ApiTokenRow): ApiToken {
  const { id, personId, name, scopes, expiresAt, revokedAt, lastUsedAt, createdAt } = row;
  const isRevoked = revokedAt !== null;
  return { id, personId, name, scopes, expiresAt, isRevoked, lastUsedAt, createdAt };
}
