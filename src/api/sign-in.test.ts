import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  PASSWORD,
  startApi,
  type Answer,
  type ApiFixture,
  type Somebody,
} from './testing/api-fixture.ts';

const api = await startApi();
let owner: Somebody;

beforeAll(async () => {
  owner = await api.newOwner();
});

const page = (): { readonly Origin: string } => ({ Origin: api.origin });
const form = (): Readonly<Record<string, string>> => ({
  Origin: api.origin,
  'Content-Type': 'application/x-www-form-urlencoded',
});

function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = [headers['set-cookie'] ?? ''].flat();
  return cookie;
}

/** What the browser sends back. */
function sentBack(answer: Answer): { readonly Cookie: string } {
  return { Cookie: cookieOf(answer).split(';')[0] ?? '' };
}

async function newLink(from: ApiFixture, whom: Somebody): Promise<string> {
  const { token } = await from.accounts.signInLinks.issue({ personId: whom.caller.personId });
  return token;
}

async function withPassword(): Promise<Somebody> {
  const person = await api.newPerson(owner, 'member');
  const place = { address: '192.0.2.1' };
  await api.accounts.passwords.change(person.caller, { next: PASSWORD }, place);
  return api.signIn(person.caller);
}

const invite = async (): Promise<string> => {
  const { token } = await api.accounts.invitations.create(owner.caller, { position: 'member' });
  return token;
};

describe('by password', () => {
  test('the cookie is out of reach of scripts and of other sites', async () => {
    const { login } = await withPassword();
    const body = { login, password: PASSWORD };
    const answer = await api.send({
      method: 'POST',
      path: '/api/auth/sign-in',
      body,
      headers: page(),
    });
    expect(answer.json).toMatchObject({ person: { login, position: 'member' } });
    expect(cookieOf(answer)).toMatch(
      /^qiao_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const me = await api.send({ path: '/api/me', headers: sentBack(answer) });
    expect(me.status).toBe(200);
    expect(answer.text).not.toContain(sentBack(answer).Cookie.slice(13));
  });

  test('a wrong password and a login that nobody has are told alike, without a cookie', async () => {
    const { login } = await withPassword();
    const attempts = [
      { login, password: 'wrong password' },
      { login: randomUUID(), password: PASSWORD },
    ];
    const answers = [];
    for (const body of attempts) {
      answers.push(
        await api.send({ method: 'POST', path: '/api/auth/sign-in', body, headers: page() }),
      );
    }
    const bodies = answers.map(({ status, json }) => ({
      status,
      ...(json as object),
      request_id: '',
    }));
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ status: 401, code: 'sign-in-refused' });
    expect(answers.map((answer) => cookieOf(answer))).toEqual(['', '']);
  });

  test('who tries too often waits, and is told how long', async () => {
    const busy = await startApi();
    const body = { login: 'nobody', password: 'wrong password' };
    let answer = await busy.send({ method: 'POST', path: '/api/auth/sign-in', body });
    for (let tries = 0; tries < 40 && answer.status !== 429; tries += 1) {
      answer = await busy.send({ method: 'POST', path: '/api/auth/sign-in', body });
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json).toMatchObject({
      code: 'too-many-requests',
      details: { retryAfterMs: expect.any(Number) },
    });
  });

  test('a new password gives this browser a new cookie, and signs the others out', async () => {
    const person = await withPassword();
    const other = await api.signIn(person.caller);
    const body = { current_password: PASSWORD, new_password: 'another long password' };
    const answer = await api.send({
      method: 'POST',
      path: '/api/auth/password',
      body,
      headers: person.browser,
    });
    expect(answer.status).toBe(204);
    expect((await api.send({ path: '/api/me', headers: sentBack(answer) })).status).toBe(200);
    expect((await api.send({ path: '/api/me', headers: other.browser })).status).toBe(401);
    expect((await api.send({ path: '/api/me', headers: person.browser })).status).toBe(401);
  });

  test('the page’s form does the same without a script, and keeps what was typed', async () => {
    const { login } = await withPassword();
    const path = '/auth/sign-in';
    const fields = (password: string): string => String(new URLSearchParams({ login, password }));
    const wrong = await api.send({
      method: 'POST',
      path,
      body: fields('wrong password'),
      headers: form(),
    });
    expect([wrong.status, cookieOf(wrong)]).toEqual([401, '']);
    expect(wrong.text).toContain(`value="${login}"`);
    expect(wrong.text).not.toContain('wrong password');
    const right = await api.send({ method: 'POST', path, body: fields(PASSWORD), headers: form() });
    expect([right.status, right.headers['location']]).toEqual([303, '/']);
    const home = await api.send({ path: '/', headers: sentBack(right) });
    expect(home.text).toContain('Signed in as Somebody (Org)');
  });
});

describe('by link', () => {
  test('opening the link, as chat apps and scanners do, does not use it up; the button does, once', async () => {
    const path = `/auth/link/${await newLink(api, owner)}`;
    for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) await api.send({ method, path });
    const shown = await api.send({ path, headers: { 'Accept-Language': 'zh-CN' } });
    expect(shown.text).toMatch(/<form method="post" action="\/auth\/link\/[\w-]{43}">/);
    expect(shown.text).toContain('登录');
    expect(shown.text).not.toContain('<script');
    const pressed = await api.send({ method: 'POST', path, headers: page() });
    expect([pressed.status, pressed.headers['location']]).toEqual([303, '/']);
    expect((await api.send({ path: '/api/me', headers: sentBack(pressed) })).status).toBe(200);
    const again = await api.send({ method: 'POST', path, headers: page() });
    expect([again.status, cookieOf(again)]).toEqual([410, '']);
    expect(again.text).toContain('qiao link');
    expect((await api.send({ path })).text).toContain('used already');
  });

  test('two at once: one comes in', async () => {
    const body = { token: await newLink(api, owner) };
    const ask = (): Promise<Answer> => api.send({ method: 'POST', path: '/api/auth/link', body });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
  });

  test('an admin makes one for a member, with the address the admin used', async () => {
    const person = await api.newPerson(owner, 'member');
    const path = `/api/people/${person.caller.personId}/link`;
    const answer = await api.send({ method: 'POST', path, headers: owner.browser });
    const { url } = answer.json as { url: string };
    expect(url.startsWith(`${api.origin}/auth/link/`)).toBe(true);
    const opened = await api.send({ method: 'POST', path: new URL(url).pathname, headers: page() });
    expect(opened.status).toBe(303);
  });

  test('an admin gets none for an owner', async () => {
    const admin = await api.newPerson(owner, 'admin');
    const path = `/api/people/${owner.caller.personId}/link`;
    expect((await api.send({ method: 'POST', path, headers: admin.browser })).status).toBe(403);
  });
});

describe('by invitation', () => {
  test('the page shows the org and a form; the form makes the person and signs them in', async () => {
    const path = `/auth/invitation/${await invite()}`;
    const shown = await api.send({ path });
    expect(shown.text).toMatch(/<h1>Join (Org|Renamed)<\/h1>/);
    const fields = { name: '小明 <b>', login: `x-${randomUUID()}`, password: '' };
    const body = String(new URLSearchParams(fields));
    const joined = await api.send({ method: 'POST', path, body, headers: form() });
    expect(joined.status).toBe(303);
    const home = await api.send({ path: '/', headers: sentBack(joined) });
    expect(home.text).toContain('小明 &lt;b&gt;');
    expect((await api.send({ path })).status).toBe(410);
  });

  test('a login that is taken leaves the invitation open', async () => {
    const path = `/auth/invitation/${await invite()}`;
    const body = String(new URLSearchParams({ name: 'A', login: owner.login, password: '' }));
    const taken = await api.send({ method: 'POST', path, body, headers: form() });
    expect(taken.status).toBe(409);
    expect((await api.send({ path })).status).toBe(200);
  });

  test('by the API, in the language asked for', async () => {
    const token = await invite();
    const body = { token, name: '小红', login: `y-${randomUUID()}` };
    const headers = { 'Accept-Language': 'zh' };
    const answer = await api.send({ method: 'POST', path: '/api/auth/invitation', body, headers });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ person: { name: '小红', language: 'zh' } });
  });
});

describe('the page at /', () => {
  test('says that the server runs and how to talk to it, in both languages', async () => {
    const chinese = await api.send({ path: '/', headers: { 'Accept-Language': 'zh-CN,zh;q=0.9' } });
    expect(chinese.text).toMatch(/<html lang="zh-CN">.*服务器正在运行.*npx qiao chat/s);
    const english = await api.send({ path: '/' });
    expect(english.text).toMatch(/The server is running.*Not signed in.*npx qiao chat.*curl/s);
    expect(english.text).toContain(`${api.origin}/api/sessions`);
  });

  test('comes back with the cookie where another site’s link led to it', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' };
    const answer = await api.send({ path: '/', headers });
    expect(answer.text).toBe('<meta http-equiv="refresh" content="0; url=/" />');
  });

  test('signs out by its button', async () => {
    const { browser } = await api.signIn(owner.caller);
    const out = await api.send({ method: 'POST', path: '/auth/sign-out', headers: browser });
    expect([out.status, cookieOf(out)]).toEqual([303, expect.stringContaining('Max-Age=0')]);
    expect((await api.send({ path: '/api/me', headers: browser })).status).toBe(401);
  });
});

describe('proofs', () => {
  test('a sign-in in use is renewed, for as long as it is used', async () => {
    const answer = await api.send({ path: '/api/me', headers: owner.browser });
    expect(cookieOf(answer)).toContain(owner.browser.Cookie);
    const token = await api.token(owner.caller, 'read');
    expect(cookieOf(await api.send({ path: '/api/me', headers: token }))).toBe('');
  });

  test.each([
    ['Basic b3duZXI6cGFzcw=='],
    ['Bearer'],
    ['Bearer qiao_'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['Bearer qiao_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['qiao_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ])('%s is no proof, and a cookie beside it does not help', async (authorization) => {
    const headers = { ...owner.browser, Authorization: authorization };
    const answer = await api.send({ path: '/api/me', headers });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="qiao"',
    ]);
  });

  test('a token in the address is no proof', async () => {
    const { Authorization } = await api.token(owner.caller, 'read');
    const token = Authorization.slice(7);
    for (const name of ['token', 'access_token', 'authorization']) {
      const answer = await api.send({ path: `/api/roles?${name}=${token}` });
      expect(answer.status).toBe(401);
    }
  });

  test('a cookie of another name or of another scheme is none', async () => {
    const value = owner.browser.Cookie.slice('qiao_session='.length);
    for (const name of ['__Host-qiao_session', 'QIAO_SESSION', 'session']) {
      const headers = { ...owner.browser, Cookie: `${name}=${value}` };
      expect((await api.send({ path: '/api/me', headers })).status).toBe(401);
    }
  });

  test('a disabled person is out at once, by cookie and by token', async () => {
    const person = await api.newPerson(owner, 'member');
    const token = await api.token(person.caller, 'read');
    const path = `/api/people/${person.caller.personId}`;
    const body = { is_disabled: true };
    await api.send({ method: 'PATCH', path, body, headers: owner.browser });
    for (const headers of [person.browser, token]) {
      expect((await api.send({ path: '/api/me', headers })).status).toBe(401);
    }
  });

  test('behind https the cookie is bound to the host and never sent in the clear', async () => {
    const published = await startApi({ publicUrl: 'https://qiao.example' });
    const somebody = await published.newOwner();
    const body = { token: await newLink(published, somebody) };
    const headers = { Origin: 'https://qiao.example' };
    const answer = await published.send({ method: 'POST', path: '/api/auth/link', body, headers });
    expect(cookieOf(answer)).toMatch(
      /^__Host-qiao_session=.*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect((await published.send({ path: '/api/me', headers: sentBack(answer) })).status).toBe(200);
    const made = await published.send({
      method: 'POST',
      path: `/api/people/${somebody.caller.personId}/link`,
      headers: somebody.browser,
    });
    expect((made.json as { url: string }).url).toMatch(/^https:\/\/qiao\.example\/auth\/link\//);
  });

  test('no secret of a link, a cookie or a token is in the log', async () => {
    const loud = await startApi();
    const somebody = await loud.newOwner();
    const token = await newLink(loud, somebody);
    await loud.send({
      method: 'POST',
      path: `/auth/link/${token}`,
      headers: { Origin: loud.origin },
    });
    await loud.send({ path: `/auth/link/${token}/x` });
    expect(loud.log.join('\n')).not.toContain(token);
  });
});
