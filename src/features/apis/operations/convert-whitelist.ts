// A list of endpoints as operations: every parameter is a text, and goes where its method puts it (API-04, API-05).

import { isJsonObject, type JsonObject } from '#base/json.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import {
  METHODS,
  type ApiHead,
  type ApiOperation,
  type ApiParameter,
  type Method,
} from '../api-operation.ts';
import { apiFault } from '../document/api-fault.ts';
import { childOf, itemsOf, textAt, type Node, type References } from '../document/references.ts';
import { argumentNames } from './argument-names.ts';
import { nameWish, toolNames } from './convert-open-api.ts';
import { placeholdersIn } from './read-operation.ts';
import { hostsOf } from './read-servers.ts';
import type { NameWish } from './unique-names.ts';

/**
 * As `convertOpenApi` does.
 * @yields the operations in the document's order
 */
export function* convertWhitelist({ root }: References): Generator<ApiOperation, ApiHead> {
  const baseUrl = textAt(root, 'base_url')?.trim() ?? '';
  const endpoints = childOf(root, 'endpoints');
  if (!Array.isArray(endpoints.value)) throw apiFault(endpoints, apiTexts.noEndpoints());
  const found = itemsOf(endpoints).map(readEndpoint);
  const wishes = found.map(({ method, path, id }) => nameWish(method, path, id));
  const names = toolNames(wishes.map((wish, at) => distinct(wish, at, wishes)));
  yield* found.map((endpoint, at) => operationOf(endpoint, names[at] ?? endpoint.path));
  return { title: '', baseUrl, hosts: hostsOf([baseUrl]), schemes: {}, remarks: [] };
}

/** Nothing keeps an author from writing the same endpoint twice. */
function distinct(wish: NameWish, at: number, wishes: readonly NameWish[]): NameWish {
  const first = wishes.findIndex(({ identity }) => identity === wish.identity);
  return first === at ? wish : { ...wish, identity: `${wish.identity} ${at}` };
}

interface Endpoint {
  readonly id: string | undefined;
  readonly method: Method;
  readonly path: string;
  readonly description: string;
  readonly required: readonly string[];
  readonly oneOf: readonly string[];
  readonly optional: readonly string[];
}

function readEndpoint(node: Node): Endpoint {
  if (!isJsonObject(node.value)) throw apiFault(node, apiTexts.notMap());
  const path = textAt(node, 'path');
  if (path === undefined) throw apiFault(childOf(node, 'path'), apiTexts.endpointWithout('path'));
  const given = (textAt(node, 'method') ?? 'get').toLowerCase();
  const method = METHODS.find((each) => each === given);
  if (method === undefined) throw apiFault(childOf(node, 'method'), apiTexts.otherMethod(given));
  const required = childOf(node, 'required');
  return {
    id: textAt(node, 'id'),
    method,
    path,
    description: textAt(node, 'description') ?? textAt(node, 'summary') ?? '',
    required: namesIn(required),
    oneOf: namesIn(childOf(required, 'oneOf')),
    optional: namesIn(childOf(node, 'optional')),
  };
}

function operationOf(endpoint: Endpoint, name: string): ApiOperation {
  const { method, path, required, oneOf, optional, description } = endpoint;
  const inPath = placeholdersIn(path);
  const all = [...new Set([...inPath, ...required, ...oneOf, ...optional])];
  const place = (each: string) =>
    inPath.includes(each) ? 'path' : method === 'get' ? 'query' : 'body';
  const names = argumentNames(all.map((each) => ({ place: place(each), name: each })));
  const argument = (each: string): string => names[all.indexOf(each)] ?? each;
  const ofBody = all.filter((each) => place(each) === 'body');
  const needed = [...new Set([...inPath, ...required])].map(argument);
  const alternatives = oneOf.map(argument);
  const note = alternatives.length > 0 ? apiTexts.oneOfNote(alternatives).en : '';
  return {
    name,
    method,
    path,
    description: [description, note].filter((text) => text !== '').join('\n'),
    parameters: all
      .filter((each) => place(each) !== 'body')
      .map((each) => parameterOf(argument(each), each, place(each) === 'path')),
    ...(ofBody.length > 0 && {
      body: {
        mediaType: 'application/json',
        form: 'json',
        isRequired: ofBody.some((each) => required.includes(each)),
        isOpen: false,
        properties: ofBody.map((each) => ({ argument: argument(each), name: each })),
      },
    }),
    ...(alternatives.length > 0 && { oneOf: alternatives }),
    inputSchema: schemaOf(all.map(argument), needed),
  };
}

function parameterOf(argument: string, name: string, isInPath: boolean): ApiParameter {
  return isInPath
    ? { argument, name, place: 'path', style: 'simple', explode: false }
    : { argument, name, place: 'query', style: 'form', explode: true };
}

function schemaOf(names: readonly string[], required: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    ...(required.length > 0 && { required }),
  };
}

function namesIn(node: Node): readonly string[] {
  return itemsOf(node).flatMap(({ value }) =>
    typeof value === 'string' && value !== '' ? [value] : [],
  );
}
