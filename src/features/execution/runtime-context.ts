// The context a skill receives, as data; what is alive in it (database, call_skill, …) is added by the runtime.

import type { JsonObject } from '#base/json.ts';
import { configurationContext, type SkillConfiguration } from './configuration.ts';
import type { FixedContext } from './fixed-context.ts';

/** Who and where: what a line knows when it calls. Empty strings where unknown. */
export interface CallIdentity {
  readonly roleId: string;
  readonly orgId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** Undefined where the line doesn't bring it: it is then resolved from `userId` (CTX-06). */
  readonly teamRole?: string;
  readonly isAdmin: boolean;
}

export interface ContextRequest {
  readonly skill: string;
  readonly identity: CallIdentity;
  /** CTX-06: resolved, `""` where there is no user. */
  readonly teamRole: string;
  readonly fixed: FixedContext;
  readonly configuration: SkillConfiguration;
  /** What the caller adds; a key that is there already is the platform's and stays. */
  readonly extra: JsonObject;
  readonly workspace: string;
  readonly invokedAt: Date;
  /** CAL-03: the skill that called this one. */
  readonly calledBy: string | undefined;
  /** CTX-07: it opens its own sessions, and its `db` is null. */
  readonly isSelfAcquiring: boolean;
  /** ASY-03: no `team_role`, `request`, `channel_registry`, `_meta`, no user and team, no signal. */
  readonly isBackground?: boolean | undefined;
}

/** CTX-01 with CTX-02's words and CTX-03's `workspace_dir`, or ASY-03's for the background. */
export function buildRuntimeContext(request: ContextRequest): JsonObject {
  const { identity, skill, calledBy } = request;
  const known: JsonObject = {
    ...(request.isBackground === true ? backgroundKeys(request) : lineKeys(request)),
    ...request.fixed,
    ...(request.isSelfAcquiring && { db: null }),
    ...(calledBy !== undefined && { _called_by: calledBy }),
  };
  return {
    ...configurationContext(skill, request.configuration),
    ...(identity.roleId !== '' && { workspace_dir: request.workspace }),
    ...request.extra,
    ...known,
  };
}

function lineKeys({ identity, teamRole, skill, invokedAt }: ContextRequest): JsonObject {
  return {
    role_id: identity.roleId,
    org_id: identity.orgId,
    team_role: teamRole,
    chat_mode: true,
    session_id: identity.sessionId,
    user_id: identity.userId,
    team_id: identity.teamId,
    is_admin: identity.isAdmin,
    channel_registry: null,
    request: null,
    _meta: { skill_name: skill, invoked_at: invokedAt.toISOString() },
  };
}

/** A null takes the place of what a runtime would add. */
function backgroundKeys({ identity }: ContextRequest): JsonObject {
  return {
    role_id: identity.roleId,
    org_id: identity.orgId,
    chat_mode: true,
    session_id: identity.sessionId,
    user_id: '',
    team_id: '',
    is_admin: identity.isAdmin,
    abort_signal: null,
  };
}
