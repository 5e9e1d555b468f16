// Sends files to a running server as programs do, byte by byte where that matters.

import { request, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import { jsonObjectSchema } from '#contract/json-object.ts';
import type { TestServer } from './run-server.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: JsonObject;
  /** Whether the server asked for the body (`100 Continue`). */
  readonly wasAsked: boolean;
}

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly outgoing: ClientRequest;
  readonly answer: Promise<Answer>;
}

/** As the owner; the body is the caller's to write. */
export function ask({ url, token }: TestServer, { method = 'GET', path, headers }: Ask): Asked {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let wasAsked = false;
  const outgoing = request(
    new URL(path, url),
    { method, headers: { Authorization: `Bearer ${token}`, ...headers } },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = incoming.headers['content-type']?.startsWith('application/json') === true;
        const json = isJson ? jsonObjectSchema.parse(JSON.parse(text)) : {};
        const { statusCode: status = 0, headers: got } = incoming;
        resolve({ status, headers: got, text, json, wasAsked });
      });
    },
  );
  outgoing.on('continue', () => (wasAsked = true));
  outgoing.on('error', reject);
  return { outgoing, answer: promise };
}

export function get(
  server: TestServer,
  path: string,
  headers: Ask['headers'] = {},
): Promise<Answer> {
  const { outgoing, answer } = ask(server, { path, headers });
  outgoing.end();
  return answer;
}

/** `name` as it stands in the address: percent-encoded by the caller. */
export function uploadPath(session: string, name: string): string {
  return `/api/sessions/${session}/attachments?name=${name}`;
}

export function upload(
  server: TestServer,
  { session, name }: { readonly session: string; readonly name: string },
  content: string | Buffer,
): Promise<Answer> {
  const path = uploadPath(session, name);
  const headers = { 'Content-Length': String(Buffer.byteLength(content)) };
  const { outgoing, answer } = ask(server, { method: 'POST', path, headers });
  outgoing.end(content);
  return answer;
}

export interface Place {
  readonly session: string;
  /** Where its uploads lie. */
  readonly folder: string;
}

export async function newPlace({ client, dataFolder }: TestServer): Promise<Place> {
  const { id, role_id: role } = await client.call('sessions.create', { body: {} });
  return { session: id, folder: join(dataFolder, 'workspaces', role, id, 'attachments') };
}

export function idOf({ json: { id } }: Answer): string {
  return typeof id === 'string' ? id : '';
}
