// What a conversation is called, also before it has a title of its own.

import { sameText, type Text } from '#base/text.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { listTexts } from '#contract/texts/console-texts.ts';

export function sessionTitle({ title }: Pick<SessionBody, 'title'>): Text {
  return title === '' ? listTexts.untitled() : sameText(title);
}
