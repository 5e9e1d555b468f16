// What an admin gets wrong in a role or a skill's configuration is told, at once or before the skill runs.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSkill } from '../make-skill.ts';
import { startServer, type TestServer } from './run-server.ts';
import { startObedientModel, talkTo } from './talk.ts';

const weather = await makeSkill('weather', {
  'SKILL.md': `---\nname: weather\ndescription: Tells the weather.\nenv:
  - name: WEATHER_URL
  - name: api_token
    secret: true\n  - name: units\n    required: false\n---\n`,
  'handler.ts': 'export const execute = (input, ctx) => ({ success: true, url: ctx.WEATHER_URL });',
});
const stub = await startObedientModel(() => undefined);
const environment = {
  QIAO_MODEL: 'openai/stub',
  OPENAI_BASE_URL: stub.baseUrl,
  OPENAI_API_KEY: 'sk-test',
};
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ skills: [weather], environment });
}, 60_000);
afterAll(async () => {
  await server.remove();
  await stub.close();
});

async function patch(path: string, body: unknown) {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      'accept-language': 'en',
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.text() };
}

test('CFG-04 an owner of the layer org is refused', async () => {
  const { id } = await server.client.call('roles.create', { body: { name: 'Owner of a layer' } });
  const path = `/api/configuration/weather?layer=org&owner_id=${id}`;
  const refused = await patch(path, { values: { units: 'si' } });
  expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('no owner_id') });
});

test.each([
  [{ values: { webhook: 'https://h' }, secrets: ['webhok'] }, 400, 'webhok'],
  [{ values: { units: 'si', UNITS: 'si' } }, 409, 'differs from'],
])('CFG-03 what can’t be meant is refused (%j)', async (body, status, says) => {
  const refused = await patch('/api/configuration/weather?layer=org', body);
  expect(refused).toMatchObject({ status, body: expect.stringContaining(says) });
});

function update(skill: string, values: Record<string, string>) {
  return server.client.call('configuration.update', {
    params: { skill },
    query: { layer: 'org' },
    body: { values },
  });
}

test('a skill and a key that nobody knows are saved with a warning', async () => {
  expect((await update('wether', { units: 'si' })).warnings).toEqual([
    expect.stringContaining('No installed skill is named "wether"'),
  ]);
  const { warnings, items } = await update('weather', { unitts: 'si', units: 'si' });
  expect(warnings).toEqual([
    expect.stringMatching(/does not declare unitts .*it declares WEATHER_URL, api_token, units/),
  ]);
  expect(items.map(({ key }) => key)).toEqual(['units', 'unitts']);
  expect((await update('weather', { units: 'us' })).warnings).toEqual([]);
});

test('a role’s skill that is not installed is saved with a warning', async () => {
  const { client } = server;
  const made = await client.call('roles.create', {
    body: { name: 'Warned', skills: ['weather', 'wether'] },
  });
  expect(made.skills).toEqual(['weather', 'wether']);
  expect(made.warnings).toEqual([expect.stringContaining('No installed skill is named wether')]);
  const mended = await client.call('roles.update', {
    params: { role_id: made.id },
    body: { skills: ['weather'] },
  });
  expect(mended.warnings).toEqual([]);
});

test('CFG-02 a skill without its required configuration is not run, and the person is told the keys', async () => {
  const talk = await talkTo(server.client);
  const before = await talk.say('call weather');
  expect(before.turn.calls[0]?.result).toMatchObject({
    success: false,
    error: expect.stringContaining('WEATHER_URL, api_token'),
  });
  await update('weather', { weather_url: 'https://weather', api_token: 'token-123456' });
  const after = await talk.say('call weather');
  expect(after.turn.calls[0]?.result).toMatchObject({ success: true, url: 'https://weather' });
});
