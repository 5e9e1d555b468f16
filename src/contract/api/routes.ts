// Every route of the HTTP API, in one table.

import type * as z from 'zod';
import { artifactRoutes } from './artifact-routes.ts';
import { attachmentRoutes } from './attachment-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { backgroundRoutes } from './background-routes.ts';
import { configurationRoutes } from './configuration-routes.ts';
import { contactRoutes } from './contact-routes.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { runRoutes } from './run-routes.ts';
import { sandboxRoutes } from './sandbox-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { skillRoutes } from './skill-routes.ts';
import { teamRoutes } from './team-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { usageRoutes } from './usage-routes.ts';

export const ROUTES = {
  ...authRoutes,
  ...peopleRoutes,
  ...roleRoutes,
  ...teamRoutes,
  ...contactRoutes,
  ...tokenRoutes,
  ...sessionRoutes,
  ...attachmentRoutes,
  ...artifactRoutes,
  ...deliveryRoutes,
  ...backgroundRoutes,
  ...configurationRoutes,
  ...skillRoutes,
  ...sandboxRoutes,
  ...usageRoutes,
  ...runRoutes,
} as const;

type Routes = typeof ROUTES;
export type RouteId = keyof Routes;

/** What a handler gets, after validation. */
export type RouteParams<Id extends RouteId> = z.output<Routes[Id]['params']>;
export type RouteQuery<Id extends RouteId> = z.output<Routes[Id]['query']>;
export type RouteBody<Id extends RouteId> = Routes[Id]['body'] extends z.ZodType
  ? z.output<Routes[Id]['body']>
  : null;
/** What it gives; for a stream, one event of it. */
export type RouteAnswer<Id extends RouteId> = Routes[Id]['answer'] extends z.ZodType
  ? z.output<Routes[Id]['answer']>
  : null;
