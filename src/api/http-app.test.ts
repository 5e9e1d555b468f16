import { expect, test } from 'vitest';
import { startApi } from './testing/api-fixture.ts';

const api = await startApi();

test('signs in by link, answers who it is, and signs out', async () => {
  const owner = await api.newOwner();
  const me = await api.send({ path: '/api/me', headers: owner.browser });
  expect(me.json).toMatchObject({ person: { login: owner.login, position: 'owner' } });
  const out = await api.send({
    method: 'POST',
    path: '/api/auth/sign-out',
    headers: owner.browser,
  });
  expect(out.status).toBe(204);
  const after = await api.send({ path: '/api/me', headers: owner.browser });
  expect(after.status).toBe(401);
});
