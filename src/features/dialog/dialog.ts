// One turn of a conversation: from what a person said to the role's reply.

import type { JsonObject } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import {
  runLoop,
  type CallLedger,
  type LoopLimits,
  type LoopResult,
} from '#features/agents/index.ts';
import {
  buildFixedContext,
  triggeredAt,
  type CallIdentity,
  type Execution,
} from '#features/execution/index.ts';
import type { ChatModel, ModelUsage } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { composeReply } from '#features/results/index.ts';
import { openWorkspace } from '#features/workspaces/index.ts';
import type { SessionStore } from './session-store.ts';
import { createSkillToolFace } from './skill-tool-face.ts';
import { turnMessages } from './turn-messages.ts';
import { createTurnReport, type CallDecision } from './turn-report.ts';

export interface DialogParts {
  readonly model: ChatModel;
  readonly execution: Execution;
  /** Asked at the start of each turn: what is installed then is what the turn has. */
  skills(): Promise<readonly SkillPackage[]>;
  readonly sessions: SessionStore;
  newLedger(): CallLedger;
  readonly workspacesRoot: string;
  readonly limits: LoopLimits;
  readonly language: Language;
  readonly now: () => Date;
}

interface TurnRequest {
  readonly identity: CallIdentity;
  readonly channel: string;
  readonly text: string;
  /** The role's own prompt. */
  readonly persona?: string;
  /** The user's stop, or a closing program. */
  readonly signal: AbortSignal;
  /** Called in the order things happen, `turn-started` first and `turn-finished` last. */
  onEvent(event: ChatEvent): void;
}

export interface TurnResult {
  /** The reply as a person on that channel gets it. */
  readonly text: string;
  readonly reason: LoopResult['reason'];
  /** Set where the model failed. */
  readonly error: Text | undefined;
  /** The trace: what each stage of each call decided, then what the guard did. */
  readonly decisions: readonly CallDecision[];
  /** Tokens of every model request of the turn. */
  readonly usage: ModelUsage;
}

interface Dialog {
  /** Throws nothing for what a model or a skill did; the turn is stored whole before it resolves. */
  runTurn(request: TurnRequest): Promise<TurnResult>;
}

export function createDialog(parts: DialogParts): Dialog {
  return { runTurn: (request) => runTurn(parts, request) };
}

async function runTurn(parts: DialogParts, request: TurnRequest): Promise<TurnResult> {
  const { identity, text } = request;
  const { sessionId } = identity;
  request.onEvent({ type: 'turn-started' });
  const face = createSkillToolFace({
    skills: await parts.skills(),
    execution: parts.execution,
    identity,
    fixed: buildFixedContext(fixedFacts(request, parts.now())),
  });
  const report = await createTurnReport({
    face,
    workspace: await openWorkspace(parts.workspacesRoot, identity),
    onEvent: (event) => request.onEvent(event),
  });
  const { persona } = request;
  const history = await parts.sessions.history(sessionId);
  const loop = await runLoop(
    { model: parts.model, face, ledger: parts.newLedger(), limits: parts.limits },
    {
      messages: turnMessages({ persona, history, text, language: parts.language }),
      signal: request.signal,
      language: parts.language,
      onEvent: (event) => report.tell(event),
    },
  );
  await parts.sessions.append(sessionId, [{ role: 'user', text }, ...loop.newMessages]);
  await report.settled();
  const reply = composeReply({
    text: loop.text,
    blocks: report.blocks(),
    isRichChannel: request.channel === 'web' || request.channel === 'web_admin',
  });
  request.onEvent({
    type: 'turn-finished',
    text: reply,
    reason: loop.reason,
    rounds: loop.rounds,
    failures: loop.failures,
    banned: loop.banned.map((tool) => face.skillOf(tool)),
  });
  const guard = loop.decisions.map(({ id, tool, decision }) => ({
    id,
    tool: face.skillOf(tool),
    decision,
  }));
  const decisions = [...report.decisions(), ...guard];
  return { text: reply, reason: loop.reason, error: loop.error, decisions, usage: loop.usage };
}

function fixedFacts({ channel, text }: TurnRequest, now: Date): JsonObject {
  return { raw_input: text, channel, ...triggeredAt(now) };
}
