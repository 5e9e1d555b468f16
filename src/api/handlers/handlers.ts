// Every handler of the route table. The compiler proves that none is missing.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { artifactHandlers } from './artifact-handlers.ts';
import { attachmentHandlers } from './attachment-handlers.ts';
import { authHandlers } from './auth-handlers.ts';
import { backgroundHandlers } from './background-handlers.ts';
import { configurationHandlers } from './configuration-handlers.ts';
import { contactHandlers } from './contact-handlers.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { meHandlers } from './me-handlers.ts';
import { peopleHandlers } from './people-handlers.ts';
import { roleHandlers } from './role-handlers.ts';
import { sandboxHandlers } from './sandbox-handlers.ts';
import { sessionHandlers } from './session-handlers.ts';
import { skillHandlers } from './skill-handlers.ts';
import { teamHandlers } from './team-handlers.ts';
import { tokenHandlers } from './token-handlers.ts';
import { usageHandlers } from './usage-handlers.ts';

export function createHandlers(parts: HttpAppParts): Handlers {
  return {
    ...authHandlers(parts),
    ...meHandlers(parts),
    ...peopleHandlers(parts),
    ...roleHandlers(parts),
    ...teamHandlers(parts),
    ...contactHandlers(parts),
    ...tokenHandlers(parts),
    ...sessionHandlers(parts),
    ...attachmentHandlers(parts),
    ...artifactHandlers(parts),
    ...deliveryHandlers(parts),
    ...backgroundHandlers(parts),
    ...configurationHandlers(parts),
    ...skillHandlers(parts),
    ...sandboxHandlers(parts),
    ...usageHandlers(parts),
  };
}
