// The HTTP API on a free port, with accounts on a real database and the other services in memory.

import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll } from 'vitest';
import {
  accountsMigrations,
  createAccounts,
  type Accounts,
  type Caller,
  type Position,
  type Scope,
} from '#features/accounts/index.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { createLog, createSecretRegistry } from '#system/log.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import { createHttpApp } from '../http-app.ts';
import { createMetrics } from '../metrics.ts';
import { startHttpServer } from '../start-http-server.ts';
import { createMemoryServices, type ApiServices } from './memory-services.ts';

export const PASSWORD = 'correct horse battery';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Anything but text is sent as JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly json: unknown;
}

/** Somebody signed in with a browser. */
export interface Somebody {
  readonly caller: Caller;
  readonly login: string;
  /** What their browser sends along. */
  readonly browser: { readonly Cookie: string; readonly Origin: string };
}

export interface ApiFixture {
  readonly origin: string;
  readonly port: number;
  readonly accounts: Accounts;
  readonly database: TestDatabase;
  readonly services: ApiServices;
  /** The lines of the log. */
  readonly log: readonly string[];
  send(sent: Sent): Promise<Answer>;
  newOwner(): Promise<Somebody>;
  newPerson(inviter: Somebody, position: Position): Promise<Somebody>;
  /** Signs in with another browser. */
  signIn(caller: Caller): Promise<Somebody>;
  /** The header of a new token. */
  token(caller: Caller, ...scopes: readonly Scope[]): Promise<{ readonly Authorization: string }>;
}

/** What the API stands on: accounts on a real database, and the services behind the routes. */
export interface ApiGround {
  readonly database: TestDatabase;
  readonly accounts: Accounts;
  readonly services: ApiServices;
}

/** With services in memory where no ground is given. */
export async function startApi(
  changes: Partial<HttpAppParts> = {},
  ground?: ApiGround,
): Promise<ApiFixture> {
  const { database, accounts, services } = ground ?? (await memoryGround());
  const log: string[] = [];
  const app = createHttpApp({
    accounts,
    ...services,
    health: { readiness: async () => ({ isReady: true }) },
    metrics: createMetrics(),
    log: createLog({
      level: 'info',
      secrets: createSecretRegistry(),
      stream: { write: (line) => void log.push(line) },
    }),
    newId: randomUUID,
    monotonicMs: () => performance.now(),
    language: 'en',
    version: '0',
    checksAnswers: true,
    ...changes,
  });
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0 });
  afterAll(async () => {
    await server.stop(0);
    await database.drop();
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const people = createPeople(accounts, changes.publicUrl ?? origin);
  const send = (sent: Sent): Promise<Answer> => sendTo(server.port, sent);
  return { origin, port: server.port, accounts, database, services, log, send, ...people };
}

async function memoryGround(): Promise<ApiGround> {
  const database = await createTestDatabase(accountsMigrations);
  const accounts = createAccounts({
    database,
    newId: randomUUID,
    randomToken: () => randomBytes(32).toString('base64url'),
  });
  return { database, accounts, services: createMemoryServices(accounts) };
}

const PLACE = { address: '192.0.2.1' };

function createPeople(
  accounts: Accounts,
  origin: string,
): Pick<ApiFixture, 'newOwner' | 'newPerson' | 'signIn' | 'token'> {
  const somebody = async (cookie: string, login: string): Promise<Somebody> => {
    const caller = await accounts.access.authenticate({ cookie });
    if (caller === undefined) throw new Error('nobody is signed in');
    const name = origin.startsWith('https:') ? '__Host-qiao_session' : 'qiao_session';
    return { caller, login, browser: { Cookie: `${name}=${cookie}`, Origin: origin } };
  };
  const signIn: ApiFixture['signIn'] = async ({ personId }) => {
    const { token } = await accounts.signInLinks.issue({ personId });
    const { cookie, person } = await accounts.signInLinks.redeem(token, PLACE);
    return somebody(cookie, person.login);
  };
  return {
    signIn,
    async newOwner() {
      const ownerLogin = `owner-${randomUUID()}`;
      const made = await accounts.orgs.create({ name: 'Org', ownerLogin, language: 'en' });
      const { token } = await accounts.signInLinks.issue({ personId: made.personId });
      const { cookie } = await accounts.signInLinks.redeem(token, PLACE);
      return somebody(cookie, ownerLogin);
    },
    async newPerson(inviter, position) {
      const { token } = await accounts.invitations.create(inviter.caller, { position });
      const login = `person-${randomUUID()}`;
      const person = { name: 'Somebody', login, language: 'en' } as const;
      const { cookie } = await accounts.invitations.accept(token, person, PLACE);
      return somebody(cookie, login);
    },
    async token(caller, ...scopes) {
      const { secret } = await accounts.tokens.create(caller, { name: 'program', scopes });
      return { Authorization: `Bearer ${secret}` };
    },
  };
}

/** Node's own client: it sends whatever headers it is told to. An event stream is left after its first bytes. */
function sendTo(port: number, { method = 'GET', path, headers = {}, body }: Sent): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: { ...type, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = [];
        const done = (): void => resolve(answerOf(incoming, Buffer.concat(chunks).toString()));
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (incoming.headers['content-type'] !== 'text/event-stream; charset=utf-8') return;
          done();
          outgoing.destroy();
        });
        incoming.on('end', done);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function answerOf(
  {
    statusCode = 0,
    headers,
  }: { readonly statusCode?: number | undefined; readonly headers: Answer['headers'] },
  text: string,
): Answer {
  const isJson = text !== '' && String(headers['content-type']).startsWith('application/json');
  return { status: statusCode, headers, text, json: isJson ? JSON.parse(text) : undefined };
}
