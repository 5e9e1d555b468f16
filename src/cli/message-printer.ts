// Shows a turn on a channel of messages: nothing of the answer until it is there, and then each message by itself.

import type { ChatEvent, ChatMessage } from '#contract/chat-events.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import { chatTexts } from '#contract/texts/chat-texts.ts';
import { jsonPrinter, remarkOn, type ChatPrinter } from './chat-printer.ts';
import type { Terminal } from './terminal.ts';

export function createMessagePrinter(terminal: Terminal, isJson: boolean): ChatPrinter {
  if (isJson) return jsonPrinter(terminal);
  const messages: ChatMessage[] = [];
  let endWatch = terminal.watch('');
  return {
    tell(event) {
      endWatch();
      if (event.type === 'turn-finished') {
        for (const [index, message] of messages.entries())
          writeMessage(terminal, message, { place: index + 1, of: messages.length });
        messages.length = 0;
        return;
      }
      endWatch = terminal.watch(event.type === 'tool-started' ? event.tool : '');
      tellOther(terminal, event);
    },
    tellMessage: (message) => void messages.push(message),
    end: () => endWatch(),
  };
}

function tellOther(terminal: Terminal, event: ChatEvent): void {
  switch (event.type) {
    case 'tool-started':
    case 'tool-progress':
    case 'tool-finished':
    case 'tool-refused':
    case 'artifact':
      remarkOn(terminal, event);
      return;
    case 'delivery':
      if (event.state !== 'sent' && event.reason !== undefined)
        terminal.remark(chatTexts.notSent(event.part + 1, event.parts, event.reason));
      return;
    default:
  }
}

function writeMessage(
  terminal: Terminal,
  { kind, text, files, is_perhaps_duplicate: isDuplicate }: ChatMessage,
  { place, of }: { readonly place: number; readonly of: number },
): void {
  if (of > 1) terminal.remark(chatTexts.message(place, of));
  if (isDuplicate) terminal.remark(channelTexts.perhapsDuplicate());
  if (kind === 'text') terminal.write(text.endsWith('\n') ? text : `${text}\n`);
  for (const { name, url } of files) terminal.write(`[${kind}] ${name} ${url}\n`);
}
