// Every page of the console, by its address.

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import * as z from 'zod';
import { BrokenPage } from './broken-page.tsx';
import { ChatPlace } from './chat-place.tsx';
import { NoSuchPage } from './no-such-page.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NoSuchPage });

const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'chat',
  component: ChatPlace,
});

const searchSchema = z.object({ role: z.string().optional().catch(undefined) });

const newRoute = createRoute({
  getParentRoute: () => chatRoute,
  path: '/',
  validateSearch: searchSchema,
});

const sessionRoute = createRoute({ getParentRoute: () => chatRoute, path: '/s/$session' });

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../settings/settings-frame.tsx'), 'SettingsFrame'),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad() {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to lead elsewhere
    throw redirect({ to: '/settings/roles' });
  },
});

const rolesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/roles',
  component: lazyRouteComponent(() => import('../settings/roles/roles-page.tsx'), 'RolesPage'),
});

const providerRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/provider',
  component: lazyRouteComponent(
    () => import('../settings/provider/provider-page.tsx'),
    'ProviderPage',
  ),
});

const peopleRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('../settings/people/people-page.tsx'), 'PeoplePage'),
});

const sandboxRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/sandbox',
  component: lazyRouteComponent(
    () => import('../settings/sandbox/sandbox-page.tsx'),
    'SandboxPage',
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    chatRoute.addChildren([newRoute, sessionRoute]),
    settingsRoute.addChildren([
      settingsIndexRoute,
      rolesRoute,
      providerRoute,
      peopleRoute,
      sandboxRoute,
    ]),
  ]),
  defaultErrorComponent: BrokenPage,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router;
  }
}
