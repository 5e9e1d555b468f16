// One turn of a conversation: from what a person said to the role's reply.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import type { ChatEvent, TurnEndReason } from '#contract/chat-events.ts';
import {
  runLoop,
  type CallLedger,
  type LoopEndReason,
  type LoopLimits,
  type LoopRequest,
  type LoopResult,
} from '#features/agents/index.ts';
import type { ArtifactCollector, CollectedFile } from '#features/artifacts/index.ts';
import type { TurnAttachment } from '#features/conversations/index.ts';
import { createSubAgents } from '#features/documents/index.ts';
import {
  buildFixedContext,
  triggeredAt,
  type CallIdentity,
  type Execution,
  type RunFiles,
} from '#features/execution/index.ts';
import type { ChatModel, ModelUsage } from '#features/models/index.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { composeReply } from '#features/results/index.ts';
import { openWorkspace } from '#features/workspaces/index.ts';
import type { ArtifactUrl } from './artifact-url.ts';
import type { StartBackground } from './async-call.ts';
import { fileNotices, toldFailures } from './file-notices.ts';
import { addUsed, createModelTally, type ModelTally } from './model-tally.ts';
import { createSkillToolFace, type SkillToolFace } from './skill-tool-face.ts';
import type { SkillTools } from './skill-tools.ts';
import { attachmentContext, createSaidMessage, type AttachmentUrl } from './turn-files.ts';
import { turnKnowledge } from './turn-knowledge.ts';
import { turnMessages } from './turn-messages.ts';
import type { TurnRecord } from './turn-record.ts';
import { createTurnReport, type CallDecision, type TurnReport } from './turn-report.ts';

export interface DialogParts {
  readonly execution: Execution;
  /** Asked at the start of each turn: what is installed then is what the turn has. */
  skills(): Promise<readonly SkillPackage[]>;
  /** Those of them that are several tools; none where it is left out. */
  readonly toolsOf?: (
    skills: readonly SkillPackage[],
    /** `hasSubAgents`: whether a skill with a document can be carried out by one. */
    asked: { readonly language: Language; readonly hasSubAgents: boolean },
  ) => Promise<SkillTools>;
  /** The skill that reads the files of others (DOC-05): where it is left out, nothing is told of knowledge skills. */
  readonly reader?: string;
  readonly workspacesRoot: string;
  readonly collector: ArtifactCollector;
  /** How `artifact` events name their files. */
  readonly artifactUrl: ArtifactUrl;
  /** On text channels the reply ends with links to its files (ART-04), where nobody else adds them on the way out. */
  readonly hasFileLinks?: boolean;
  /** How skills are told where a file can be had. */
  readonly attachmentUrl: AttachmentUrl;
  readonly now: () => Date;
  /** Left out where nothing runs in the background: async skills are waited for then. */
  readonly startBackground?: StartBackground;
}

/** Who answers, and within which limits: a role's, or the local one's. */
export interface TurnPlan {
  readonly identity: CallIdentity;
  readonly model: ChatModel;
  readonly limits: LoopLimits;
  readonly language: Language;
  /** Where the turn is kept. */
  readonly turnId?: string;
  /** The role's own prompt. */
  readonly persona?: string;
  /** Names of the skills that may run for the role, also where another one calls them; all where it is left out. */
  readonly skillNames?: readonly string[];
  /** Seconds that a role's policy allows one skill (CLK-01). */
  readonly policyWallSec?: number;
  /** ASY-02: async skills go on after the turn; by the session's channel. */
  readonly runsInBackground?: boolean;
  /** What is known of who acts: words of CTX-02. */
  readonly actor?: JsonObject;
}

export interface TurnRequest {
  readonly plan: TurnPlan;
  readonly record: TurnRecord;
  readonly channel: string;
  readonly text: string;
  /** The files that went with it; they lie in the session's workspace. */
  readonly attachments?: readonly TurnAttachment[];
  /** The user's stop, or a closing program. */
  readonly signal: AbortSignal;
  /** Called in the order things happen, `turn-started` first and `turn-finished` last, when the turn is stored. */
  onEvent(event: ChatEvent): void;
  /** Told of each model request that answered, also where the turn is not stored in the end. */
  readonly onUsage?: (used: ModelUsage) => void;
}

export interface TurnResult {
  /** The reply as a person on that channel gets it. */
  readonly text: string;
  readonly reason: TurnEndReason;
  /** Model–tool rounds. */
  readonly rounds: number;
  /** Set where the model failed. */
  readonly error: Text | undefined;
  /** The trace: what each stage of each call decided, then what the guard did. */
  readonly decisions: readonly CallDecision[];
  /** Tokens of every model request of the turn. */
  readonly usage: ModelUsage;
}

export interface Dialog {
  /**
   * Throws nothing for what a model or a skill did, only where the record can't store; the turn is stored whole
   * before it resolves.
   */
  runTurn(request: TurnRequest): Promise<TurnResult>;
}

export function createDialog(parts: DialogParts): Dialog {
  return { runTurn: (request) => runTurn(parts, request) };
}

async function runTurn(parts: DialogParts, request: TurnRequest): Promise<TurnResult> {
  const { plan, record } = request;
  request.onEvent({ type: 'turn-started' });
  const workspace = await openWorkspace(parts.workspacesRoot, plan.identity);
  const skills = allowedSkills(await parts.skills(), plan);
  const agentsUsed = createModelTally();
  const face = await faceOf(parts, request, {
    workspace,
    skills,
    agentsUsed,
    onMade: (callId, made) => report.collected(callId, made),
  });
  const report = createTurnReport({
    face,
    workspace,
    urlOf: parts.artifactUrl,
    onMade: (made, callId) => record.addMadeFiles(made, callId),
    onEvent: (event) => request.onEvent(event),
  });
  const loop = await runLoop(
    {
      model: plan.model,
      face,
      ledger: watchedLedger(record, { face, report }),
      limits: plan.limits,
    },
    {
      ...(await toldFirst(parts, request, { workspace, skills, face })),
      signal: request.signal,
      language: plan.language,
      onEvent: (event) => report.tell(event),
      ...(request.onUsage !== undefined && { onUsage: request.onUsage }),
    },
  );
  const { hasFileLinks = false } = parts;
  const { event, decisions } = endOf(request, loop, { report, face, hasFileLinks });
  const usage = addUsed(loop.usage, agentsUsed.total()?.usage);
  await record.finish({
    newMessages: loop.newMessages,
    event,
    usage,
    decisions: decisions.map(asJson),
  });
  request.onEvent(event);
  return { ...endedTurn(loop, event), decisions, usage };
}

interface FaceParts {
  readonly workspace: string;
  readonly skills: readonly SkillPackage[];
  /** Counts what sub-agents use. */
  readonly agentsUsed: ModelTally;
  readonly onMade: (callId: string, files: readonly CollectedFile[]) => Promise<void>;
}

async function faceOf(
  parts: DialogParts,
  request: TurnRequest,
  { workspace, skills, agentsUsed, onMade }: FaceParts,
): Promise<SkillToolFace> {
  const { plan, record, channel, attachments = [] } = request;
  const { identity, language } = plan;
  const files = attachmentContext(
    { now: attachments, ...(await record.earlierFiles()) },
    { workspace, sessionId: identity.sessionId, urlOf: parts.attachmentUrl },
  );
  // The offline router finds skills, and follows no document.
  const hasSubAgents = plan.model.id !== 'offline';
  return createSkillToolFace({
    skills,
    tools: await parts.toolsOf?.(skills, { language, hasSubAgents }),
    hasSubAgents,
    execution: parts.execution,
    identity,
    fixed: buildFixedContext({ ...fixedFacts(request, parts.now()), attachments: files }),
    channel,
    policyWallSec: plan.policyWallSec,
    turnId: plan.turnId,
    language,
    skillNames: plan.skillNames,
    subAgents: subAgentsFor(request, agentsUsed),
    filesOf: (callId) => filesOf(parts, request, (made) => onMade(callId, made)),
    runsInBackground: plan.runsInBackground,
    startBackground: parts.startBackground,
  });
}

function endedTurn({ rounds, error }: LoopResult, { text, reason }: TurnFinished) {
  return { text, reason, rounds, error };
}

/** With the role's model, counted to the turn. */
function subAgentsFor({ plan, onUsage }: TurnRequest, tally: ModelTally) {
  return createSubAgents({
    model: async () => plan.model,
    limits: plan.limits,
    onUsage(used) {
      tally.add(used);
      onUsage?.(used);
    },
  });
}

/** A dead loop ends a sub-agent; a turn goes on without the tool (GRD-03). */
function reasonOf({ reason }: { readonly reason: LoopEndReason }): TurnEndReason {
  return reason === 'stuck' ? 'failures' : reason;
}

interface ToldParts {
  readonly workspace: string;
  readonly skills: readonly SkillPackage[];
  readonly face: SkillToolFace;
}

/** What the model is given before it says anything. */
async function toldFirst(
  { reader }: DialogParts,
  { plan, record, text, attachments = [] }: TurnRequest,
  { workspace, skills, face }: ToldParts,
): Promise<Pick<LoopRequest, 'messages' | 'notice'>> {
  const { language, persona } = plan;
  const saidMessage = createSaidMessage(workspace);
  const history = await record.history(saidMessage);
  const said = saidMessage({ text, attachments });
  const canRead = face.definitions().some(({ name }) => name === reader);
  const { prompt: knowledge, notice } = await turnKnowledge({
    skills,
    reader: canRead ? reader : undefined,
    message: text,
    language,
  });
  return { messages: turnMessages({ persona, knowledge, history, said, language }), notice };
}

function filesOf(
  { collector }: DialogParts,
  { plan, text, signal }: TurnRequest,
  onCollected: (files: readonly CollectedFile[]) => Promise<void>,
): RunFiles {
  const { identity, language } = plan;
  const { orgId, roleId } = identity;
  const run = { orgId, roleId, asked: text, language, signal, onCollected };
  return { begin: (workspace) => collector.begin({ ...run, workspace }) };
}

/** The record names skills: a tool's name is the model's. */
function watchedLedger(
  { ledger }: TurnRecord,
  { face, report }: { readonly face: SkillToolFace; readonly report: TurnReport },
): CallLedger {
  return {
    ...ledger,
    open(calls, answer) {
      report.planned(calls.map(({ id }) => id));
      return ledger.open(
        calls.map((call) => ({ ...call, tool: face.skillOf(call.tool) })),
        answer,
      );
    },
  };
}

function endOf(
  { channel, plan }: TurnRequest,
  loop: LoopResult,
  { report, face, hasFileLinks }: EndParts,
): { readonly event: TurnFinished; readonly decisions: readonly CallDecision[] } {
  const isRichChannel = channel === 'web' || channel === 'web_admin';
  const { files, undelivered } = report.delivered();
  const notices = fileNotices({
    links: hasFileLinks && !isRichChannel ? files : [],
    undelivered,
    language: plan.language,
  });
  const text = composeReply({ text: loop.text, blocks: report.blocks(), isRichChannel, notices });
  const guard = loop.decisions.map(({ id, tool, decision }) => ({
    id,
    tool: face.skillOf(tool),
    decision,
  }));
  const { rounds, failures } = loop;
  const reason = reasonOf(loop);
  const banned = loop.banned.map((tool) => face.skillOf(tool));
  return {
    event: {
      type: 'turn-finished',
      text,
      reason,
      rounds,
      failures,
      banned,
      ...(undelivered.length > 0 && { undelivered: toldFailures(undelivered, plan.language) }),
    },
    decisions: [...report.decisions(), ...guard],
  };
}

interface EndParts {
  readonly report: TurnReport;
  readonly face: SkillToolFace;
  readonly hasFileLinks: boolean;
}

type TurnFinished = ChatEvent & { readonly type: 'turn-finished' };

function allowedSkills(
  skills: readonly SkillPackage[],
  { skillNames }: TurnPlan,
): readonly SkillPackage[] {
  return skillNames === undefined ? skills : skills.filter(({ name }) => skillNames.includes(name));
}

function fixedFacts({ channel, text, plan }: TurnRequest, now: Date): JsonObject {
  return { ...plan.actor, raw_input: text, channel, ...triggeredAt(now) };
}

function asJson({ id, tool, decision }: CallDecision): JsonValue {
  return { id, tool, decision: { ...decision } };
}
