// Who is let in: keys in every place, a user and a password, tokens; and none of them told.

import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { startService } from '../testing/api-service.ts';
import { answering, closeService, json, listPets, ok, pets } from '../testing/pet-api.ts';

afterEach(closeService);

const scheme = (each: JsonObject) => ({
  components: { securitySchemes: { s: each } },
  security: [{ s: [] }],
});
test.each<[string, JsonObject, Record<string, string>, object]>([
  ['the skill’s own key', {}, { PETS_KEY: 'k-1' }, { authorization: 'Bearer k-1' }],
  ['no key', {}, {}, { authorization: undefined }],
  [
    'a bearer scheme',
    scheme({ type: 'http', scheme: 'bearer' }),
    { PETS_KEY: 'k-1' },
    { authorization: 'Bearer k-1' },
  ],
  [
    'a key in a header',
    scheme({ type: 'apiKey', in: 'header', name: 'X-Key' }),
    { PETS_KEY: 'k-1' },
    { 'x-key': 'k-1', authorization: undefined },
  ],
  [
    'a key by its own name',
    scheme({ type: 'apiKey', in: 'header', name: 'X-Key' }),
    { PETS_KEY: 'k-1', X_KEY: 'k-2' },
    { 'x-key': 'k-2' },
  ],
  [
    'a key in a cookie',
    scheme({ type: 'apiKey', in: 'cookie', name: 'sid' }),
    { PETS_KEY: 'k 1' },
    { cookie: 'sid=k%201' },
  ],
  [
    'a user and a password',
    scheme({ type: 'http', scheme: 'basic' }),
    { username: 'u', password: 'p' },
    { authorization: 'Basic dTpw' },
  ],
  [
    'a key as a user',
    scheme({ type: 'http', scheme: 'basic' }),
    { PETS_KEY: 'k' },
    { authorization: 'Basic azo=' },
  ],
  [
    'an operation that needs none',
    { ...scheme({ type: 'http', scheme: 'bearer' }), security: [] },
    { PETS_KEY: 'k-1' },
    { authorization: undefined },
  ],
])('API-06 %s', async (_what, ...[rest, environment, headers]) => {
  const { call, received } = await answering(ok);
  await call(pets(rest), listPets, { environment });
  const { authorization, cookie, 'x-key': key } = received[0]?.headers ?? {};
  expect({ authorization, cookie, 'x-key': key }).toEqual({
    authorization: undefined,
    cookie: undefined,
    'x-key': undefined,
    ...headers,
  });
});

test('API-06 a key in the query; what was made of a key is not told to the model', async () => {
  const { call, received } = await answering((response) =>
    json(response, { echo: 'dXNlcjpwYXNzd29yZDE=' }),
  );
  await call(pets(scheme({ type: 'apiKey', in: 'query', name: 'api key' })), listPets, {
    environment: { PETS_KEY: 'k&1' },
  });
  expect(received[0]?.url).toBe('/v1/pets?api%20key=k%261');
  const basic = pets(scheme({ type: 'http', scheme: 'basic' }));
  const told = await call(basic, listPets, {
    environment: { username: 'user', password: 'password1' },
  });
  expect(told['response']).toEqual({ echo: '***' });
});

test('API-06 client credentials: a token is asked for once, and again after it was refused', async () => {
  let tokens = 0;
  let calls = 0;
  const service = await startService((request, response) => {
    if (request.url === '/token') {
      json(response, { access_token: `t-${(tokens += 1)}`, expires_in: 3600 });
      return;
    }
    calls += 1;
    if (calls === 2) response.statusCode = 401;
    response.end('{}');
  });
  const flows = { clientCredentials: { tokenUrl: '/token', scopes: {} } };
  const described = pets({
    components: { securitySchemes: { o: { type: 'oauth2', flows } } },
    security: [{ o: ['read'] }],
  });
  const environment = { client_id: 'me', client_secret: 'hush' };
  const ends = [];
  for (let time = 0; time < 3; time += 1)
    ends.push((await service.call(described, listPets, { environment }))['success']);
  await service.close();
  expect(ends).toEqual([true, false, true]);
  expect(service.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/token', 'Basic bWU6aHVzaA=='],
    ['/v1/pets', 'Bearer t-1'],
    ['/v1/pets', 'Bearer t-1'],
    ['/token', 'Basic bWU6aHVzaA=='],
    ['/v1/pets', 'Bearer t-2'],
  ]);
  expect(service.received[0]?.body.toString()).toBe('grant_type=client_credentials&scope=read');
});
