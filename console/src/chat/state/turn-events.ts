// What one event of the stream changes in its turn. Told twice, or after the turn's end is known, it changes nothing.

import { assertNever } from '#base/assert-never.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import {
  isBackgroundEvent,
  withBackgroundEvent,
  type BackgroundEvent,
} from './background-calls.ts';
import { withDeliveryEvent } from './deliveries.ts';
import {
  artifactKey,
  hasEnded,
  isCallOver,
  type Artifact,
  type Call,
  type TurnState,
} from './turn-state.ts';

export function withEvent(turn: TurnState, event: ChatEvent): TurnState {
  if (isBackgroundEvent(event)) return withBackground(turn, event);
  switch (event.type) {
    case 'turn-queued':
      return withQueued(turn, event);
    case 'turn-started':
      return hasEnded(turn) ? turn : running(turn);
    case 'text-delta':
    case 'display':
      // The reply of an ended turn holds it.
      return hasEnded(turn) ? turn : withShown(running(turn), event);
    case 'artifact':
      return withArtifact(turn, event);
    case 'turn-finished':
      return withEnd(turn, event);
    case 'turn-pushed':
      return { ...turn, origin: 'push', text: '', attachments: [] };
    case 'delivery':
      return { ...turn, deliveries: withDeliveryEvent(turn.deliveries, event) };
    default:
      return withCallEvent(turn, event);
  }
}

type EventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>;

/** Whatever was known before holds: the history tells the same. */
function withQueued(turn: TurnState, event: EventOf<'turn-queued'>): TurnState {
  const { text = event.text, attachments = event.attachments ?? [] } = turn;
  return { ...turn, text, attachments };
}

function running(turn: TurnState): TurnState {
  return turn.state === 'queued' ? { ...turn, state: 'running' } : turn;
}

function withShown(turn: TurnState, event: EventOf<'text-delta' | 'display'>): TurnState {
  if (event.type === 'text-delta') return { ...turn, said: turn.said + event.text };
  const { markdown, only } = event;
  return { ...turn, blocks: [...turn.blocks, { markdown, only }] };
}

function withCallEvent(
  turn: TurnState,
  event: EventOf<'tool-started' | 'tool-progress' | 'tool-finished' | 'tool-refused'>,
): TurnState {
  const call = turn.calls.find(({ id }) => id === event.id);
  if (event.type === 'tool-progress') {
    if (call === undefined || isCallOver(call)) return turn;
    const progress = { fraction: event.fraction ?? undefined, text: event.text };
    return withCall(turn, { ...call, progress });
  }
  if (call === undefined) {
    const said = turn.said.trim() === '' ? '' : turn.said;
    return withCall({ ...turn, said: '' }, changedCall(newCall(event, said), event));
  }
  // The history may know the call before the stream tells of it: what was said until then stands before it.
  const isFirst = event.type === 'tool-started' || event.type === 'tool-refused';
  const told = isFirst ? { ...turn, said: '' } : turn;
  if (isCallOver(call)) return withArguments(told, call, event);
  return withCall(told, changedCall(call, event));
}

/** The history's arguments are the same; a call that was refused has none in the stream. */
function withArguments(
  turn: TurnState,
  call: Call,
  event: EventOf<'tool-started' | 'tool-progress' | 'tool-finished' | 'tool-refused'>,
): TurnState {
  if (event.type !== 'tool-started' || call.arguments !== undefined) return turn;
  return withCall(turn, { ...call, arguments: event.arguments });
}

/** What goes on in the background tells of a call that is known, but for a turn whose calls were not kept. */
function withBackground(turn: TurnState, event: BackgroundEvent): TurnState {
  const call = turn.calls.find(({ id }) => id === event.call);
  if (call === undefined && event.type === 'background-progress') return turn;
  const before = call ?? newCall({ id: event.call, tool: toolOf(event) }, '');
  const after = withBackgroundEvent(before, event);
  return after === call ? turn : withCall(turn, after);
}

function toolOf(event: BackgroundEvent): string {
  return event.type === 'background-progress' ? '' : event.skill;
}

function newCall({ id, tool }: Pick<Call, 'id' | 'tool'>, said: string): Call {
  return {
    id,
    tool,
    said,
    arguments: undefined,
    state: 'open',
    progress: undefined,
    result: undefined,
    refusal: undefined,
    durationMs: undefined,
    background: undefined,
  };
}

function changedCall(
  call: Call,
  event: EventOf<'tool-started' | 'tool-finished' | 'tool-refused'>,
): Call {
  switch (event.type) {
    case 'tool-started':
      return { ...call, tool: event.tool, state: 'running', arguments: event.arguments };
    case 'tool-finished':
      return {
        ...call,
        tool: event.tool,
        state: event.status,
        result: event.result,
        durationMs: event.duration_ms,
      };
    case 'tool-refused':
      return { ...call, tool: event.tool, state: 'refused', refusal: event.reason };
    default:
      return assertNever(event);
  }
}

function withCall(turn: TurnState, call: Call): TurnState {
  const isKnown = turn.calls.some(({ id }) => id === call.id);
  const calls = isKnown
    ? turn.calls.map((each) => (each.id === call.id ? call : each))
    : [...turn.calls, call];
  return { ...(hasEnded(turn) ? turn : running(turn)), calls };
}

function withArtifact(turn: TurnState, event: EventOf<'artifact'>): TurnState {
  const { id, name, media, media_type: mediaType = '', bytes, url } = event;
  return withFile(turn, {
    id,
    name,
    media,
    mediaType,
    bytes,
    url,
    state: 'kept',
    reason: undefined,
  });
}

/** Made again, a file is the newest. */
function withFile(turn: TurnState, artifact: Artifact): TurnState {
  const key = artifactKey(artifact);
  const others = turn.artifacts.filter((known) => artifactKey(known) !== key);
  return { ...turn, artifacts: [...others, artifact] };
}

function failedFile({
  name,
  reason,
}: {
  readonly name: string;
  readonly reason: string;
}): Artifact {
  const nothing = { id: undefined, media: 'file', mediaType: '', bytes: 0, url: '' };
  return { ...nothing, name, state: 'failed', reason };
}

function withEnd(turn: TurnState, event: EventOf<'turn-finished'>): TurnState {
  const budget = { failures: event.failures, banned: event.banned };
  // What is known of them already stays: the history tells the same, with more.
  const known = new Set(turn.artifacts.map(artifactKey));
  const missing = (event.undelivered ?? []).map(failedFile);
  const told = missing.filter((file) => !known.has(artifactKey(file))).reduce(withFile, turn);
  const ended = hasEnded(turn) ? told : { ...told, ...endOf(turn, event) };
  // The history that said so is of the same moment.
  return { ...ended, budget, said: '', blocks: [] };
}

function endOf(turn: TurnState, { reason, text }: EventOf<'turn-finished'>): Partial<TurnState> {
  const isDropped = turn.state === 'queued' && reason === 'stopped' && text === '';
  const ended = reason === 'interrupted' ? 'interrupted' : 'done';
  return { state: isDropped ? 'dropped' : ended, reason, reply: text };
}
