import { expect, test } from 'vitest';
import { ROUTES } from '#contract/api/routes.ts';
import { createMetrics } from './metrics.ts';
import { startApi } from './testing/api-fixture.ts';

const metrics = createMetrics();
const api = await startApi({ metrics });

test('lives, and is ready', async () => {
  expect((await api.send({ path: '/healthz' })).json).toEqual({ status: 'ok' });
  expect((await api.send({ path: '/readyz' })).json).toEqual({ status: 'ready' });
});

test('is not ready while its database is away, and lives all the same', async () => {
  const reason = 'the database does not answer';
  const away = await startApi({ health: { readiness: async () => ({ isReady: false, reason }) } });
  const answer = await away.send({ path: '/readyz', headers: { 'Accept-Language': 'zh' } });
  expect(answer.status).toBe(503);
  expect(answer.json).toEqual({
    status: 'not-ready',
    reason,
    message: expect.stringContaining('正在启动'),
  });
  expect((await away.send({ path: '/healthz' })).status).toBe(200);
});

test('a database that is away is a 503, not a sign-in that is over', async () => {
  const away = await startApi();
  const { browser } = await away.newOwner();
  await away.database.close();
  const answer = await away.send({ path: '/api/me', headers: browser });
  expect([answer.status, answer.json]).toEqual([
    expect.toBeOneOf([500, 503]),
    expect.not.objectContaining({ code: 'not-signed-in' }),
  ]);
});

test('metrics count requests by route, never by address', async () => {
  await api.send({ path: '/api/roles/some-id' });
  await api.send({ path: '/made/up/by/somebody' });
  const { text, headers } = await api.send({ path: '/metrics' });
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain('qiao_http_requests_total{route="roles.get",status="401"} 1');
  expect(text).toContain('qiao_http_requests_total{route="none",status="404"} 1');
  expect(text).toMatch(/qiao_http_request_seconds_bucket\{route="roles\.get",le="\+Inf"\} 1/);
  expect(text).not.toContain('some-id');
});

test('metrics are for this machine itself, or an admin’s token', async () => {
  const owner = await api.newOwner();
  const member = await api.newPerson(owner, 'member');
  const through = { 'X-Forwarded-For': '203.0.113.7' };
  const ask = async (headers: Readonly<Record<string, string>>): Promise<number> =>
    (await api.send({ path: '/metrics', headers: { ...through, ...headers } })).status;
  expect(await ask({})).toBe(401);
  expect(await ask(await api.token(member.caller, 'admin'))).toBe(403);
  expect(await ask(await api.token(owner.caller, 'read'))).toBe(403);
  expect(await ask(await api.token(owner.caller, 'admin'))).toBe(200);
});

test('writes counters, histograms and gauges as Prometheus reads them', () => {
  const own = createMetrics();
  const calls = own.counter('calls_total', 'Calls.\nBy tool.');
  calls.add({ tool: 'a"b\\c\nd' });
  calls.add({ tool: 'x' }, 2.5);
  const seconds = own.histogram('seconds', 'Seconds.', [0.1, 1]);
  for (const value of [0.1, 0.5, 7]) seconds.observe(value, { route: 'r' });
  own.gauge('open', 'Open.', () => [{ value: 3 }, { labels: { kind: 'k' }, value: 1 }]);
  expect(own.write()).toBe(`# HELP calls_total Calls.\\nBy tool.
# TYPE calls_total counter
calls_total{tool="a\\"b\\\\c\\nd"} 1
calls_total{tool="x"} 2.5
# HELP seconds Seconds.
# TYPE seconds histogram
seconds_bucket{route="r",le="0.1"} 1
seconds_bucket{route="r",le="1"} 2
seconds_bucket{route="r",le="+Inf"} 3
seconds_sum{route="r"} 7.6
seconds_count{route="r"} 3
# HELP open Open.
# TYPE open gauge
open 3
open{kind="k"} 1
`);
});

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly {
    readonly name: string;
    readonly schema: { readonly type?: string };
  }[];
}

test('the OpenAPI document has every route, its parameters and who may', async () => {
  const { json } = await api.send({ path: '/api/openapi.json' });
  const document = json as {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(JSON.stringify(document)).toContain("The team's or the role's id; left out for the org.");
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(ROUTES).toSorted(),
  );
  expect(document.paths['/api/auth/link']?.['post']?.security).toEqual([]);
  const listing = document.paths['/api/sessions/{session_id}/turns']?.['get'];
  expect(listing?.security).toEqual([{ cookie: [] }, { token: ['read', 'chat'] }]);
  expect(listing?.parameters.map(({ name, schema }) => [name, schema.type])).toEqual([
    ['session_id', 'string'],
    ['cursor', 'string'],
    ['limit', 'integer'],
    ['order', 'string'],
  ]);
});

test('nothing in the OpenAPI document is left undescribed', async () => {
  const { text } = await api.send({ path: '/api/openapi.json' });
  expect(text).not.toContain('"schema":{}');
  const references = [...text.matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, place]) => place);
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']));
});
