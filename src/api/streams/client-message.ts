// What a WebSocket client said, or what is wrong with it.

import type { Text } from '#base/text.ts';
import { clientStreamMessageSchema, type ClientStreamMessage } from '#contract/stream-messages.ts';
import { streamTexts } from '#contract/texts/stream-texts.ts';
import { faultPath, fieldFault } from '../field-fault.ts';

export type ReadMessage =
  | { readonly status: 'read'; readonly message: ClientStreamMessage }
  | { readonly status: 'malformed'; readonly fault: Text };

/** `text` is undefined for a binary message. */
export function readClientMessage(text: string | undefined): ReadMessage {
  if (text === undefined) return malformed(streamTexts.notText());
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return malformed(streamTexts.notJson());
  }
  const { data, error } = clientStreamMessageSchema.safeParse(value);
  if (data !== undefined) return { status: 'read', message: data };
  const [issue] = error.issues;
  const fault = issue === undefined ? streamTexts.notJson() : fieldFault(issue, value);
  const path = issue === undefined ? '' : faultPath(issue).map(String).join('.');
  if (path === '') return malformed(fault);
  return malformed({ zh: `${path} ${fault.zh}`, en: `${path}: ${fault.en}` });
}

function malformed(fault: Text): ReadMessage {
  const [zh, en] = [streamTexts.malformed(fault.zh).zh, streamTexts.malformed(fault.en).en];
  return { status: 'malformed', fault: { zh, en } };
}
