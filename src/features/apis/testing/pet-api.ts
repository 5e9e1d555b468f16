// For tests: an API of pets, and services that answer for it.

import type { ServerResponse } from 'node:http';
import type { JsonObject } from '#base/json.ts';
import { openApi } from './api-fixture.ts';
import { startService, type TestService } from './api-service.ts';

/** `count`: which request it is, from 1. */
export type Answer = (response: ServerResponse, count: number) => void;

let service: TestService | undefined;

export async function answering(answer: Answer): Promise<TestService> {
  let count = 0;
  service = await startService((_, response) => answer(response, (count += 1)));
  return service;
}

export async function closeService(): Promise<void> {
  await service?.close();
  service = undefined;
}

export function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

export const ok: Answer = (response) => json(response, { id: 7 });
export const status =
  (
    code: number,
    headers: Readonly<Record<string, string>> = {},
    body: unknown = { message: 'no' },
  ): Answer =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** A pet by its number, and pets to be made. */
export const pets =
  (rest: JsonObject = {}, operation: JsonObject = {}) =>
  (origin: string): JsonObject =>
    openApi(
      {
        '/pets/{id}': {
          get: {
            operationId: 'getPet',
            parameters: [{ name: 'id', in: 'path', required: true, schema: {} }],
            ...operation,
          },
        },
        '/pets': {
          get: { operationId: 'listPets', ...operation },
          post: {
            operationId: 'addPet',
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: { properties: { name: { type: 'string' } } } },
              },
            },
          },
        },
      },
      { servers: [{ url: `${origin}/v1` }], ...rest },
    );
export const getPet = { operation: 'getPet', arguments: { id: 'a/../b?c' } };
export const listPets = { operation: 'listPets' };
export const addPet = { operation: 'addPet', arguments: { name: 'Rex' } };
