// Puts a skill's keys into a request, in the way that its description asks for (API-06).

import type { ApiHead, ApiOperation, SecurityChoice, SecurityScheme } from '../api-operation.ts';
import { withQuery, type ApiRequest } from '../request/build-request.ts';
import type { SkillKeys } from './skill-keys.ts';

/** One credential, ready to be put somewhere. */
export interface Credential {
  readonly place: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly value: string;
}

/** A token that has to be fetched first. */
export interface TokenWish {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

export type Wanted = Credential | TokenWish;

/** None where nothing is configured: then the call goes without, and its answer says what it lacks. */
export function credentialsFor(
  { security }: Pick<ApiOperation, 'security'>,
  { schemes }: Pick<ApiHead, 'schemes'>,
  keys: SkillKeys,
): readonly Wanted[] {
  if (security === undefined && Object.keys(schemes).length === 0) return bearerOf(keys.primary);
  const choices = security ?? Object.keys(schemes).map((name): SecurityChoice => ({ [name]: [] }));
  for (const choice of choices) {
    const wanted = wantedFor(choice, schemes, keys);
    if (wanted !== undefined && wanted.length > 0) return wanted;
  }
  return [];
}

export function withCredentials(
  request: ApiRequest,
  credentials: readonly Credential[],
): ApiRequest {
  const headers = new Map(Object.entries(request.headers));
  let { url } = request;
  for (const { place, name, value } of credentials) {
    if (place === 'query') url = withQuery(url, name, value);
    else if (place === 'header') setHeader(headers, name, value);
    else {
      const others = headers.get('cookie');
      const own = `${name}=${encodeURIComponent(value)}`;
      headers.set('cookie', others === undefined ? own : `${others}; ${own}`);
    }
  }
  return { ...request, url, headers: Object.fromEntries(headers) };
}

/** What a model passed under the same name gives way. */
function setHeader(headers: Map<string, string>, name: string, value: string): void {
  for (const other of headers.keys())
    if (other.toLowerCase() === name.toLowerCase()) headers.delete(other);
  headers.set(name, value);
}

export function bearerOf(token: string | undefined): readonly Credential[] {
  if (token === undefined) return [];
  const value = /^bearer\s/i.test(token) ? token : `Bearer ${token}`;
  return [{ place: 'header', name: 'Authorization', value }];
}

/** Undefined where one of the schemes can't be met. */
function wantedFor(
  choice: SecurityChoice,
  schemes: ApiHead['schemes'],
  keys: SkillKeys,
): readonly Wanted[] | undefined {
  const names = Object.keys(choice);
  // The one key that a skill has stands for one scheme, never for two.
  const primary = names.length === 1 ? keys.primary : undefined;
  const found = names.map((name) => {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    const own = { ...keys, primary };
    return schemeWanted(name, scheme ?? { kind: 'bearer' }, {
      keys: own,
      scopes: choice[name] ?? [],
    });
  });
  return found.some((each) => each.length === 0) ? undefined : found.flat();
}

interface SchemeParts {
  readonly keys: SkillKeys;
  readonly scopes: readonly string[];
}

function schemeWanted(
  name: string,
  scheme: SecurityScheme,
  { keys, scopes }: SchemeParts,
): readonly Wanted[] {
  switch (scheme.kind) {
    case 'apiKey': {
      const value = keys.find([name, scheme.name]) ?? keys.primary;
      return value === undefined ? [] : [{ place: scheme.place, name: scheme.name, value }];
    }
    case 'basic':
      return basicOf(name, keys);
    case 'client-credentials': {
      const clientId = keys.find([`${name}_client_id`, 'client_id']);
      const clientSecret = keys.find([`${name}_client_secret`, 'client_secret']);
      if (clientId !== undefined && clientSecret !== undefined)
        return [{ tokenUrl: scheme.tokenUrl, clientId, clientSecret, scopes }];
      return bearerOf(keys.find([name, 'access_token']) ?? keys.primary);
    }
    default:
      return bearerOf(keys.find([name, `${name}_token`]) ?? keys.primary);
  }
}

/** A key alone is a user without a password, as many APIs have it; `user:password` is both. */
function basicOf(name: string, keys: SkillKeys): readonly Credential[] {
  const user = keys.find([`${name}_username`, `${name}_user`, 'username', 'user']);
  const password = keys.find([`${name}_password`, 'password']) ?? '';
  const alone = keys.find([name]) ?? keys.primary;
  const pair = user !== undefined ? `${user}:${password}` : alone;
  if (pair === undefined) return [];
  const value = Buffer.from(pair.includes(':') ? pair : `${pair}:`).toString('base64');
  return [{ place: 'header', name: 'Authorization', value: `Basic ${value}` }];
}
