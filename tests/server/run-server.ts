// Starts the server as an operator does, signs in by its link, and talks to it with a program's token.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createApiClient, type ApiClient } from '#client/api-client.ts';
import { machineEnvironment } from '../machine-environment.ts';

export interface TestServer {
  readonly url: string;
  readonly dataFolder: string;
  /** Of the owner, with every scope. */
  readonly token: string;
  readonly client: ApiClient;
  /** What the owner's browser sends along, for what no token may. */
  readonly browser: { readonly cookie: string; readonly origin: string };
  /** What it wrote to standard error. */
  readonly log: () => string;
  /** As Ctrl-C does; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: nothing is tidied up. */
  kill(): Promise<void>;
  /** The embedded PostgreSQL's first process. */
  postgresPid(): number;
  /** On the same data and port, with the same token. */
  restart(): Promise<TestServer>;
  /** Stops it and takes its data away. */
  remove(): Promise<void>;
}

export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly skills?: readonly string[];
}

/** A fresh instance. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  // Below no home: PostgreSQL runs as another user than root.
  const dataFolder = mkdtempSync('/var/tmp/qiao-serve-');
  chmodSync(dataFolder, 0o711);
  const port = await freePort();
  const started = await launch({ ...options, dataFolder, port });
  const link = /\/auth\/link\/([\w-]+)/.exec(started.stdout())?.[1];
  if (link === undefined) throw new TypeError(`no link: ${started.stdout()}${started.stderr()}`);
  const signedIn = await signIn(`http://127.0.0.1:${port}`, link);
  return serverOf(started, { ...options, dataFolder, port, ...signedIn });
}

/** One more server on the database of another. */
export async function joinServer(
  other: TestServer,
  options: ServerOptions = {},
): Promise<TestServer> {
  const { dataFolder, token } = other;
  const { cookie } = other.browser;
  const place = { ...options, dataFolder, port: await freePort() };
  return serverOf(await launch(place), { ...place, token, cookie });
}

interface Place extends ServerOptions {
  readonly dataFolder: string;
  readonly port: number;
}

interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

async function launch({ dataFolder, port, environment, skills = [] }: Place): Promise<Started> {
  const args = skills.flatMap((folder) => ['--skills', folder]);
  const child = spawn(process.execPath, ['src/main.ts', 'serve', ...args], {
    env: {
      ...machineEnvironment(),
      LANG: 'en_US.UTF-8',
      QIAO_DATA: dataFolder,
      QIAO_PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      stdout += bytes.toString();
      if (/link/.test(stdout)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  return { child, stdout: () => stdout, stderr: () => stderr };
}

function serverOf({ child, stderr }: Started, place: Place & SignedIn): TestServer {
  const { dataFolder, token } = place;
  const url = `http://127.0.0.1:${place.port}`;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    url,
    dataFolder,
    token,
    browser: { cookie: place.cookie, origin: url },
    client: createApiClient({ server: url, token, language: 'en' }),
    log: stderr,
    stop: () => end('SIGINT'),
    async kill() {
      await end('SIGKILL');
    },
    postgresPid: () =>
      Number(readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    restart: async () => serverOf(await launch(place), place),
    async remove() {
      await end('SIGINT');
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

interface SignedIn {
  readonly token: string;
  readonly cookie: string;
}

async function signIn(url: string, link: string): Promise<SignedIn> {
  const headers = { 'content-type': 'application/json', origin: url };
  const signedIn = await fetch(`${url}/api/auth/link`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token: link }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const made = await fetch(`${url}/api/tokens`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: JSON.stringify({ name: 'test', scopes: ['chat', 'read', 'admin'] }),
  });
  const answer: unknown = await made.json();
  if (typeof answer === 'object' && answer !== null && 'secret' in answer)
    return { token: String(answer.secret), cookie };
  throw new TypeError(`no token: ${JSON.stringify(answer)}`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address === 'object' && address !== null) return address.port;
  throw new TypeError('no port');
}
