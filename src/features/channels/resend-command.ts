// `/resend`: a person has an answer sent once more, from any conversation's input.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import type { Deliveries } from './deliveries.ts';

/** With any number behind it: what is none of an answer is told, and not given to a model. */
const COMMAND = /^\s*[/／]resend(?:\s+([-+−]?\p{Nd}[\p{Nd}.,]{0,40}))?\s*$/iu;
/** No conversation has more answers. */
const MOST_ANSWERS = 1_000_000_000;

export interface SaidCommand {
  readonly orgId: string;
  readonly sessionId: string;
  /** Said again, it is the same wish. */
  readonly turnId: string;
  readonly text: string;
}

/**
 * `/resend`: the latest answer that was not wholly sent; `/resend 3`: the third from the end. Undefined for whatever else
 * is said.
 */
export async function answerResend(
  deliveries: Pick<Deliveries, 'find' | 'resend'>,
  { orgId, sessionId, turnId, text }: SaidCommand,
): Promise<Text | undefined> {
  const found = COMMAND.exec(text);
  if (found === null) return undefined;
  const written = found[1];
  // As an input method may write it: in wide digits.
  const last = written === undefined ? undefined : Number(written.normalize('NFKC'));
  if (last !== undefined && !(Number.isInteger(last) && last > 0 && last < MOST_ANSWERS))
    return channelTexts.noSuchAnswer(written ?? '');
  const delivery = await deliveries.find(orgId, sessionId, last);
  if (delivery === undefined)
    return last === undefined ? channelTexts.allSent() : channelTexts.noSuchAnswer(String(last));
  const place = { orgId, sessionId, deliveryId: delivery.id };
  try {
    const { parts } = await deliveries.resend(place, turnId);
    const indexes = new Set(
      delivery.parts.filter(({ state }) => IS_OPEN[state]).map(({ index }) => index),
    );
    const again = parts.filter(({ index }) => indexes.has(index));
    const doubtful = again.filter(({ isPerhapsDuplicate }) => isPerhapsDuplicate);
    return channelTexts.resending(again.length, doubtful.length);
  } catch (thrown) {
    const error = AppError.from(thrown);
    if (error.code === 'conflict') return error.text;
    throw thrown;
  }
}

const IS_OPEN = {
  made: false,
  queued: false,
  sending: false,
  sent: false,
  failed: true,
  unknown: true,
};
