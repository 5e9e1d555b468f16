// For tests only: a scripted model, a face of plain functions, a recording ledger and a clock that tests own.

import { AppError, type ErrorCode } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { sameText } from '#base/text.ts';
import type {
  AssistantPart,
  ChatModel,
  ModelFinish,
  ModelMessage,
  ModelPart,
  ModelRequest,
  ModelUsage,
  SystemMessage,
} from '#features/models/index.ts';
import { settleReturned } from '#features/results/index.ts';
import type { CallLedger, CallState } from './call-ledger.ts';
import type { LoopEvent } from './loop-event.ts';
import { runLoop } from './run-loop.ts';
import type { ToolCall, ToolCallHost, ToolFace } from './tool-face.ts';
import type { LoopClock } from './turn-clock.ts';
import type { LoopLimits, LoopResult } from './turn.ts';

export interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  /** A text is taken as the model wrote it. */
  readonly input?: JsonObject | string;
}

export interface ScriptedStep {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly reason?: ModelFinish['reason'];
  /** Thrown after the text. */
  readonly fail?: ErrorCode;
  /** Runs after the text, before the finish or the failure. */
  readonly before?: (request: ModelRequest) => void | Promise<void>;
  /** Ends without a finish. */
  readonly isCut?: boolean;
}

export interface ScriptedModel extends ChatModel {
  readonly requests: ModelRequest[];
}

/** The last step is repeated for ever. A model that is deaf to its signal where `before` is. */
export function scriptedModel(
  script: readonly ScriptedStep[] | ((request: ModelRequest, index: number) => ScriptedStep),
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    id: 'scripted',
    requests,
    async *stream(request): AsyncGenerator<ModelPart> {
      const index = requests.push(request) - 1;
      const step = typeof script === 'function' ? script(request, index) : script[index];
      const played = step ?? (Array.isArray(script) ? script.at(-1) : undefined) ?? {};
      if (played.text !== undefined) yield { type: 'text-delta', text: played.text };
      await played.before?.(request);
      if (played.fail !== undefined) throw new AppError(played.fail, sameText(`it ${played.fail}`));
      if (played.isCut !== true) yield finishOf(played, index);
    },
  };
}

export type ToolFunction = (input: JsonObject, host: ToolCallHost, call: ToolCall) => unknown;

/** A function's return is settled as a skill's is; what it throws rejects, as a fault of the face would. */
export function faceOf(tools: Readonly<Record<string, ToolFunction>>): ToolFace {
  return {
    definitions: () =>
      Object.keys(tools).map((name) => ({ name, description: name, inputSchema: {} })),
    async call(call, host) {
      const value = await tools[call.tool]?.(call.input, host, call);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests return JSON, or mean not to
      return settleReturned({ skill: call.tool, value: value as JsonValue, language: 'en' });
    },
  };
}

interface LedgerEntry {
  readonly id: string;
  readonly tool: string;
  readonly argumentsText: string;
  state: CallState;
  result?: JsonObject;
  late?: JsonObject;
}

export interface RecordingLedger extends CallLedger {
  readonly entries: LedgerEntry[];
  of(id: string): LedgerEntry | undefined;
}

/** Refuses what a real one would: a second opening, a change of a terminal state. */
export function recordingLedger(): RecordingLedger {
  const entries: LedgerEntry[] = [];
  const of = (id: string): LedgerEntry | undefined => entries.find((entry) => entry.id === id);
  const known = (id: string, states: readonly CallState[]): LedgerEntry => {
    const entry = of(id);
    if (entry === undefined || !states.includes(entry.state))
      throw new TypeError(`${id} is ${entry?.state ?? 'unknown'}, not ${states.join(' or ')}`);
    return entry;
  };
  return {
    entries,
    of,
    async open(calls) {
      for (const call of calls) {
        if (of(call.id) !== undefined) throw new TypeError(`${call.id} was opened before`);
        entries.push({ ...call, state: 'open' });
      }
    },
    async start(id) {
      known(id, ['open']).state = 'running';
    },
    async settle(id, state, result) {
      Object.assign(known(id, ['open', 'running']), { state, result });
    },
    async late(id, result) {
      known(id, ['aborted']).late = result;
    },
  };
}

export interface ManualClock extends LoopClock {
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly strike: () => void }>();
  return {
    now: () => now,
    after(ms, strike) {
      const timer = { at: now + ms, strike };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      now += ms;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.strike();
      }
    },
  };
}

export interface PlayedTurn {
  readonly model: ScriptedModel;
  readonly ledger: RecordingLedger;
  readonly events: readonly LoopEvent[];
  readonly result: LoopResult;
}

export interface TurnSetting {
  readonly tools?: Readonly<Record<string, ToolFunction>>;
  readonly face?: ToolFace;
  readonly limits?: Partial<LoopLimits>;
  readonly clock?: LoopClock;
  readonly messages?: readonly ModelMessage[];
  readonly signal?: AbortSignal;
  readonly language?: Language;
  readonly notice?: SystemMessage;
  readonly onEvent?: (event: LoopEvent) => void;
  readonly onUsage?: (used: ModelUsage) => void;
  readonly ledger?: RecordingLedger;
}

const USUAL_LIMITS: LoopLimits = {
  maxRounds: 8,
  loopMs: 1_860_000,
  toolWallMs: 1_800_000,
  failPerTool: 4,
  failTotal: 8,
  contextTokens: 64_000,
};

export async function playTurn(
  model: ScriptedModel,
  setting: TurnSetting = {},
): Promise<PlayedTurn> {
  const events: LoopEvent[] = [];
  const ledger = setting.ledger ?? recordingLedger();
  const result = await runLoop(
    {
      model,
      ledger,
      face: setting.face ?? faceOf(setting.tools ?? {}),
      limits: { ...USUAL_LIMITS, ...setting.limits },
      ...(setting.clock !== undefined && { clock: setting.clock }),
    },
    {
      messages: setting.messages ?? [
        { role: 'system', text: 'You are a test.' },
        { role: 'user', text: 'go' },
      ],
      signal: setting.signal ?? new AbortController().signal,
      language: setting.language ?? 'en',
      notice: setting.notice,
      ...(setting.onUsage !== undefined && { onUsage: setting.onUsage }),
      onEvent(event) {
        events.push(event);
        setting.onEvent?.(event);
      },
    },
  );
  return { model, ledger, events, result };
}

/** The tool results that the model was given last, by call id. */
export function lastResults(
  request: ModelRequest | undefined,
): Readonly<Record<string, JsonValue>> {
  const message = request?.messages.findLast(({ role }) => role === 'tool');
  if (message?.role !== 'tool') return {};
  return Object.fromEntries(message.results.map(({ id, output }) => [id, output]));
}

function finishOf(step: ScriptedStep, index: number): ModelFinish {
  const calls = (step.calls ?? []).map(({ id, name, input = {} }, at): AssistantPart => ({
    type: 'tool-call',
    id: id ?? `call_${index}_${at}`,
    name,
    argumentsText: typeof input === 'string' ? input : JSON.stringify(input),
  }));
  const text: readonly AssistantPart[] =
    step.text === undefined ? [] : [{ type: 'text', text: step.text }];
  return {
    type: 'finish',
    parts: [...text, ...calls],
    reason: step.reason ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
    usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 5 },
  };
}
