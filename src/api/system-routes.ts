// Routes about the server itself: whether it lives, whether it can work, its metrics, and what its API is.

import type { Context, Hono } from 'hono';
import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import type { ApiEnv } from './api-env.ts';
import { admit, refuseOtherMethods } from './bind-routes.ts';
import { isLoopbackAddress } from './client-address.ts';
import { isLoopbackHost, plainAddress } from './front-door.ts';
import { METRICS_TYPE, type Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import type { RequestTools } from './request-tools.ts';
import type { HealthService } from './services.ts';

export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

export interface SystemRoutesParts {
  readonly health: HealthService;
  readonly metrics: Metrics;
  readonly version: string;
}

export function bindSystemRoutes(
  app: Hono<ApiEnv>,
  { health, metrics, version }: SystemRoutesParts,
  tools: RequestTools,
): void {
  const get = (path: string, route: string, work: Work): void => {
    app.get(path, (context) => {
      context.set('route', route);
      return work(context);
    });
    refuseOtherMethods(app, path, ['GET']);
  };
  let document: string | undefined;

  get('/healthz', 'healthz', (context) => context.json({ status: 'ok' }));
  get('/readyz', 'readyz', async (context) => {
    const state = await health.readiness();
    if (state.isReady) return context.json({ status: 'ready' });
    const message = apiTexts.notReady()[await tools.languageOf(context)];
    return context.json({ status: 'not-ready', reason: state.reason, message }, 503);
  });
  get('/metrics', 'metrics', async (context) => {
    await admitToMetrics(context, tools);
    return context.body(metrics.write(), 200, { 'Content-Type': METRICS_TYPE });
  });
  get('/api/openapi.json', 'openapi', (context) => {
    document ??= JSON.stringify(openApiDocument(version));
    return context.body(document, 200, { 'Content-Type': 'application/json; charset=utf-8' });
  });
}

type Work = (context: Context<ApiEnv>) => Response | Promise<Response>;

/** This machine by a loopback name and not through a proxy, or an admin's token. */
async function admitToMetrics(context: Context<ApiEnv>, tools: RequestTools): Promise<void> {
  const { headers, socket } = context.env.incoming;
  const isDirect =
    isLoopbackAddress(plainAddress(socket.remoteAddress)) &&
    isLoopbackHost(headers.host) &&
    ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].every(
      (name) => headers[name] === undefined,
    );
  if (isDirect) return;
  const caller = await tools.callerOf(context);
  if (caller === undefined) throw new AppError('not-signed-in', apiTexts.metricsRefused());
  admit(caller, { access: 'admin', scopes: ['admin'] });
}
