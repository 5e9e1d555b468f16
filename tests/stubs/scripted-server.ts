// An HTTP peer on the loopback that plays one scripted step a request and keeps what it was asked.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON body; `undefined` where it is none. */
  readonly body: unknown;
  /** Settles when the connection of this request is gone: `true` where the client left before the end. */
  readonly left: Promise<boolean>;
}

/** What is played to a request: the steps in order, or the step that a function picks. */
export type Script<Step> =
  | readonly Step[]
  | ((request: RecordedRequest, index: number) => Step | Promise<Step>);

export interface ScriptedServer<Step> {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** Replaces what has not been played yet. */
  play(script: Script<Step>): void;
  /** Cuts every open connection. */
  close(): Promise<void>;
}

export interface ServerParts<Step> {
  readonly script: Script<Step>;
  readonly answer: (
    step: Step,
    request: RecordedRequest,
    response: ServerResponse,
  ) => Promise<void> | void;
  readonly port?: number;
}

/** A request beyond the end of the script is answered with 501 and a text that says so. */
export async function startScriptedServer<Step>(
  parts: ServerParts<Step>,
): Promise<ScriptedServer<Step>> {
  const requests: RecordedRequest[] = [];
  let script = parts.script;
  let played = 0;

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    const left = new Promise<boolean>((settle) => {
      response.once('close', () => settle(!response.writableFinished));
    });
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: parsed(Buffer.concat(chunks).toString('utf8')),
        left,
      };
      requests.push(request);
      const index = played++;
      const steps = script;
      void Promise.resolve(Array.isArray(steps) ? steps[index] : pick(steps, request, index)).then(
        (step) =>
          step === undefined ? exhausted(response) : parts.answer(step, request, response),
        (thrown: unknown) => response.destroy(thrown instanceof Error ? thrown : undefined),
      );
    });
  });
  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(parts.port ?? 0, '127.0.0.1', settle);
  });
  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    play(next) {
      script = next;
      played = 0;
    },
    async close() {
      const closed = new Promise<void>((settle) => {
        server.close(() => settle());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers with JSON, as a provider's own failures are. */
export function sendJson(
  response: ServerResponse,
  status: number,
  given: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...given.headers });
  response.end(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
}

function pick<Step>(
  script: Script<Step>,
  request: RecordedRequest,
  index: number,
): Step | undefined | Promise<Step> {
  return typeof script === 'function' ? script(request, index) : script[index];
}

function exhausted(response: ServerResponse): void {
  const body = { error: { message: 'The script of this stub has no step left.' } };
  sendJson(response, 501, { body });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
