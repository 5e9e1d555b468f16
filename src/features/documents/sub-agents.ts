// Runs sub-agents: each a loop of its own with the role's model, all of a turn within one budget of rounds (DOC-03, DOC-04).

import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { createSecretMask, type SecretMask } from '#base/secret-mask.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import {
  pageTokens,
  runLoop,
  type CallLedger,
  type LoopLimits,
  type ToolFace,
} from '#features/agents/index.ts';
import type { ChatModel, ModelUsage } from '#features/models/index.ts';
import { settleReturned } from '#features/results/index.ts';
import type { SubAgentEnd, SubAgents, SubAgentTask } from '#features/runtimes/index.ts';
import { judge } from './judge.ts';
import { createStepRecord, type StepRecord } from './step-record.ts';

export interface SubAgentsParts {
  /** Asked for each sub-agent. */
  readonly model: () => Promise<ChatModel>;
  /** The turn's: its failures, its tool wall, what its model takes. */
  readonly limits: LoopLimits;
  /** Told of each model request that answered. */
  readonly onUsage?: (used: ModelUsage) => void;
}

/** Model–tool rounds that all sub-agents of one turn have together. */
const MOST_ROUNDS = 60;
/** Of its time a sub-agent keeps as much for its last word. */
const LAST_WORD_MS = 30_000;
const LAST_WORD_SHARE = 0.25;

/** For one turn, or one run outside of any. */
export function createSubAgents(parts: SubAgentsParts): SubAgents {
  let roundsLeft = MOST_ROUNDS;
  return {
    async run(task) {
      const model = await parts.model();
      if (model.id === 'offline') throw new AppError('model-unavailable', executionTexts.noModel());
      // Held from the start: others may begin beside it.
      const rounds = Math.min(task.limits.rounds, roundsLeft);
      if (rounds === 0) throw new AppError('limit-reached', documentTexts.roundsUsed(MOST_ROUNDS));
      roundsLeft -= rounds;
      const { end, used } = await runOne({ ...parts, chat: model, rounds }, task);
      roundsLeft += rounds - used;
      return end;
    },
  };
}

interface OneAgent extends SubAgentsParts {
  readonly chat: ChatModel;
  readonly rounds: number;
}

async function runOne(
  { chat, limits, rounds, onUsage }: OneAgent,
  task: SubAgentTask,
): Promise<{ readonly end: SubAgentEnd; readonly used: number }> {
  const mask = createSecretMask(task.secrets);
  const record = createStepRecord(task, mask);
  const loop = await runLoop(
    {
      model: chat,
      face: faceOf(task, { mask, record, pageTokens: pageTokens(limits.contextTokens) }),
      ledger: NO_LEDGER,
      limits: { ...limits, ...ownLimits(task, limits), maxRounds: rounds },
    },
    {
      messages: [
        { role: 'system', text: mask.text(task.system) },
        { role: 'user', text: mask.text(task.message) },
      ],
      signal: task.signal,
      language: task.language,
      onEvent: (event) => record.tell(event),
      ...(onUsage !== undefined && { onUsage }),
    },
  );
  const end = { ...judge(loop, record.steps()), ...record.trace() };
  return { end, used: loop.rounds };
}

function ownLimits({ limits: own }: SubAgentTask, limits: LoopLimits): Partial<LoopLimits> {
  const wallMs = Math.min(own.wallMs, limits.toolWallMs);
  const lastWordMs = Math.min(LAST_WORD_MS, wallMs * LAST_WORD_SHARE);
  return {
    loopMs: wallMs - lastWordMs,
    toolWallMs: wallMs,
    lastWordMs,
    sameCalls: own.sameCalls,
    endsAtBan: true,
  };
}

interface FaceParts {
  readonly mask: SecretMask;
  readonly record: StepRecord;
  readonly pageTokens: number;
}

function faceOf(task: SubAgentTask, { mask, record, pageTokens: most }: FaceParts): ToolFace {
  const tools = new Map(task.tools.map((tool) => [tool.name, tool]));
  return {
    definitions: () =>
      task.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    async call({ id, tool: name, input }, { signal }) {
      const tool = tools.get(name);
      const value = await tool?.run(input, signal, most);
      // Before the model, the trace and the log: what a key leaks into is seen by all of them.
      const masked: JsonObject = mask.envelope(value ?? {});
      record.gave(id, tool?.failureOf?.(masked));
      const settled = settleReturned({ skill: name, value: masked, language: task.language });
      return { ...settled, isPage: tool?.isPage === true };
    },
  };
}

/** The call that the sub-agent is of is in the turn's ledger; what happened in it is in its trace. */
const NO_LEDGER: CallLedger = {
  open: async () => undefined,
  start: async () => undefined,
  settle: async () => undefined,
  late: async () => undefined,
};
