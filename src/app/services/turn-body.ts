// A turn as the API tells it: what was called, what goes on in the background, which files came of it.

import { isJsonObject } from '#base/json.ts';
import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { BackgroundRun } from '#features/background/index.ts';
import type { Delivery } from '#features/channels/index.ts';
import type {
  CallView,
  TurnArtifact,
  TurnAttachment,
  TurnView,
} from '#features/conversations/index.ts';
import { workspaceUrlOf } from '#features/dialog/index.ts';
import type { Platform } from '../compose-platform.ts';
import { callBackgroundBody } from './background-service.ts';
import { deliveryBody } from './delivery-service.ts';

/** Whose turns they are. */
export interface TurnOwner {
  readonly orgId: string;
  /** The session's. */
  readonly channel: string;
}

export async function turnBodies(
  platform: Platform,
  turns: readonly TurnView[],
  owner: TurnOwner,
): Promise<TurnBody[]> {
  const ids = turns.map(({ id }) => id);
  const deliveries = await deliveriesOf(platform, ids, owner);
  const found = await platform.background.ofTurns(owner.orgId, ids);
  const runs = Map.groupBy(found, ({ turnId }) => turnId);
  return turns.map((turn) =>
    turnBody(turn, { deliveries: deliveries.get(turn.id) ?? [], runs: runs.get(turn.id) ?? [] }),
  );
}

export async function turnBodyOf(
  platform: Platform,
  turn: TurnView,
  owner: TurnOwner,
): Promise<TurnBody> {
  const [body] = await turnBodies(platform, [turn], owner);
  return body ?? turnBody(turn, { deliveries: [], runs: [] });
}

/** Of a session whose stream is its channel nobody is asked what was sent. */
function deliveriesOf(
  { channels }: Platform,
  turnIds: readonly string[],
  { orgId, channel }: TurnOwner,
): ReturnType<Platform['channels']['deliveries']['ofTurns']> {
  return channels.deliveries.ofTurns(orgId, channels.isSentTo(channel) ? turnIds : []);
}

interface BesideTurn {
  readonly deliveries: readonly Delivery[];
  readonly runs: readonly BackgroundRun[];
}

function turnBody(turn: TurnView, { deliveries, runs }: BesideTurn): TurnBody {
  return {
    id: turn.id,
    session_id: turn.sessionId,
    origin: turn.origin,
    text: turn.text,
    attachments: turn.attachments.map(attachmentBody),
    state: turn.state,
    reason: turn.reason,
    reply: turn.reply,
    calls: turn.calls.map((call) =>
      callBody(
        call,
        runs.find(({ callId }) => callId === call.id),
      ),
    ),
    artifacts: turn.artifacts.map(artifactBody),
    rounds: turn.rounds,
    failures: turn.failures,
    banned: [...turn.banned],
    deliveries: deliveries.map(deliveryBody),
    is_superseded: turn.isSuperseded,
    created_at: turn.createdAt.toISOString(),
    ended_at: turn.endedAt?.toISOString() ?? null,
  };
}

export function attachmentBody(attachment: TurnAttachment): TurnAttachmentBody {
  const { id, name, kind, mediaType, bytes } = attachment;
  return { id, name, kind, media_type: mediaType, bytes };
}

function artifactBody(artifact: TurnArtifact): TurnBody['artifacts'][number] {
  const { id, name, path, kind, mediaType, bytes, state, reason } = artifact;
  const url = state === 'kept' ? workspaceUrlOf(path) : '';
  return { id, name, media: kind, media_type: mediaType, bytes, url, state, reason };
}

function callBody(call: CallView, run: BackgroundRun | undefined): TurnBody['calls'][number] {
  return {
    id: call.id,
    tool: call.tool,
    said: call.said,
    arguments: argumentsOf(call.arguments),
    state: call.state,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an envelope is JSON
    result: call.result as TurnBody['calls'][number]['result'],
    duration_ms: call.durationMs,
    background: run === undefined ? null : callBackgroundBody(run),
  };
}

/** What a model wrote may be no JSON: then it is told as it is. */
function argumentsOf(text: string): TurnBody['calls'][number]['arguments'] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Told below.
  }
  return { text };
}
