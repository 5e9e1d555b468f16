// Shows a turn's events as they happen: JSON lines for programs, the reply and some remarks for people.

import { fileURLToPath } from 'node:url';
import { assertNever } from '#base/assert-never.ts';
import type { ChatEvent, ChatMessage } from '#contract/chat-events.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { jsonLine } from './print-json.ts';
import { progressLine } from './progress-line.ts';
import type { Terminal } from './terminal.ts';

export interface ChatPrinter {
  tell(event: ChatEvent): void;
  /** On a channel of messages: one of them, before the turn's end is told. */
  tellMessage(message: ChatMessage): void;
  /** Nothing more will come, however the turn ended. */
  end(): void;
}

const LONGEST_ARGUMENTS = 200;

export function createChatPrinter(terminal: Terminal, isJson: boolean): ChatPrinter {
  if (isJson) return jsonPrinter(terminal);
  // What was streamed since the last remark: the reply may begin with it.
  let segment = '';
  let endWatch = terminal.watch('');
  return {
    tell(event) {
      endWatch();
      // A line of reply that is still being written is no place for signs of life.
      if (event.type !== 'text-delta') endWatch = terminal.watch(labelOf(event));
      if (!isTold(event)) return;
      switch (event.type) {
        case 'text-delta':
          segment += event.text;
          terminal.write(event.text);
          return;
        case 'turn-finished':
          endWatch();
          terminal.write(endOfReply(event.text, segment));
          segment = '';
          return;
        default:
          if (segment !== '' && !segment.endsWith('\n')) terminal.write('\n');
          segment = '';
          remarkOn(terminal, event);
      }
    },
    tellMessage: () => {},
    end: () => endWatch(),
  };
}

/** Each line is an event, or a message. */
export function jsonPrinter(terminal: Terminal): ChatPrinter {
  const tell = (line: ChatEvent | ChatMessage): void => terminal.print(jsonLine(line));
  return { tell, tellMessage: tell, end: () => {} };
}

type ToolEvent = Extract<
  ChatEvent,
  { type: 'tool-started' | 'tool-progress' | 'tool-finished' | 'tool-refused' | 'artifact' }
>;
type ToldEvent = ToolEvent | Extract<ChatEvent, { type: 'text-delta' | 'turn-finished' }>;

/** All else is told in another place, or of other turns. */
const TOLD: Readonly<Record<ToldEvent['type'], true>> = {
  'text-delta': true,
  'tool-started': true,
  'tool-progress': true,
  'tool-finished': true,
  'tool-refused': true,
  artifact: true,
  'turn-finished': true,
};

function isTold(event: ChatEvent): event is ToldEvent {
  return event.type in TOLD;
}

export function remarkOn(terminal: Terminal, event: ToolEvent): void {
  switch (event.type) {
    case 'tool-started':
      return terminal.remark(`▸ ${event.tool} ${shortened(JSON.stringify(event.arguments))}`);
    case 'tool-progress':
      return terminal.progress(progressLine(event.fraction, event.text));
    case 'tool-finished': {
      const mark = { done: '✓', partial: '◐', failed: '✗' }[event.status];
      return terminal.remark(
        `${mark} ${event.tool} ${event.duration_ms} ms${reasonOf(event, terminal)}`,
      );
    }
    case 'tool-refused':
      return terminal.remark(`✗ ${event.tool} ${event.reason}`);
    case 'artifact':
      return terminal.remark(cliTexts.artifact(placeOf(event.url), event.bytes));
    default:
      return assertNever(event);
  }
}

/** Of a file that was made: its path here, or in the workspace of the server's conversation. */
function placeOf(url: string): string {
  if (url.startsWith('file:')) return fileURLToPath(url);
  try {
    return decodeURIComponent(url.replace(/^workspace:/, ''));
  } catch {
    // Not percent-encoded after all.
    return url;
  }
}

function reasonOf(
  event: Extract<ToolEvent, { type: 'tool-finished' }>,
  terminal: Terminal,
): string {
  const { error } = event.result;
  if (event.status !== 'failed' || typeof error !== 'string') return '';
  return ` ${cliTexts.toolFailed(shortened(error))[terminal.language]}`;
}

/** What is waited for once this has happened. */
function labelOf(event: ChatEvent): string {
  return event.type === 'tool-started' ? event.tool : '';
}

/** What is still to be written of a reply of which `segment` was streamed already. */
function endOfReply(reply: string, segment: string): string {
  const isContinued = segment.trim() !== '' && reply.startsWith(segment.trimEnd());
  const rest = isContinued ? reply.slice(segment.trimEnd().length) : reply;
  const gap = !isContinued && segment !== '' && !segment.endsWith('\n') ? '\n' : '';
  const whole = `${gap}${rest}`;
  return `${segment}${whole}`.endsWith('\n') || `${segment}${whole}` === '' ? whole : `${whole}\n`;
}

function shortened(text: string): string {
  return text.length <= LONGEST_ARGUMENTS ? text : `${text.slice(0, LONGEST_ARGUMENTS)}…`;
}
