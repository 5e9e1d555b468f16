// ORG-01: every route of the table against everybody who may not, generated from the table. For any services behind it.

import { beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject } from '#base/json.ts';
import { isScopeEnough, TOKEN_SCOPES } from '#contract/api/route.ts';
import type { RouteId } from '#contract/api/routes.ts';
import { routeEntries } from '../bind-routes.ts';
import type { Answer, ApiFixture, Somebody } from './api-fixture.ts';
import { makeThings, noThings, routeRequest, type Things } from './route-samples.ts';

let api: ApiFixture;
const ROUTE_TABLE = routeEntries().map(([id, route]) => ({ id, route }));
const CLOSED = ROUTE_TABLE.filter(({ route }) => route.access !== 'public');

let owner: Somebody;
let member: Somebody;
let stranger: Somebody;
let things: Things;

/** Tests of whoever may not, over real HTTP. */
export function testOrgWalls(given: ApiFixture): void {
  api = given;
  beforeAll(async () => {
    owner = await api.newOwner();
    member = await api.newPerson(owner, 'member');
    stranger = await api.newOwner();
    things = await makeThings(api, owner, owner);
  });

  testWithoutSignIn();
  testTooLittle();
  testSomebodyElse();
  testAnotherOrg();
  testIdsInside();
}

/** All but what differs from one request to the next. */
function told({ status, json }: Answer): unknown {
  return { status, body: isJsonObject(json) ? { ...json, request_id: '' } : json };
}

const code = ({ json }: Answer): unknown => (isJsonObject(json) ? json['code'] : undefined);

function testWithoutSignIn(): void {
  describe('ORG-01 without a sign-in that holds', () => {
    test.each(CLOSED)('ORG-01 $id is refused to whoever is not signed in', async ({ id }) => {
      const answer = await api.send(routeRequest(id, things));
      expect([answer.status, code(answer)]).toEqual([401, 'not-signed-in']);
    });

    test.each(CLOSED)('ORG-01 $id is refused to an expired sign-in', async ({ id }) => {
      const headers = await expiredBrowser();
      const answer = await api.send({ ...routeRequest(id, things), headers });
      expect([answer.status, code(answer)]).toEqual([401, 'not-signed-in']);
    });

    test.each(CLOSED)(
      'ORG-01 $id is refused to a revoked and to an expired token',
      async ({ id }) => {
        for (const headers of await deadTokens()) {
          const answer = await api.send({ ...routeRequest(id, things), headers });
          expect([answer.status, code(answer)]).toEqual([401, 'not-signed-in']);
        }
      },
    );

    test.each(ROUTE_TABLE.filter(({ route }) => route.access === 'public'))(
      'ORG-01 $id is for anybody, and tells nothing of an org without its secret',
      async ({ id }) => {
        const answer = await api.send(routeRequest(id, things));
        expect(['sign-in-refused', 'link-expired']).toContain(code(answer));
      },
    );
  });
}

function testTooLittle(): void {
  describe('ORG-01 with too little', () => {
    const wrong = CLOSED.flatMap(({ id, route }) =>
      TOKEN_SCOPES.filter((scope) => !isScopeEnough([scope], route.scopes)).map((scope) => ({
        id,
        scope,
      })),
    );
    test.each(wrong)('ORG-01 $id is refused to a token for $scope', async ({ id, scope }) => {
      const headers = await api.token(owner.caller, scope);
      const answer = await api.send({ ...routeRequest(id, things), headers });
      expect([answer.status, code(answer)]).toEqual([403, 'not-allowed']);
    });

    const right = CLOSED.flatMap(({ id, route }) =>
      TOKEN_SCOPES.filter((scope) => isScopeEnough([scope], route.scopes)).map((scope) => ({
        id,
        scope,
        status: route.status,
      })),
    );
    test.each(right)(
      'ORG-01 $id is open to a token for $scope alone',
      async ({ id, scope, status }) => {
        const other = await api.newPerson(owner, 'owner');
        const theirs = await makeThings(api, owner, other);
        const headers = await api.token(other.caller, scope);
        expect((await api.send({ ...routeRequest(id, theirs), headers })).status).toBe(status);
      },
    );

    test.each(CLOSED)(
      'ORG-01 $id answers a member of the org as the table says',
      async ({ id, route }) => {
        const somebody = route.access === 'member' ? await api.newPerson(owner, 'member') : member;
        const theirs = route.access === 'member' ? await makeThings(api, owner, somebody) : things;
        const headers = somebody.browser;
        const answer = await api.send({ ...routeRequest(id, theirs), headers });
        expect(answer.status).toBe(route.access === 'member' ? route.status : 403);
      },
    );
  });
}

function testSomebodyElse(): void {
  describe('ORG-01 somebody else of the org', () => {
    const PRIVATE = ['session_id', 'token_id', 'sign_in_id', 'run_id', 'artifact_id'];
    const routes = CLOSED.filter(({ route }) => PRIVATE.some((name) => name in route.params.shape));
    test.each(routes)(
      'ORG-01 $id answers as if their private things did not exist',
      async ({ id }) => {
        const headers = member.browser;
        const answer = await api.send({ ...routeRequest(id, things), headers });
        expect(answer.status).toBe(404);
        expect(told(answer)).toEqual(
          told(await api.send({ ...routeRequest(id, noThings()), headers })),
        );
      },
    );
  });
}

function testAnotherOrg(): void {
  describe('ORG-01 another org', () => {
    const isAboutThings = ({ route }: (typeof CLOSED)[number]): boolean =>
      Object.keys(route.params.shape).some((name) => name in noThings());

    test.each(CLOSED.filter((each) => isAboutThings(each)))(
      'ORG-01 $id answers an owner of another org as if the things did not exist',
      async ({ id }) => {
        const [answer, nothing] = await bothAnswers(id);
        expect(answer.status).toBe(404);
        expect(told(answer)).toEqual(told(nothing));
      },
    );

    test.each(CLOSED.filter((each) => !isAboutThings(each)))(
      'ORG-01 $id tells an owner of another org nothing of this one',
      async ({ id, route }) => {
        const [answer] = await bothAnswers(id);
        expect(answer.status).toBe(route.status);
        for (const value of Object.values(things)) expect(answer.text).not.toContain(value);
      },
    );

    test('ORG-01 everything is still there afterwards', async () => {
      const gets = CLOSED.filter(
        ({ route }) => route.method === 'GET' && Object.keys(route.params.shape).length > 0,
      );
      for (const { id } of gets) {
        const answer = await api.send({ ...routeRequest(id, things), headers: owner.browser });
        expect([id, answer.status]).toEqual([id, 200]);
      }
    });
  });
}

function testIdsInside(): void {
  describe('ORG-01 ids in queries and bodies', () => {
    const cases = [
      ['POST', '/api/roles', 'team_id', (id: string) => ({ name: 'Spy', team_id: id })],
      [
        'POST',
        '/api/invitations',
        'team_id',
        (id: string) => ({ position: 'member', team_id: id }),
      ],
      ['POST', '/api/sessions', 'role_id', (id: string) => ({ role_id: id })],
      [
        'POST',
        '/api/contacts',
        'person_id',
        (id: string) => ({ channel: 'web', key: 'spy', person_id: id }),
      ],
      [
        'PATCH',
        '/api/configuration/weather?layer=team&owner_id=',
        'team_id',
        () => ({ values: {} }),
      ],
      [
        'PATCH',
        '/api/configuration/weather?layer=role&owner_id=',
        'role_id',
        () => ({ values: {} }),
      ],
      ['PUT', '/api/usage/limits?role_id=', 'role_id', () => ({ tokens_per_day: 1 })],
      ['PUT', '/api/usage/limits?person_id=', 'person_id', () => ({ tokens_per_day: 1 })],
    ] as const;

    test.each(cases)(
      'ORG-01 %s %s takes no %s of another org',
      async (...[method, path, name, body]) => {
        const { browser: headers } = await api.signIn(stranger.caller);
        const ask = (id: string): Promise<Answer> => {
          const address = path.endsWith('=') ? `${path}${id}` : path;
          return api.send({ method, path: address, body: body(id), headers });
        };
        const answer = await ask(things[name]);
        expect(answer.status).toBe(404);
        expect(told(answer)).toEqual(told(await ask(noThings()[name])));
      },
    );
  });
}

async function expiredBrowser(): Promise<Somebody['browser']> {
  const { browser, caller } = await api.signIn(owner.caller);
  await makeOld('sign_ins', 'last_used_at', caller.signInId);
  return browser;
}

async function deadTokens(): Promise<readonly { readonly Authorization: string }[]> {
  const { accounts } = api;
  const content = { name: 'program', scopes: TOKEN_SCOPES, expiresInDays: 1 };
  const revoked = await accounts.tokens.create(owner.caller, content);
  await accounts.tokens.revoke(owner.caller, revoked.token.id);
  const expired = await accounts.tokens.create(owner.caller, content);
  await makeOld('api_tokens', 'expires_at', expired.token.id);
  return [revoked, expired].map(({ secret }) => ({ Authorization: `Bearer ${secret}` }));
}

async function makeOld(table: string, column: string, id: string | undefined): Promise<void> {
  const text = `update platform.${table} set ${column} = now() - interval '31 days' where id = $1`;
  await api.database.run({ name: '', text, values: [id] });
}

/** With the org's things, and with things of nobody; signed in anew, since some routes end a sign-in. */
async function bothAnswers(id: RouteId): Promise<readonly [Answer, Answer]> {
  const { browser: headers } = await api.signIn(stranger.caller);
  const answer = await api.send({ ...routeRequest(id, things), headers });
  const again = await api.signIn(stranger.caller);
  const nothing = await api.send({ ...routeRequest(id, noThings()), headers: again.browser });
  return [answer, nothing];
}
