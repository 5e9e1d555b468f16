// A request for every route of the table, about somebody's things.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from '#contract/api/route.ts';
import { ROUTES, type RouteId } from '#contract/api/routes.ts';
import type { IncomingFile } from '../incoming-file.ts';
import type { ApiFixture, Sent, Somebody } from './api-fixture.ts';

export interface Things {
  readonly session_id: string;
  readonly attachment_id: string;
  readonly turn_id: string;
  readonly run_id: string;
  readonly delivery_id: string;
  readonly artifact_id: string;
  readonly background_id: string;
  readonly role_id: string;
  readonly team_id: string;
  readonly person_id: string;
  readonly contact_id: string;
  readonly token_id: string;
  readonly invitation_id: string;
  readonly sign_in_id: string;
}

interface Sample {
  readonly query?: string;
  readonly body?: unknown;
  /** A body as it is. */
  readonly file?: string;
}

const SAMPLES = {
  'auth.sign-in': { body: { login: 'nobody', password: 'wrong password' } },
  'auth.link': { body: { token: 'x'.repeat(43) } },
  'auth.invitation': { body: { token: 'x'.repeat(43), name: 'New', login: 'new-login' } },
  'auth.invitation-preview': { body: { token: 'x'.repeat(43) } },
  'auth.sign-out': {},
  'auth.password': { body: { new_password: 'another long password' } },
  'me.get': {},
  'me.update': { body: { name: 'Renamed' } },
  'sign-ins.list': {},
  'sign-ins.revoke': {},
  'org.get': {},
  'org.update': { body: { name: 'Renamed' } },
  'people.list': {},
  'people.get': {},
  'people.update': { body: { name: 'Renamed' } },
  'people.remove': {},
  'people.link': {},
  'invitations.list': {},
  'invitations.create': { body: { position: 'member' } },
  'invitations.revoke': {},
  'roles.list': {},
  'roles.get': {},
  'roles.create': { body: { name: '$unique' } },
  'roles.update': { body: { persona: 'Kind.' } },
  'teams.list': {},
  'teams.get': {},
  'teams.create': { body: { name: '$unique' } },
  'teams.update': { body: { name: 'Renamed' } },
  'teams.delete': {},
  'teams.members': {},
  'teams.set-member': { body: { team_role: 'admin' } },
  'teams.remove-member': {},
  'contacts.list': {},
  'contacts.get': {},
  'contacts.create': { body: { channel: 'feishu', key: '$unique' } },
  'contacts.update': { body: { name: 'Renamed' } },
  'contacts.remove': {},
  'tokens.list': {},
  'tokens.create': { body: { name: 'A token', scopes: ['read'] } },
  'tokens.revoke': {},
  'sessions.list': {},
  'sessions.search': { query: 'q=hello' },
  'sessions.create': { body: {} },
  'sessions.get': {},
  'sessions.rename': { body: { title: 'Renamed' } },
  'sessions.delete': {},
  'sessions.events': { query: 'after=0' },
  'attachments.list': {},
  'attachments.upload': { query: 'name=hello.txt', file: 'hello' },
  'attachments.download': {},
  'attachments.delete': {},
  'files.download': {},
  'artifacts.download': {},
  'artifacts.preview': {},
  'links.download': {},
  'deliveries.resend': { body: {} },
  'messages.list': {},
  'background.list': {},
  'background.cancel': {},
  'turns.list': {},
  'turns.create': { body: { text: 'hello' } },
  'turns.get': {},
  'turns.stop': {},
  'turns.regenerate': { body: {} },
  'turns.edit': { body: { text: 'hello again' } },
  'configuration.list': {},
  'configuration.update': { query: 'layer=org', body: { values: { city: 'Beijing' } } },
  'provider-keys.list': {},
  'provider-keys.set': { body: { api_key: 'sk-something' } },
  'provider-keys.try': { body: { model: 'stub' } },
  'provider-keys.remove': {},
  'skills.list': {},
  'sandboxes.get': {},
  'sandboxes.examine': {},
  'usage.report': { query: 'from=2026-01-01&to=2026-01-31&by=day' },
  'usage.limits': {},
  'usage.set-limit': { body: { tokens_per_day: 1000 } },
  'runs.list': {},
  'runs.get': {},
} as const satisfies Record<RouteId, Sample>;

/** What stands in a path and is nobody's. */
const NAMES: Readonly<Record<string, string>> = {
  skill: 'weather',
  provider: 'openai',
  path: 'attachments/hello.txt',
  token: 'x'.repeat(92),
};

export function routeRequest(id: RouteId, things: Things): Sent {
  const route: Route = ROUTES[id];
  const { query, body, file }: Sample = SAMPLES[id];
  const values: Readonly<Record<string, string>> = { ...things, ...NAMES };
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  return {
    method: route.method,
    path: query === undefined ? path : `${path}?${query}`,
    ...(file !== undefined && { body: file }),
    ...(body !== undefined && { body: JSON.stringify(body).replace('$unique', randomUUID()) }),
  };
}

/** Ids as good as any, of nothing. */
export function noThings(): Things {
  return thingsOf(() => randomUUID());
}

/** One of everything that belongs to `whose`, made by an owner of the same org where that needs one. */
export async function makeThings(
  { accounts, services, ...api }: ApiFixture,
  owner: Somebody,
  whose: Somebody,
): Promise<Things> {
  const { caller } = whose;
  const { personId } = caller;
  const session = await services.conversations.create(caller, {});
  const said = { text: 'hello', language: 'en' } as const;
  const turn = await services.conversations.say(caller, session.id, said);
  const attachment = await services.attachments.upload(caller, session.id, HELLO);
  const place = { sessionId: session.id, turnId: turn.turn_id };
  // A turn that runs can't be regenerated; whoever never ends meets the test's own limit.
  while ((await services.conversations.turn(caller, place)).state !== 'done') await pause(5);
  const team = await accounts.teams.create(owner.caller, { name: randomUUID() });
  await accounts.teams.setMember(owner.caller, team.id, { personId, teamRole: 'member' });
  const contact = await accounts.contacts.create(owner.caller, {
    channel: 'web',
    key: randomUUID(),
  });
  const { token } = await accounts.tokens.create(caller, { name: 'a token', scopes: ['read'] });
  const { invitation } = await accounts.invitations.create(owner.caller, { position: 'member' });
  const browser = await api.signIn(caller);
  return {
    session_id: session.id,
    attachment_id: attachment.id,
    turn_id: turn.turn_id,
    run_id: await services.addRun(caller, session.id),
    delivery_id: await services.addDelivery(caller, place),
    artifact_id: await services.addArtifact(caller, place),
    background_id: await services.addBackground(caller, place),
    role_id: session.role_id,
    team_id: team.id,
    person_id: personId,
    contact_id: contact.id,
    token_id: token.id,
    invitation_id: invitation.id,
    sign_in_id: browser.caller.signInId ?? '',
  };
}

const HELLO: IncomingFile = {
  name: 'hello.txt',
  bytes: 5,
  async *chunks() {
    yield Buffer.from('hello');
  },
};

function thingsOf(value: () => string): Things {
  return {
    session_id: value(),
    attachment_id: value(),
    turn_id: value(),
    run_id: value(),
    delivery_id: value(),
    artifact_id: value(),
    background_id: value(),
    role_id: value(),
    team_id: value(),
    person_id: value(),
    contact_id: value(),
    token_id: value(),
    invitation_id: value(),
    sign_in_id: value(),
  };
}
