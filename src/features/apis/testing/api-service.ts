// For tests: an API on loopback with its description, and the runtime that calls it.

import { mkdtempSync, realpathSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import type { RunHost, RuntimeOutcome } from '#features/runtimes/index.ts';
import { createSafeCall } from '#system/fetch/safe-call.ts';
import { createTestServers } from '#system/fetch/testing/fetch-fixture.ts';
import { createApiRuntime } from '../calls/api-runtime.ts';
import { createApiLibrary } from '../library/api-library.ts';
import { writeFiles } from './api-fixture.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface TestService {
  /** What came in, in its order. */
  readonly received: readonly Received[];
  readonly port: number;
  /** `description` gets the service's address. Throws what the runtime throws. */
  readonly run: Run<RuntimeOutcome>;
  /** The envelope of a call. */
  readonly call: Run<JsonObject>;
  readonly workspace: string;
  readonly close: () => Promise<void>;
}

type Run<Result> = (
  description: (origin: string) => unknown,
  input: JsonObject,
  options?: RunOptions,
) => Promise<Result>;

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly file?: string;
  readonly signal?: AbortSignal;
  readonly isIdempotent?: boolean;
  readonly downloadBytes?: number;
}

export async function startService(listener: RequestListener): Promise<TestService> {
  const servers = createTestServers();
  const received: Received[] = [];
  const port = await servers.serve((request, response) => {
    void take(request).then((each) => {
      received.push(each);
      return listener(request, response);
    });
  });
  const library = createApiLibrary(temporary());
  const workspace = temporary();
  let isIdempotent: boolean | undefined;
  let downloadBytes = 0;
  const runtime = createApiRuntime({
    library,
    call: createSafeCall({ allowHosts: ['127.0.0.1', 'localhost'] }),
    get downloadBytes() {
      return downloadBytes;
    },
    packageOf: async () => packageOf(isIdempotent),
    checkInput: (args) => ({ status: 'valid', input: args }),
    now: () => Date.now(),
  });
  const run: TestService['run'] = async (description, input, options = {}) => {
    const { file = 'openapi.json', environment = {} } = options;
    ({ isIdempotent, downloadBytes = 1_000_000 } = options);
    const folder = writeFiles({ [file]: description(`http://127.0.0.1:${port}`) });
    const entry = {
      skill: 'test',
      version: folder,
      folder,
      program: { kind: 'api', file },
      environment,
      network: { kind: 'none' },
    } as const;
    const { outcome } = await runtime.run(entry, input, hostOf(workspace, options.signal));
    return outcome;
  };
  return {
    received,
    port,
    workspace,
    run,
    async call(...asked) {
      const outcome = await run(...asked);
      const value: JsonValue =
        outcome.status === 'returned' ? outcome.value : { outcome: outcome.status };
      return isJsonObject(value) ? value : {};
    },
    async close() {
      await runtime.close();
      await library.close();
      await servers.closeAll();
    },
  };
}

function unused(): never {
  throw new TypeError('No API asks for this.');
}

async function take(request: IncomingMessage): Promise<Received> {
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: await buffer(request) };
}

function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'apis-')));
}

function packageOf(isIdempotent: boolean | undefined): SkillPackage {
  const requires = {
    bins: [],
    anyBins: [],
    os: [],
    container: false,
    primaryEnv: undefined,
    pip: [],
    npm: [],
    network: undefined,
  };
  const config = [{ name: 'PETS_KEY', required: false, secret: true, source: 'env' }];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole package takes a directory to read
  return { requires, config, isIdempotent } as unknown as SkillPackage;
}

function hostOf(workspace: string, signal = new AbortController().signal): RunHost {
  return {
    workspace,
    context: {},
    limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: 1e9 },
    signal,
    language: 'en',
    callSkill: unused,
    provider: { chat: unused },
    database: { open: unused, execute: unused, end: unused },
    progress: () => {},
  };
}
