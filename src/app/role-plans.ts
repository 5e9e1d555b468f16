// How a turn is run: by its session's role, with the role's model and limits, for whoever is acting.

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import { turnTexts } from '#contract/texts/turn-texts.ts';
import type { Accounts, Actor, Role } from '#features/accounts/index.ts';
import type { LoopLimits } from '#features/agents/index.ts';
import { goesToBackground } from '#features/background/index.ts';
import type { Configuration } from '#features/configuration/index.ts';
import type { Conversations, RunnableTurn, Session } from '#features/conversations/index.ts';
import type { TurnPlan } from '#features/dialog/index.ts';
import type { ChatModel } from '#features/models/index.ts';
import type { Usage, UsageLimits } from '#features/runs/index.ts';
import type { Settings } from '#system/settings.ts';
import { READ_RESULT, READ_SKILL_FILE } from './compose-skills.ts';
import { countedModel } from './counted-model.ts';
import { loopLimits } from './loop-limits.ts';
import { orgModel } from './org-model.ts';

export interface RolePlansParts {
  readonly settings: Settings;
  readonly accounts: Accounts;
  readonly configuration: Configuration;
  readonly conversations: Conversations;
  readonly usage: Usage;
  readonly usageLimits: UsageLimits;
  readonly now: () => Date;
}

export interface RolePlans {
  /** Throws `not-found`, `not-allowed` or `limit-reached` where the turn is not to run: its text is the reply. */
  planTurn(turn: RunnableTurn): Promise<TurnPlan>;
  /**
   * The role's language model, with its organisation's keys, for a skill that asks it something itself: counted and
   * limited like the role's own use. Throws `not-found` or `limit-reached`.
   */
  modelOf(place: RoleUse): Promise<ChatModel>;
  /** Why a skill that was asked for some time ago is not to run for the role and the person any more. */
  refusalOf(use: RoleUse, skill: string): Promise<Text | undefined>;
}

interface RoleUse {
  readonly orgId: string;
  readonly roleId: string;
  /** Empty where nobody of the organisation asked. */
  readonly userId: string;
}

export function createRolePlans(parts: RolePlansParts): RolePlans {
  return {
    planTurn: (turn) => planTurn(parts, turn),
    modelOf: (use) => modelOf(parts, use),
    refusalOf: (use, skill) => refusalOf(parts, use, skill),
  };
}

async function modelOf(
  parts: RolePlansParts,
  { orgId, roleId, userId: personId }: RoleUse,
): Promise<ChatModel> {
  const { accounts, settings, usage } = parts;
  const role = await accounts.roles.find(orgId, roleId);
  if (role === undefined) throw new AppError('not-found', serverTexts.roleGone());
  await refuseOverLimit(parts, { orgId, personId }, role);
  const model = await orgModel(parts, orgId, {
    model: role.model ?? settings.model,
    asker: 'member',
  });
  const whose = { orgId, roleId, personId, model: model.id };
  return countedModel(model, (used) => usage.add({ ...whose, requests: 1, usage: used }));
}

async function refusalOf(
  { accounts }: RolePlansParts,
  { orgId, roleId, userId: personId }: RoleUse,
  skill: string,
): Promise<Text | undefined> {
  const role = await accounts.roles.find(orgId, roleId);
  if (role === undefined || role.isArchived) return serverTexts.roleGone();
  if (personId !== '' && !(await accounts.roles.isOpenTo({ orgId, roleId, personId })))
    return turnTexts.roleClosed();
  return role.skills?.includes(skill) === false ? executionTexts.notInRole(skill) : undefined;
}

async function planTurn(parts: RolePlansParts, turn: RunnableTurn): Promise<TurnPlan> {
  const { accounts, conversations, settings } = parts;
  const { orgId, sessionId } = turn;
  const session = await conversations.sessions.get(orgId, sessionId);
  const role = session === undefined ? undefined : await accounts.roles.find(orgId, session.roleId);
  if (session === undefined || role === undefined || role.isArchived)
    throw new AppError('not-found', serverTexts.roleGone());
  await refuseStranger(accounts, turn, role);
  await refuseOverLimit(parts, turn, role);
  const actor = await actorOf(accounts, session);
  const userId = actor.personId ?? '';
  const identity = {
    orgId,
    roleId: role.id,
    teamId: role.teamId ?? '',
    sessionId,
    userId,
    isAdmin: actor.facts.actor_is_admin,
  };
  const teamRole = await accounts.teams.roleOf({ orgId, userId, teamId: identity.teamId });
  return {
    identity: { ...identity, teamRole },
    turnId: turn.id,
    model: await orgModel(parts, orgId, {
      model: role.model ?? settings.model,
      language: turn.language,
      asker: identity.isAdmin ? 'admin' : 'member',
    }),
    limits: limitsOf(settings, role),
    language: turn.language,
    actor: factsOf(actor),
    runsInBackground: goesToBackground(session),
    ...(role.persona !== '' && { persona: role.persona }),
    ...(role.skills !== null && { skillNames: withReading(role.skills) }),
    ...(role.limits.skillWallSec !== undefined && { policyWallSec: role.limits.skillWallSec }),
  };
}

/** OFF-07: whoever may get a large result may read it on. DOC-05: whoever was handed skills may read them. */
function withReading(skills: readonly string[]): readonly string[] {
  return skills.length === 0 ? skills : [...new Set([...skills, READ_RESULT, READ_SKILL_FILE])];
}

function actorOf(accounts: Accounts, session: Session): Promise<Actor> {
  const { orgId, channel, peerUserId, externalId } = session;
  return accounts.actors.resolve({ orgId, channel, peerUserId, externalId });
}

function factsOf({ facts }: Actor): JsonObject {
  return { ...facts, actor_tags: [...facts.actor_tags] };
}

/** Since the conversation began a person may have left the team, or the role been given to one. */
async function refuseStranger(
  accounts: Accounts,
  { orgId, personId }: RunnableTurn,
  { id: roleId }: Role,
): Promise<void> {
  if (personId === null || (await accounts.roles.isOpenTo({ orgId, roleId, personId }))) return;
  throw new AppError('not-allowed', turnTexts.roleClosed());
}

async function refuseOverLimit(
  { usage, usageLimits, now }: RolePlansParts,
  { orgId, personId }: Pick<RunnableTurn, 'orgId' | 'personId'>,
  role: Role,
): Promise<void> {
  const refusal = await usageLimits.refusalFor(orgId, {
    roleId: role.id,
    personId: personId ?? '',
  });
  if (refusal !== undefined) throw refusal;
  const { dailyTokens } = role.limits;
  if (dailyTokens === undefined) return;
  const today = now().toISOString().slice(0, 10);
  const lines = await usage.report(orgId, { from: today, to: today, by: 'role' });
  const line = lines.find(({ key }) => key === role.id);
  const used = (line?.inputTokens ?? 0) + (line?.outputTokens ?? 0);
  if (used >= dailyTokens)
    throw new AppError('limit-reached', serverTexts.dailyTokensUsed(dailyTokens, used));
}

/** A role may have less than the instance allows, never more. */
function limitsOf(settings: Settings, { limits }: Role): LoopLimits {
  // CLK-02 raises the instance's own setting only: what a role was given for a turn holds for its calls too.
  const roleMs = (limits.wallSec ?? Infinity) * 1000;
  const most = loopLimits(settings);
  return {
    ...most,
    maxRounds: Math.min(limits.maxRounds ?? Infinity, most.maxRounds),
    loopMs: Math.min(roleMs, most.loopMs),
    toolWallMs: Math.min(roleMs, most.toolWallMs),
  };
}
