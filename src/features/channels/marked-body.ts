// A message that may be there already says so.

import type { Language } from '#base/text.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import type { ChannelCaps } from './channel-adapter.ts';
import { measureText } from './measure-text.ts';
import type { MessageBody } from './message-body.ts';

/** Text that is full already stays as it is: the delivery says so all the same, and so do files. */
export function markedBody(
  body: MessageBody,
  { text: { most, unit } }: ChannelCaps,
  language: Language,
): MessageBody {
  if (body.kind !== 'text') return body;
  const text = `${channelTexts.perhapsDuplicate()[language]}\n${body.text}`;
  return measureText(text, unit) > most ? body : { ...body, text };
}
