// From the arguments of a tool to the request that is sent: pure, and the same for the same arguments (API-05).

import { AppError } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { ApiOperation, ApiParameter } from '../api-operation.ts';
import { buildBody, type GivenFiles } from './build-body.ts';
import { encodeText } from './encode-text.ts';
import { UnwritableValue, writeHeader, writePairs, writeSegment } from './write-value.ts';

export interface ApiRequest {
  /** In capitals. */
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface RequestParts {
  /** Absolute. */
  readonly baseUrl: string;
  readonly files: GivenFiles;
}

/** Throws `input-invalid`, with `details.argument`, for an argument that can't be sent so. */
export function buildRequest(
  operation: ApiOperation,
  args: JsonObject,
  parts: RequestParts,
): ApiRequest {
  const given = givenParameters(operation, args);
  const path = pathOf(operation, given);
  const query = given
    .filter(({ parameter }) => parameter.place === 'query')
    .flatMap((each) => written(each, pairsOf));
  const cookies = given
    .filter(({ parameter }) => parameter.place === 'cookie')
    .flatMap((each) => written(each, pairsOf));
  const headers = given
    .filter(({ parameter }) => parameter.place === 'header')
    .map((each): [string, string] => [each.parameter.name, headerText(each)]);
  const body =
    operation.body === undefined
      ? undefined
      : buildBody(operation.body, {
          args,
          others: undeclared(operation, args),
          files: parts.files,
        });
  return {
    method: operation.method.toUpperCase(),
    url: joined(parts.baseUrl, path, query),
    headers: {
      accept: acceptOf(operation),
      ...(body !== undefined && { 'content-type': body.mediaType }),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...Object.fromEntries(headers),
    },
    ...(body !== undefined && { body: body.bytes }),
  };
}

/** The arguments that no parameter and no property of the body has. */
export function undeclared(operation: ApiOperation, args: JsonObject): JsonObject {
  const { parameters, body } = operation;
  const known = new Set(
    [...parameters, ...(body?.properties ?? [])].map(({ argument }) => argument),
  );
  if (body?.whole !== undefined) known.add(body.whole);
  return Object.fromEntries(Object.entries(args).filter(([name]) => !known.has(name)));
}

interface Given {
  readonly parameter: ApiParameter;
  readonly value: JsonValue;
}

function givenParameters({ parameters }: ApiOperation, args: JsonObject): readonly Given[] {
  return parameters.flatMap((parameter) => {
    const value = Object.hasOwn(args, parameter.argument) ? args[parameter.argument] : undefined;
    return value === undefined || value === null ? [] : [{ parameter, value }];
  });
}

/** What stands behind `#` tells operations of one address apart, and nobody sends it; unless something in it is to be filled. */
function pathOf({ path }: ApiOperation, given: readonly Given[]): string {
  const sent = path.replace(/#[^{}]*$/, '').replaceAll('#', '%23');
  const values = new Map(
    given.flatMap((each) =>
      each.parameter.place === 'path' ? [[each.parameter.name, each] as const] : [],
    ),
  );
  return sent.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const each = values.get(name);
    if (each === undefined) throw refusal(name, apiTexts.placeholderEmpty(name, path));
    const text = written(each, ({ parameter, value }) =>
      writeSegment(parameter.name, value, parameter),
    );
    // Two full stops would lead to another address than the one described.
    if (text === '' || /^(?:\.|%2e){1,2}$/i.test(text))
      throw refusal(
        each.parameter.argument,
        apiTexts.placeholderEmpty(each.parameter.argument, path),
      );
    return text;
  });
}

function pairsOf({ parameter, value }: Given): readonly string[] {
  return writePairs(parameter.name, value, parameter);
}

/** Node's headers are Latin-1: other text goes as UTF-8's bytes. */
function headerText(given: Given): string {
  const text = written(given, ({ parameter, value }) => writeHeader(value, parameter));
  if (hasControl(text) || !/^[\w!#$%&'*+.^`|~-]+$/.test(given.parameter.name))
    throw refusal(given.parameter.argument, apiTexts.headerBroken(given.parameter.argument));
  return Buffer.from(text.toWellFormed(), 'utf8').toString('latin1');
}

/** These would end the header, or the request. */
function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9) || code === 127) return true;
  }
  return false;
}

function written<Result>(given: Given, write: (given: Given) => Result): Result {
  try {
    return write(given);
  } catch (error) {
    if (!(error instanceof UnwritableValue)) throw error;
    const { argument } = given.parameter;
    throw refusal(argument, apiTexts.delimiterInside(argument, error.delimiter));
  }
}

function joined(baseUrl: string, path: string, query: readonly string[]): string {
  const [base = '', ownQuery] = baseUrl.split('#')[0]?.split('?') ?? [];
  const [route = '', ...pathQuery] = path.split('?');
  const address = `${base.replace(/\/+$/, '')}${route === '' || route.startsWith('/') ? route : `/${route}`}`;
  const pairs = [ownQuery, pathQuery.join('?'), ...query].filter(
    (part) => part !== undefined && part !== '',
  );
  return pairs.length === 0 ? address : `${address}?${pairs.join('&')}`;
}

/** JSON where that is offered: it is what a model reads best. */
function acceptOf({ answers }: ApiOperation): string {
  const declared = answers?.filter((type) => !type.includes('*') && type !== '') ?? [];
  if (declared.length === 0) return 'application/json, */*;q=0.8';
  const [first = '', ...others] = [...declared].toSorted(
    (a, b) => Number(isJson(b)) - Number(isJson(a)),
  );
  return [first, ...others.slice(0, 5).map((type) => `${type};q=0.9`), '*/*;q=0.5'].join(', ');
}

function isJson(type: string): boolean {
  return type.includes('json');
}

function refusal(argument: string, text: Text): AppError {
  return new AppError('input-invalid', text, { details: { argument } });
}

/** For what is added to a request afterwards: a key in its query. */
export function withQuery(url: string, name: string, value: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${encodeText(name)}=${encodeText(value)}`;
}
