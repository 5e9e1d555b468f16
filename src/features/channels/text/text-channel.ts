// The local text channel: as narrow as the real ones, without Markdown, and kept where this program can read it.

import type { Text } from '#base/text.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import type { ChannelAdapter, ChannelCaps } from '../channel-adapter.ts';
import { measureText } from '../measure-text.ts';
import type { MessageBody } from '../message-body.ts';
import type { TextMessages } from './text-messages.ts';

export const TEXT_CAPS: ChannelCaps = {
  isMarkdown: false,
  text: { most: 4000, unit: 'utf-16' },
  media: { image: { perMessage: 1, mostBytes: 10 * 1024 * 1024 } },
};

/** A message of the same key is there once, however often it is sent. */
export function createTextChannel(messages: TextMessages): ChannelAdapter {
  return {
    kind: 'text',
    way: 'send',
    caps: TEXT_CAPS,
    dedupesMs: Infinity,
    async send(target, body, { key, isPerhapsDuplicate }) {
      const reason = refusalOf(body);
      if (reason !== undefined) return { status: 'refused', reason, isPermanent: true };
      const number = await messages.add({ target, body, key, isPerhapsDuplicate });
      return number === undefined
        ? { status: 'refused', reason: channelTexts.sessionGone(), isPermanent: true }
        : { status: 'sent', receipt: String(number) };
    },
  };
}

/** As a real platform holds a sender to its limits. */
function refusalOf(body: MessageBody): Text | undefined {
  const { text, media } = TEXT_CAPS;
  if (body.kind === 'text')
    return measureText(body.text, text.unit) > text.most
      ? channelTexts.tooLong(text.most)
      : undefined;
  const limit = media[body.kind];
  if (limit === undefined || body.files.length > limit.perMessage)
    return channelTexts.kindNotTaken();
  return body.files.some(({ bytes }) => bytes > limit.mostBytes)
    ? channelTexts.fileTooLarge(limit.mostBytes)
    : undefined;
}
