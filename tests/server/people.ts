// Brings more people into a running server's organisation, as an owner does: by invitation.

import { createApiClient, type ApiClient } from '#client/api-client.ts';
import { qiao } from '../run-qiao.ts';
import type { TestServer } from './run-server.ts';

export interface Person {
  readonly id: string;
  /** With a token of theirs. */
  readonly client: ApiClient;
}

export interface NewPerson {
  readonly name: string;
  readonly position: 'admin' | 'member';
  readonly team?: { readonly id: string; readonly role: 'owner' | 'admin' | 'member' };
}

export async function invite(server: TestServer, person: NewPerson): Promise<Person> {
  const owner = await signIn(server, { path: 'link', token: await newLink(server) });
  const { position, team, name } = person;
  const invited = await post(server, {
    path: '/api/invitations',
    cookie: owner.cookie,
    body: { position, ...(team && { team_id: team.id, team_role: team.role }) },
  });
  const token = /"url":"[^"]*\/([\w-]+)"/.exec(await invited.text())?.[1] ?? '';
  const signedIn = await signIn(server, { path: 'invitation', token, name, login: name });
  const made = await post(server, {
    path: '/api/tokens',
    cookie: signedIn.cookie,
    body: { name: 'test', scopes: ['chat', 'read'] },
  });
  const secret = /"secret":"([^"]+)"/.exec(await made.text())?.[1];
  const client = createApiClient({ server: server.url, token: secret, language: 'en' });
  return { id: signedIn.id, client };
}

async function newLink({ dataFolder, url }: TestServer): Promise<string> {
  const environment = { QIAO_DATA: dataFolder, QIAO_PORT: new URL(url).port };
  const { stdout } = await qiao(['link', '--json'], { environment });
  return /\/auth\/link\/([\w-]+)/.exec(stdout)?.[1] ?? '';
}

async function signIn(
  server: TestServer,
  { path, ...body }: Readonly<Record<string, string>> & { readonly path: 'link' | 'invitation' },
): Promise<{ readonly cookie: string; readonly id: string }> {
  const answer = await post(server, { path: `/api/auth/${path}`, body });
  const text = await answer.text();
  if (!answer.ok) throw new TypeError(`${answer.status} ${text}`);
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, id: /"id":"([^"]+)"/.exec(text)?.[1] ?? '' };
}

function post(
  { url }: TestServer,
  given: { readonly path: string; readonly body: object; readonly cookie?: string },
): Promise<Response> {
  return fetch(`${url}${given.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(given.cookie !== undefined && { cookie: given.cookie }),
    },
    body: JSON.stringify(given.body),
  });
}
