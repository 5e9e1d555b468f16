// A turn as the history tells it, joined with what the stream has told already.

import { isJsonObject, type JsonValue } from '#base/json.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import { backgroundOf, hasOwnResult, isBehind, joinedBackground } from './background-calls.ts';
import { withDeliveryBodies } from './deliveries.ts';
import {
  artifactKey,
  emptyTurn,
  hasEnded,
  isCallOver,
  type Artifact,
  type Call,
  type TurnState,
} from './turn-state.ts';

type CallBody = TurnBody['calls'][number];

/** Where both know something, what is further on holds: a page that was asked for earlier undoes nothing. */
export function withHistory(known: TurnState | undefined, body: TurnBody): TurnState {
  const before = known ?? emptyTurn(body.id);
  const turn = {
    ...before,
    origin: body.origin,
    text: body.text,
    createdAt: body.created_at,
    attachments: body.attachments,
    calls: joinedCalls(before.calls, body.calls),
    artifacts: joinedArtifacts(before.artifacts, body.artifacts),
    deliveries: withDeliveryBodies(before.deliveries, body.deliveries),
  };
  if (hasEnded(before) && !hasEnded(body)) return turn;
  if (!hasEnded(body)) {
    return { ...turn, state: before.state === 'running' ? 'running' : body.state };
  }
  return {
    ...turn,
    state: body.state,
    reason: body.reason ?? undefined,
    reply: body.reply ?? '',
    budget: { failures: body.failures ?? 0, banned: body.banned },
    said: '',
    blocks: [],
  };
}

/** The history is in the order of the calls; what the stream alone has told follows it. */
function joinedCalls(known: readonly Call[], bodies: readonly CallBody[]): readonly Call[] {
  if (bodies.length === 0) return known;
  const before = new Map(known.map((call) => [call.id, call]));
  const told = new Set(bodies.map(({ id }) => id));
  const joined = bodies.map((body) => joinedCall(before.get(body.id), callOf(body)));
  return [...joined, ...known.filter(({ id }) => !told.has(id))];
}

function joinedCall(known: Call | undefined, call: Call): Call {
  if (known === undefined) return call;
  const background = joinedBackground(known.background, call.background);
  if (!isCallOver(call) || isBehind(known, call)) {
    const { said, tool } = call;
    return { ...known, said, tool, arguments: known.arguments ?? call.arguments, background };
  }
  return {
    ...call,
    background,
    durationMs: call.durationMs ?? known.durationMs,
    refusal: known.refusal ?? call.refusal,
    // A result of the stream is whole; what the model was given may be its receipt.
    result: hasOwnResult(call) ? call.result : (known.result ?? call.result),
  };
}

function joinedArtifacts(
  known: TurnState['artifacts'],
  bodies: TurnBody['artifacts'],
): TurnState['artifacts'] {
  const listed = bodies.map(artifactOf);
  const told = new Set(listed.map(artifactKey));
  return [...listed, ...known.filter((artifact) => !told.has(artifactKey(artifact)))];
}

function artifactOf(body: TurnBody['artifacts'][number]): Artifact {
  const { id, name, media, media_type: mediaType, bytes, url, state, reason } = body;
  return { id, name, media, mediaType, bytes, url, state, reason: reason ?? undefined };
}

function callOf(body: CallBody): Call {
  const result = body.result ?? undefined;
  const isRefused = body.state === 'refused';
  return {
    id: body.id,
    tool: body.tool,
    said: body.said,
    arguments: body.arguments,
    state: body.state,
    progress: undefined,
    result: isRefused ? undefined : result,
    refusal: isRefused ? textOf(result, 'error') : undefined,
    durationMs: body.duration_ms ?? undefined,
    background: backgroundOf(body.background),
  };
}

function textOf(result: JsonValue | undefined, field: string): string | undefined {
  const value = isJsonObject(result) ? result[field] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
