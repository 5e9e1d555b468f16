// The HTTP app: what every request passes through, and what it may then reach.

import { Hono, type MiddlewareHandler } from 'hono';
import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import type { Log } from '#system/log.ts';
import type { ApiEnv } from './api-env.ts';
import { bindRoutes } from './bind-routes.ts';
import { errorAnswer, isInner } from './error-response.ts';
import { createFrontDoor, knockOf, type FrontDoor } from './front-door.ts';
import { createHandlers } from './handlers/handlers.ts';
import type { HttpAppParts } from './http-app-parts.ts';
import { REQUEST_SECONDS } from './metrics.ts';
import { bindConsole } from './pages/console-files.ts';
import { failedPage } from './pages/failed-page.ts';
import { bindPages } from './pages/page-routes.ts';
import { createRateLimits } from './rate-limits.ts';
import { createRequestTools, type RequestTools } from './request-tools.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { createSessionCookie, type SessionCookie } from './session-cookie.ts';
import { bindSystemRoutes, HEALTH_PATHS } from './system-routes.ts';

const MOST_BODY_BYTES = 1024 * 1024;

export function createHttpApp(parts: HttpAppParts): Hono<ApiEnv> {
  const { publicUrl, log } = parts;
  const isHttps = publicUrl?.startsWith('https:') === true;
  const cookie = createSessionCookie(isHttps);
  const tools = createRequestTools({
    accounts: parts.accounts,
    cookie,
    rateLimits: createRateLimits(parts.monotonicMs),
    publicUrl,
    language: parts.language,
    mostBodyBytes: parts.mostBodyBytes ?? MOST_BODY_BYTES,
    checksAnswers: parts.checksAnswers ?? false,
  });

  const app = new Hono<ApiEnv>();
  app.use(framed(parts, isHttps));
  app.use(guarded(createFrontDoor(publicUrl), cookie));
  bindSystemRoutes(app, parts, tools);
  bindRoutes(app, createHandlers(parts), tools);
  const { consoleFolder } = parts;
  const noSuchPage = consoleFolder === undefined ? undefined : bindConsole(app, consoleFolder);
  bindPages(app, { accounts: parts.accounts, cookie }, tools);
  app.notFound((context) => {
    const page = noSuchPage?.(context);
    if (page !== undefined) return page;
    throw new AppError('not-found', apiTexts.noSuchAddress(context.req.method));
  });
  app.onError((thrown, context) => failed(AppError.from(thrown), { context, tools, log }));
  return app;
}

/** Around everything: the request's id, its time, and the headers of its answer. */
function framed(parts: HttpAppParts, isHttps: boolean): MiddlewareHandler<ApiEnv> {
  const { metrics, monotonicMs } = parts;
  const requests = metrics.counter(
    'qiao_http_requests_total',
    'HTTP requests by route and status.',
  );
  const seconds = metrics.histogram(
    'qiao_http_request_seconds',
    'Seconds until an answer began, by route.',
    REQUEST_SECONDS,
  );
  return async (context, next) => {
    const requestId = parts.newId();
    const start = monotonicMs();
    context.set('requestId', requestId);
    context.set('route', 'none');
    await next();
    const { headers, status } = context.res;
    headers.set('X-Request-Id', requestId);
    addSecurityHeaders(headers, isHttps);
    const route = context.get('route');
    const durationMs = monotonicMs() - start;
    requests.add({ route, status: String(status) });
    seconds.observe(durationMs / 1000, { route });
    parts.log.debug('request-answered', { requestId, route, status, durationMs });
  };
}

function guarded(door: FrontDoor, cookie: SessionCookie): MiddlewareHandler<ApiEnv> {
  return async (context, next) => {
    const { incoming } = context.env;
    const knock = knockOf(incoming, cookie.isOnlyProof(incoming.headers));
    // Who watches over the server asks by whatever address it has, and learns nothing but that it lives.
    if (!HEALTH_PATHS.has(context.req.path)) door.checkHost(knock);
    door.checkOrigin(knock);
    await next();
  };
}

/** A link that somebody opened in a browser is answered in words. */
function isForPerson(
  context: Parameters<RequestTools['languageOf']>[0],
  { code }: AppError,
): boolean {
  if (context.get('route') !== 'links.download') return false;
  const isTold = code === 'link-expired' || code === 'too-many-requests';
  return isTold && context.req.header('accept')?.includes('text/html') === true;
}

async function failed(
  error: AppError,
  {
    context,
    tools,
    log,
  }: {
    readonly context: Parameters<RequestTools['languageOf']>[0];
    readonly tools: RequestTools;
    readonly log: Log;
  },
): Promise<Response> {
  const requestId = context.get('requestId');
  if (isInner(error))
    log.error('request-failed', { requestId, route: context.get('route'), error });
  // A failing database is not asked for a person's language.
  if (isInner(error)) context.set('caller', undefined);
  const language = await tools.languageOf(context);
  if (isForPerson(context, error)) return failedPage(context, { error, language });
  const { status, headers, body } = errorAnswer(error, { language, requestId });
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}
