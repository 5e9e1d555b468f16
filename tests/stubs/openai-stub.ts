// A scriptable peer that speaks OpenAI's chat completions stream; `node tests/stubs/openai-stub.ts` runs it alone.

import type { ServerResponse } from 'node:http';
import {
  sendJson,
  startScriptedServer,
  type RecordedRequest,
  type Script,
  type ScriptedServer,
} from './scripted-server.ts';

interface OpenAiCall {
  /** `call_<n>` where it is left out; `null` sends no id at all. */
  readonly id?: string | null;
  readonly name: string;
  /** An object is sent as its JSON; a text as it is, malformed or half as it may be. */
  readonly arguments: string | object;
  /** As Gemini sends it with a call, and wants it back. */
  readonly thoughtSignature?: string;
}

interface OpenAiUsage {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
}

/** One streamed answer; the parts come in this order. */
interface OpenAiAnswer {
  readonly kind?: 'answer';
  /** Sent as `reasoning_content`. */
  readonly reasoning?: string;
  /** A list is one delta an entry. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly OpenAiCall[];
  /** `stop`, or `tool_calls` where there are calls, where it is left out. */
  readonly finish?: string;
  readonly usage?: OpenAiUsage;
  /**
   * `done` (the preset), `cut` (the socket breaks before the finish), `silent` (ends without finish and
   * `[DONE]`), `hang` (stays open and silent before the finish), `error` (an error event instead of the finish).
   */
  readonly end?: 'done' | 'cut' | 'silent' | 'hang' | 'error';
  /** The text is there at once; what ends the answer, its calls too, waits for this. */
  readonly until?: Promise<unknown>;
}

/** A failure that the provider reports instead of an answer. */
export interface OpenAiFailure {
  readonly kind: 'failure';
  readonly status: number;
  /** The provider's own words; or `body` for the whole of it. */
  readonly message?: string;
  readonly code?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes the request and says nothing, not even a status. */
interface OpenAiHang {
  readonly kind: 'hang';
}

export type OpenAiStep = OpenAiAnswer | OpenAiFailure | OpenAiHang;

export interface OpenAiStub extends ScriptedServer<OpenAiStep> {
  /** To be given as `OPENAI_BASE_URL`. */
  readonly baseUrl: string;
}

export async function startOpenAiStub(
  script: Script<OpenAiStep>,
  port?: number,
): Promise<OpenAiStub> {
  const server = await startScriptedServer<OpenAiStep>({
    script,
    answer,
    ...(port === undefined ? {} : { port }),
  });
  return { ...server, baseUrl: `${server.origin}/v1` };
}

/**
 * `rounds` tool calls and then a text, whoever asks and however often: where a conversation stands is read from
 * the tool results after its last user message. It calls `tool`, or the first tool it is offered, with
 * `{"step": n}` besides `input`, so that no two calls of a turn are alike.
 */
export function toolRounds(
  rounds: number,
  given: { readonly tool?: string; readonly input?: object } = {},
): Script<OpenAiStep> {
  return ({ body }) => {
    const { messages = [], tools = [] } = conversationOf(body);
    const lastUser = messages.findLastIndex(({ role }) => role === 'user');
    const step = messages.slice(lastUser + 1).filter(({ role }) => role === 'tool').length;
    const usage = { prompt: 10 + step, completion: 5 };
    const name = given.tool ?? tools[0]?.function.name;
    if (step >= rounds || name === undefined) return { text: `Done after ${step} calls.`, usage };
    return {
      calls: [{ id: `call_${lastUser}_${step}`, name, arguments: { ...given.input, step } }],
      usage,
    };
  };
}

async function answer(
  step: OpenAiStep,
  request: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  if (!request.path.endsWith('/chat/completions')) {
    sendJson(response, 404, { body: { error: { message: `Invalid URL (POST ${request.path})` } } });
    return;
  }
  if (step.kind === 'hang') return;
  if (step.kind === 'failure') {
    const { status, message = 'refused', code = null, headers = {} } = step;
    const body = step.body ?? { error: { message, type: 'error', param: null, code } };
    sendJson(response, status, { body, headers });
    return;
  }
  await stream(step, request, response);
}

async function stream(
  step: OpenAiAnswer,
  { body }: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const { model, stream_options: options } = conversationOf(body);
  const frame = { id: 'chatcmpl-stub', object: 'chat.completion.chunk', created: 0, model };
  const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const choose = (delta: object, finish: string | null = null) =>
    send({ ...frame, choices: [{ index: 0, delta, finish_reason: finish }] });

  for await (const delta of deltasOf(step)) choose(delta);
  switch (step.end ?? 'done') {
    case 'cut':
      // What was written has to leave before the socket breaks.
      response.write('', () => response.socket?.destroySoon());
      return;
    case 'hang':
      return;
    case 'silent':
      response.end();
      return;
    case 'error':
      send({ error: { message: 'The server had an error', type: 'server_error', code: null } });
      response.end();
      return;
    default:
      choose({}, step.finish ?? (step.calls === undefined ? 'stop' : 'tool_calls'));
      if (options?.include_usage === true) {
        send({ ...frame, choices: [], usage: usageOf(step.usage) });
      }
      response.end('data: [DONE]\n\n');
  }
}

async function* deltasOf({
  reasoning,
  text = [],
  until,
  calls = [],
}: OpenAiAnswer): AsyncGenerator<object> {
  yield { role: 'assistant', content: '' };
  if (reasoning !== undefined) yield { reasoning_content: reasoning };
  for (const content of [text].flat()) yield { content };
  await until;
  yield* calls.flatMap(callDeltas);
}

/** The name first, then the arguments in two pieces, as OpenAI streams them. */
function callDeltas(call: OpenAiCall, index: number): object[] {
  const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
  const middle = Math.ceil(text.length / 2);
  const id = call.id === null ? {} : { id: call.id ?? `call_${index + 1}` };
  const signature = call.thoughtSignature;
  const extra =
    signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } };
  const named = { name: call.name, arguments: '' };
  const opened = { index, ...id, type: 'function', function: named, ...extra };
  const pieces = [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
  return [
    { tool_calls: [opened] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

function usageOf(usage: OpenAiUsage = { prompt: 10, completion: 5 }): object {
  return {
    prompt_tokens: usage.prompt,
    completion_tokens: usage.completion,
    total_tokens: usage.prompt + usage.completion,
    prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
  };
}

interface Conversation {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly stream_options?: { readonly include_usage?: boolean };
}

function conversationOf(body: unknown): Conversation {
  return typeof body === 'object' && body !== null ? body : {};
}

if (import.meta.main) {
  const { STEPS = '3', PORT = '0', TOOL, TOOL_INPUT = '{}' } = process.env;
  const input: unknown = JSON.parse(TOOL_INPUT);
  const script = toolRounds(Number(STEPS), {
    ...(TOOL === undefined ? {} : { tool: TOOL }),
    ...(typeof input === 'object' && input !== null ? { input } : {}),
  });
  const { baseUrl } = await startOpenAiStub(script, Number(PORT));
  process.stdout.write(`${baseUrl}\n`);
}
