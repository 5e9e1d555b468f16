// Binds the route table to its handlers: who may, how often, what comes in, and what goes out.

import type { Context, Hono } from 'hono';
import { AppError } from '#base/app-error.ts';
import { isPositionEnough, isScopeEnough, type Route } from '#contract/api/route.ts';
import { ROUTES, type RouteId } from '#contract/api/routes.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { ApiEnv } from './api-env.ts';
import { httpFailure } from './error-response.ts';
import { parseFields, parseParams, queryFields } from './parse-request.ts';
import { checkBodyLength, checkMediaType, readText } from './request-body.ts';
import type { RequestTools } from './request-tools.ts';
import type { Handlers } from './route-call.ts';
import { parseStrictJson } from './strict-json.ts';

/** Any handler, as the loop over the table sees it: its types were checked where the table of handlers was made. */
type AnyHandler = (call: object) => Promise<unknown>;

export function bindRoutes(app: Hono<ApiEnv>, handlers: Handlers, tools: RequestTools): void {
  for (const [id, route] of routeEntries()) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call is made from the same route's schemas
    const handler = handlers[id] as unknown as AnyHandler;
    app.on(route.method, boundPath(route), async (context) => {
      context.set('route', id);
      const call = await readCall(context, route, tools);
      const { checksAnswers } = tools;
      return await answered(context, { route, checksAnswers }, await handler(call));
    });
  }
  for (const [path, methods] of methodsByPath()) refuseOtherMethods(app, path, methods);
}

/** `OPTIONS` tells what there is; without headers for other origins, so that browsers let no other site in. */
export function refuseOtherMethods(
  app: Hono<ApiEnv>,
  path: string,
  methods: readonly string[],
): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  app.all(path, (context) => {
    if (context.req.method === 'OPTIONS') {
      return context.body(null, 204, { Allow: allow.join(', ') });
    }
    throw httpFailure(405, apiTexts.methodRefused(context.req.method, allow), { allow });
  });
}

export function routeEntries(): readonly (readonly [RouteId, Route])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's own keys
  return Object.entries(ROUTES) as unknown as readonly (readonly [RouteId, Route])[];
}

async function readCall(
  context: Context<ApiEnv>,
  route: Route,
  tools: RequestTools,
): Promise<object> {
  const caller = route.access === 'public' ? undefined : await tools.authenticate(context);
  if (caller !== undefined) admit(caller, route);
  tools.countRate(context, route);
  const params = parseParams(route.params, context.req.param());
  const query = parseFields(
    route.query,
    queryFields(new URL(context.req.url).searchParams),
    'query',
  );
  // A file is read by who wants it, when it is known where it goes.
  const body = route.takesFile ? null : await readBody(context, route, tools.mostBodyBytes);
  return { caller, params, query, body, ...tools.surroundings(context) };
}

/** Throws `not-allowed` for a position that is too low, or a token that is not for this. */
export function admit(caller: Caller, { access, scopes }: Pick<Route, 'access' | 'scopes'>): void {
  if (!isPositionEnough(caller.position, access)) {
    const text = access === 'owner' ? accountTexts.ownerNeeded() : accountTexts.adminNeeded();
    throw new AppError('not-allowed', text);
  }
  if (caller.signInId !== undefined || isScopeEnough(caller.scopes, scopes)) return;
  const [scope] = scopes;
  const text = scope === undefined ? apiTexts.browserNeeded() : accountTexts.scopeNeeded(scope);
  throw new AppError('not-allowed', text);
}

async function readBody(
  context: Context<ApiEnv>,
  route: Route,
  usualMostBytes: number,
): Promise<unknown> {
  const { raw } = context.req;
  const mostBytes = route.mostBodyBytes ?? usualMostBytes;
  checkBodyLength(raw.headers, mostBytes);
  if (route.body === null) return null;
  checkMediaType(raw.headers, 'json');
  const text = await readText(context, mostBytes);
  if (text.trim() === '') throw new AppError('request-invalid', apiTexts.bodyMissing());
  return parseFields(route.body, parseStrictJson(text), 'body');
}

async function answered(
  context: Context<ApiEnv>,
  { route, checksAnswers }: { readonly route: Route; readonly checksAnswers: boolean },
  answer: unknown,
): Promise<Response> {
  if (answer instanceof Response) {
    // Nobody reads what answers a HEAD: an event stream would stay open for ever.
    if (context.req.method === 'HEAD') await answer.body?.cancel();
    return answer;
  }
  if (route.answer === null) return context.body(null, 204);
  if (checksAnswers) route.answer.parse(answer);
  // Not `context.json`: its types would have the compiler look into every answer.
  return context.body(JSON.stringify(answer), route.status === 204 ? 200 : route.status, {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

/** As the router writes it. */
function boundPath({ path, hasPathTail }: Route): string {
  return hasPathTail === true ? `${path}{.+}` : path;
}

function methodsByPath(): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const [, route] of routeEntries()) {
    const [path, { method }] = [boundPath(route), route];
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}
