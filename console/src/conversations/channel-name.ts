// Where a conversation's answers go, in words; a channel that the page does not know is called by its own name.

import { sameText, type Text } from '#base/text.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { channelNameTexts } from '#contract/texts/console-delivery-texts.ts';

const NAMES: Readonly<Record<string, Text>> = {
  web: channelNameTexts.web(),
  web_admin: channelNameTexts.web(),
  text: channelNameTexts.text(),
};

export function channelName(channel: string): Text {
  return NAMES[channel] ?? sameText(channel);
}

/** Its answers go elsewhere than to the page. */
export function isSentTo({ channel }: Pick<SessionBody, 'channel'>): boolean {
  return channel !== 'web' && channel !== 'web_admin';
}
