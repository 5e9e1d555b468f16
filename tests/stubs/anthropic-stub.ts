// A scriptable peer that speaks Anthropic's messages stream.

import type { ServerResponse } from 'node:http';
import {
  sendJson,
  startScriptedServer,
  type RecordedRequest,
  type Script,
  type ScriptedServer,
} from './scripted-server.ts';

interface AnthropicCall {
  /** `toolu_<n>` where it is left out. */
  readonly id?: string;
  readonly name: string;
  /** An object is sent as its JSON; a text as it is, malformed or half as it may be. */
  readonly input: string | object;
}

interface AnthropicUsage {
  /** Not counting what was read from the cache or written to it. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWritten?: number;
}

/** One streamed answer; the blocks come in this order. */
interface AnthropicAnswer {
  readonly kind?: 'answer';
  readonly thinking?: { readonly text: string; readonly signature: string };
  /** The data of a `redacted_thinking` block. */
  readonly redacted?: string;
  /** A list is one delta an entry. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly AnthropicCall[];
  /** `end_turn`, or `tool_use` where there are calls, where it is left out. */
  readonly stop?: string;
  readonly usage?: AnthropicUsage;
  /** As in the OpenAI stub; `error` sends an `overloaded_error` event in place of the end. */
  readonly end?: 'done' | 'cut' | 'silent' | 'hang' | 'error';
}

/** A failure that the provider reports instead of an answer. */
interface AnthropicFailure {
  readonly kind: 'failure';
  readonly status: number;
  readonly type?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes the request and says nothing, not even a status. */
interface AnthropicHang {
  readonly kind: 'hang';
}

export type AnthropicStep = AnthropicAnswer | AnthropicFailure | AnthropicHang;

export interface AnthropicStub extends ScriptedServer<AnthropicStep> {
  /** To be given as `ANTHROPIC_BASE_URL`. */
  readonly baseUrl: string;
}

export async function startAnthropicStub(script: Script<AnthropicStep>): Promise<AnthropicStub> {
  const server = await startScriptedServer<AnthropicStep>({ script, answer });
  return { ...server, baseUrl: `${server.origin}/v1` };
}

function answer(step: AnthropicStep, request: RecordedRequest, response: ServerResponse): void {
  if (!request.path.endsWith('/messages')) {
    sendJson(response, 404, { body: errorOf('not_found_error', `Not found: ${request.path}`) });
    return;
  }
  if (step.kind === 'hang') return;
  if (step.kind === 'failure') {
    const { status, type = 'invalid_request_error', message = 'refused', headers = {} } = step;
    sendJson(response, status, { body: errorOf(type, message), headers });
    return;
  }
  stream(step, response);
}

function stream(step: AnthropicAnswer, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (event: { readonly type: string }): void => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  for (const event of eventsOf(step)) send(event);
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
      send(errorOf('overloaded_error', 'Overloaded'));
      response.end();
      return;
    default:
      for (const event of endOf(step)) send(event);
      response.end();
  }
}

interface StreamEvent {
  readonly type: string;
}

function eventsOf(step: AnthropicAnswer): StreamEvent[] {
  const { input, cacheRead = 0, cacheWritten = 0 } = step.usage ?? { input: 10 };
  const message = {
    id: 'msg_stub',
    type: 'message',
    role: 'assistant',
    model: 'stub',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: input,
      cache_read_input_tokens: cacheRead,
      cache_creation_input_tokens: cacheWritten,
      output_tokens: 1,
    },
  };
  const started: StreamEvent & { readonly message: object } = { type: 'message_start', message };
  return [started, { type: 'ping' }, ...blocksOf(step).flatMap(blockEvents)];
}

interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
  /** Half a block is never closed. */
  readonly isOpen?: boolean;
}

function blocksOf({ thinking, redacted, text, calls = [], end }: AnthropicAnswer): Block[] {
  const blocks: Block[] = [];
  if (thinking !== undefined) {
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking: thinking.text },
        { type: 'signature_delta', signature: thinking.signature },
      ],
    });
  }
  if (redacted !== undefined) {
    blocks.push({ start: { type: 'redacted_thinking', data: redacted }, deltas: [] });
  }
  if (text !== undefined) {
    const deltas = [text].flat().map((piece) => ({ type: 'text_delta', text: piece }));
    blocks.push({ start: { type: 'text', text: '' }, deltas });
  }
  const whole = [...blocks, ...calls.map(callBlock)];
  const isBroken = end !== undefined && end !== 'done';
  const last = whole.pop();
  return last === undefined ? [] : [...whole, { ...last, isOpen: isBroken }];
}

function callBlock(call: AnthropicCall, index: number): Block {
  const text = typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
  const middle = Math.ceil(text.length / 2);
  return {
    start: { type: 'tool_use', id: call.id ?? `toolu_${index + 1}`, name: call.name, input: {} },
    deltas: ['', text.slice(0, middle), text.slice(middle)].map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    })),
  };
}

function blockEvents({ start, deltas, isOpen = false }: Block, index: number): StreamEvent[] {
  const opened = { type: 'content_block_start', index, content_block: start };
  const grown = deltas.map((delta) => ({ type: 'content_block_delta', index, delta }));
  const closed = { type: 'content_block_stop', index };
  return isOpen ? [opened, ...grown] : [opened, ...grown, closed];
}

function endOf({ stop, calls, usage }: AnthropicAnswer): StreamEvent[] {
  const reason = stop ?? (calls === undefined ? 'end_turn' : 'tool_use');
  const changed = {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: usage?.output ?? 5 },
  };
  return [changed, { type: 'message_stop' }];
}

function errorOf(type: string, message: string): StreamEvent & { readonly error: object } {
  return { type: 'error', error: { type, message } };
}
