// The OpenAPI 3.1 document of the API, made from the route table.

import * as z from 'zod';
import { errorBodySchema } from '#contract/api/error-body.ts';
import type { Route } from '#contract/api/route.ts';
import { routeEntries } from './bind-routes.ts';

type Json = Readonly<Record<string, unknown>>;

export function openApiDocument(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [id, route] of routeEntries()) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(id, route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Qiao', version },
    paths,
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'qiao_session' },
        token: { type: 'http', scheme: 'bearer', description: 'qiao_…' },
      },
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
    },
  };
}

function operation(id: string, route: Route): Json {
  const [tag = id] = id.split('.');
  return {
    operationId: id,
    tags: [tag],
    summary: route.summary.en,
    description: `${route.summary.zh}. ${accessWords(route)}`,
    security: securityOf(route),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body !== null && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
      },
    }),
    ...(route.takesFile === true && { requestBody: { required: true, content: ANY_FILE } }),
    responses: {
      [String(route.status)]: success(route),
      default: {
        description: 'A failure: its code, and a sentence in the language asked for.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const ANY_FILE: Json = {
  'application/octet-stream': { schema: { description: 'Bytes, as they are.' } },
};

function success({ answer, isStream, isFile }: Route): Json {
  if (isFile === true) return { description: "The file's content.", content: ANY_FILE };
  if (answer === null) return { description: 'Done.' };
  const type = isStream === true ? 'text/event-stream' : 'application/json';
  return {
    description: isStream === true ? 'Events; the data of each is one JSON object.' : 'Done.',
    content: { [type]: { schema: jsonSchema(answer, 'output') } },
  };
}

function securityOf({ access, scopes }: Route): readonly Json[] {
  if (access === 'public') return [];
  return [{ cookie: [] }, ...(scopes.length > 0 ? [{ token: scopes }] : [])];
}

function accessWords({ access, scopes }: Route): string {
  if (access === 'public') return 'For anybody.';
  const token = scopes.length > 0 ? `a token with the scope ${scopes.join(' or ')}` : 'no token';
  return `For: ${access}; ${token}.`;
}

function parameters(fields: z.ZodObject, place: 'path' | 'query'): readonly Json[] {
  return Object.entries(fields.shape).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(schema, undefined).success,
    // What stands behind the text: a number, a flag.
    schema: jsonSchema(schema, 'output'),
  }));
}

/**
 * Inside an OpenAPI document a schema's own `$defs` can't be referred to. Only what holds any JSON needs them, and says
 * nothing by them.
 */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _schema,
    $defs: _definitions,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return z
    .record(z.string(), z.json())
    .parse(
      JSON.parse(JSON.stringify(rest), (_, value: unknown) =>
        isReference(value) ? { description: 'Any JSON value.' } : value,
      ),
    );
}

function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
