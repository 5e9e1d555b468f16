// The typed client against the real API over HTTP.

import { expect, test } from 'vitest';
import { startApi } from '#api/testing/api-fixture.ts';
import { createApiClient } from '#client/api-client.ts';

const api = await startApi();
const owner = await api.newOwner();
const secrets = await api.accounts.tokens.create(owner.caller, {
  name: 'client',
  scopes: ['chat', 'read', 'admin'],
});
const server = api.origin;
const client = createApiClient({ server, token: secrets.secret });

test('calls routes by their ids, with their own types', async () => {
  const { warnings, ...role } = await client.call('roles.create', {
    body: { name: 'Helper', persona: 'Kind.' },
  });
  expect(warnings).toEqual([]);
  expect(await client.call('roles.get', { params: { role_id: role.id } })).toEqual(role);
  const { items } = await client.call('roles.list', { query: { limit: 1, archived: false } });
  expect(items).toHaveLength(1);
  expect((await client.call('me.get')).person.login).toBe(owner.login);
});

test('a call that lacks something does not compile, and is told where it is made all the same', async () => {
  // @ts-expect-error -- the name is missing
  await expect(client.call('roles.create', { body: {} })).rejects.toMatchObject({
    code: 'request-invalid',
  });
  // @ts-expect-error -- there is no such route
  await expect(client.call('roles.burn')).rejects.toThrow(TypeError);
});

test('what needs no answer gives null', async () => {
  const contact = await client.call('contacts.create', { body: { channel: 'web', key: 'k' } });
  expect(await client.call('contacts.remove', { params: { contact_id: contact.id } })).toBeNull();
});

test('a refusal has the server’s code, its sentence, and the number of the request', async () => {
  const chinese = createApiClient({ server, token: secrets.secret, language: 'zh' });
  const failing = chinese.call('roles.get', { params: { role_id: 'nothing' } });
  await expect(failing).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('找不到'),
    details: { status: 404, requestId: expect.any(String) },
  });
  const nobody = createApiClient({ server, token: 'qiao_wrong_wrong_wrong' });
  await expect(nobody.call('me.get')).rejects.toMatchObject({ code: 'not-signed-in' });
});

test('ids with odd characters stay in their place of the path', async () => {
  const failing = client.call('roles.get', { params: { role_id: '../me?x=1#' } });
  await expect(failing).rejects.toMatchObject({ code: 'not-found' });
});

test('follows a session’s events, and comes back for more where the connection ends', async () => {
  const session = await client.call('sessions.create', { body: {} });
  const stop = new AbortController();
  const seqs: number[] = [];
  for await (const { seq, event } of client.subscribe(session.id, {
    after: 5,
    signal: stop.signal,
  })) {
    seqs.push(seq);
    expect(event.type).toBe('text-delta');
    if (seqs.length === 2) stop.abort();
  }
  expect(seqs).toEqual([6, 7]);
});

test('a session that is not one’s own is refused at once', async () => {
  const { signal } = new AbortController();
  const events = client.subscribe('nothing', { after: 0, signal });
  await expect(events.next()).rejects.toMatchObject({ code: 'not-found' });
});
