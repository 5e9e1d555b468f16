// What became of an answer on the channel that it is sent to: from the history and the stream, whichever tells first.

import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent } from '#contract/chat-events.ts';

type DeliveryBody = TurnBody['deliveries'][number];
type PartBody = DeliveryBody['parts'][number];

export interface Delivery {
  readonly id: string;
  readonly channel: string;
  /** Undefined until the history has told it. */
  readonly target: string | undefined;
  readonly parts: readonly DeliveryPart[];
}

export interface DeliveryPart {
  readonly index: number;
  /** Undefined until the history has told it. */
  readonly kind: PartBody['kind'] | undefined;
  readonly state: PartBody['state'];
  readonly attempts: number;
  readonly error: string | undefined;
  readonly isPerhapsDuplicate: boolean;
  readonly sentAt: string | undefined;
  /** The stream has told of it: a page of the history that was asked for earlier does not undo that. */
  readonly isTold: boolean;
}

/** The worst of its messages. */
export type DeliverySum = 'failed' | 'unknown' | 'under-way' | 'sent';

export function sumOf({ parts }: Pick<Delivery, 'parts'>): DeliverySum {
  const has = (state: DeliveryPart['state']): boolean => parts.some((part) => part.state === state);
  if (has('failed')) return 'failed';
  if (has('unknown')) return 'unknown';
  return parts.every(({ state }) => state === 'sent') ? 'sent' : 'under-way';
}

export function withDeliveryEvent(
  known: readonly Delivery[],
  event: Extract<ChatEvent, { type: 'delivery' }>,
): readonly Delivery[] {
  const before = known.find(({ id }) => id === event.delivery) ?? newDelivery(event);
  const parts = before.parts.map((part) =>
    part.index === event.part ? toldPart(part, event) : part,
  );
  return replaced(known, { ...before, parts });
}

function newDelivery({
  delivery,
  channel,
  parts,
}: Extract<ChatEvent, { type: 'delivery' }>): Delivery {
  return {
    id: delivery,
    channel,
    target: undefined,
    parts: Array.from({ length: parts }, (_, index) => ({
      index,
      kind: undefined,
      state: 'made',
      attempts: 0,
      error: undefined,
      isPerhapsDuplicate: false,
      sentAt: undefined,
      isTold: false,
    })),
  };
}

/** What was sent stays so: an older event may be read after the history has told it. */
function toldPart(
  part: DeliveryPart,
  { state, reason, is_perhaps_duplicate: isDuplicate }: Extract<ChatEvent, { type: 'delivery' }>,
): DeliveryPart {
  if (part.state === 'sent') return { ...part, isTold: true };
  return {
    ...part,
    state,
    error: reason,
    isPerhapsDuplicate: part.isPerhapsDuplicate || (isDuplicate ?? false),
    isTold: true,
  };
}

export function withDeliveryBodies(
  known: readonly Delivery[],
  bodies: readonly DeliveryBody[],
): readonly Delivery[] {
  const before = new Map(known.map((delivery) => [delivery.id, delivery]));
  const listed = new Set(bodies.map(({ id }) => id));
  const joined = bodies.map((body) => joinedDelivery(before.get(body.id), body));
  return [...joined, ...known.filter(({ id }) => !listed.has(id))];
}

function joinedDelivery(known: Delivery | undefined, body: DeliveryBody): Delivery {
  const { id, channel, target, parts } = body;
  const before = (index: number) => known?.parts.find((part) => part.index === index);
  return { id, channel, target, parts: parts.map((part) => joinedPart(before(part.index), part)) };
}

function joinedPart(known: DeliveryPart | undefined, body: PartBody): DeliveryPart {
  const told = partOf(body);
  if (known === undefined) return told;
  const joined = {
    ...told,
    attempts: Math.max(told.attempts, known.attempts),
    isPerhapsDuplicate: told.isPerhapsDuplicate || known.isPerhapsDuplicate,
    sentAt: told.sentAt ?? known.sentAt,
    isTold: known.isTold,
  };
  const isBehind = known.isTold && told.state !== 'sent';
  return isBehind ? { ...joined, state: known.state, error: known.error } : joined;
}

function partOf(body: PartBody): DeliveryPart {
  return {
    index: body.index,
    kind: body.kind,
    state: body.state,
    attempts: body.attempts,
    error: body.error ?? undefined,
    isPerhapsDuplicate: body.is_perhaps_duplicate,
    sentAt: body.sent_at ?? undefined,
    isTold: false,
  };
}

function replaced(known: readonly Delivery[], delivery: Delivery): readonly Delivery[] {
  return known.some(({ id }) => id === delivery.id)
    ? known.map((each) => (each.id === delivery.id ? delivery : each))
    : [...known, delivery];
}
