// For tests: a real runner with its own stored memory, and what must not be touched from inside of it.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlainSandbox } from '../plain-sandbox.ts';
import type { Sandbox, SandboxProcess } from '../sandbox.ts';
import type { CodeResult } from './code-result.ts';
import {
  createCodeRunner,
  type CodeRequest,
  type CodeRunner,
  type CodeRunnerParts,
} from './code-runner.ts';

export interface CodeFixture {
  readonly folder: string;
  readonly workspace: string;
  readonly runner: CodeRunner;
  /** Every process that was started, in order. */
  readonly starts: readonly Start[];
  /** Another runner, as another server on the same machine has it. */
  another(changes?: Partial<CodeRunnerParts>): CodeRunner;
  /** What the runner told of, besides results. */
  readonly problems: unknown[];
  run(
    code: string,
    changes?: Partial<CodeRequest> & { readonly by?: CodeRunner },
  ): Promise<CodeResult>;
  close(): Promise<void>;
}

export interface Start {
  /** From which memory: `record`, `cold`, or the path of a stored one. */
  readonly from: string;
  readonly process: SandboxProcess;
}

export async function createCodeFixture(
  changes: Partial<CodeRunnerParts> = {},
): Promise<CodeFixture> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'qiao-code-')));
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  const starts: Start[] = [];
  const sandbox = watched(starts);
  const problems: unknown[] = [];
  const runners: CodeRunner[] = [];
  const onProblem = (problem: unknown) => problems.push(problem);
  const cacheFolder = join(folder, 'cache');
  const another: CodeFixture['another'] = (more) => {
    const made = createCodeRunner({ sandbox, cacheFolder, onProblem, ...changes, ...more });
    runners.push(made);
    return made;
  };
  const runner = another();
  return {
    folder,
    workspace,
    runner,
    starts,
    another,
    problems,
    run: async (code, { by = runner, ...more } = {}) =>
      await by.run({
        code,
        workspace,
        wallMs: 30_000,
        signal: new AbortController().signal,
        language: 'en',
        ...more,
      }),
    close: async () => {
      await Promise.all(runners.map((each) => each.close()));
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function watched(starts: Start[]): Sandbox {
  const plain = createPlainSandbox();
  return {
    ...plain,
    start: async (request) => {
      const process = await plain.start(request);
      starts.push({ from: request.command.at(-1) ?? '', process });
      return process;
    },
  };
}

export interface Canaries {
  readonly secret: string;
  /** A folder beside the workspace, with a file of the secret in it. */
  readonly outside: string;
  readonly tcpPort: number;
  readonly udpPort: number;
  /** The paths of two sockets, one outside and one in the workspace. */
  readonly unixPaths: readonly [string, string];
  /** What was touched: connections, messages, files that changed. */
  touched(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function layOutCanaries(folder: string, workspace: string): Promise<Canaries> {
  const secret = `canary-${crypto.randomUUID()}`;
  const outside = join(folder, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'secret.txt'), secret);
  const seen: string[] = [];
  const unixPaths = [join(outside, 's.sock'), join(workspace, 's.sock')] as const;
  const tcp = await listen('tcp', { port: 0, host: '127.0.0.1' }, seen);
  const unix = await Promise.all(unixPaths.map((path) => listen('unix', { path }, seen)));
  const udp = createSocket('udp4', () => seen.push('udp')).bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const address = tcp.address();
  return {
    secret,
    outside,
    unixPaths,
    tcpPort: typeof address === 'object' && address !== null ? address.port : 0,
    udpPort: udp.address().port,
    touched: async () => {
      const names = (await readdir(outside)).filter((name) => name !== 's.sock');
      const text = await readFile(join(outside, 'secret.txt'), 'utf8');
      const added = names.filter((name) => name !== 'secret.txt');
      return [...seen, ...added, ...(text === secret ? [] : ['secret.txt'])];
    },
    close: async () => {
      for (const server of [tcp, ...unix]) server.close();
      udp.close();
      await Promise.resolve();
    },
  };
}

async function listen(
  name: string,
  where: { readonly path: string } | { readonly port: number; readonly host: string },
  seen: string[],
): Promise<Server> {
  const server = createServer((socket) => {
    seen.push(name);
    socket.destroy();
  });
  server.listen(where);
  await once(server, 'listening');
  return server;
}
