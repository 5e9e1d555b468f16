// `qiao chat`: one turn, or a conversation, in the terminal: of this program only, kept in the database, or through a server.

import { createInterface } from 'node:readline';
import { openLocalChat, type LocalChat } from '#app/local-chat.ts';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { ChatEvent, ChatMessage, TurnEndReason } from '#contract/chat-events.ts';
import { KEPT_CHANNELS, type KeptChannel } from '#contract/kept-channels.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { chatTexts } from '#contract/texts/chat-texts.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';
import { createChatPrinter } from './chat-printer.ts';
import type { ChatOptions, CommandContext } from './command-context.ts';
import { stopOnInterrupt } from './interrupt.ts';
import { createMessagePrinter } from './message-printer.ts';
import type { Terminal } from './terminal.ts';

const PARTIAL = 3;

/** A turn that a limit ended has answered with what it had. */
const EXIT_CODES: Readonly<Record<TurnEndReason, number>> = {
  answered: 0,
  rounds: PARTIAL,
  failures: PARTIAL,
  time: PARTIAL,
  stopped: 1,
  'model-failed': 1,
  interrupted: 1,
  refused: 1,
};

export async function chat(
  context: CommandContext,
  text: string | undefined,
  options: ChatOptions,
): Promise<number> {
  const { terminal } = context;
  if (text?.trim() === '') throw new AppError('usage-invalid', chatTexts.emptyMessage());
  if (text === undefined && options.attach !== undefined)
    throw new AppError('usage-invalid', attachmentTexts.optionNeedsText());
  const opened = await openChat(context, options);
  try {
    for (const line of opened.greeting) terminal.remark(line);
    return text === undefined
      ? await converse(context, opened, options)
      : await oneTurn(context, opened, { text, options });
  } finally {
    await opened.close();
  }
}

/** Kept in the database, or through a server, where a role or a session is named; else for this program only. */
async function openChat({ settings }: CommandContext, options: ChatOptions): Promise<Chat> {
  const { role, session, skills, config, channel } = options;
  const server = settings.server;
  if (role === undefined && session === undefined && server === undefined) {
    return openLocalChat({
      settings,
      skillRoots: skills,
      configurationFile: config,
      channel: channel ?? 'web',
    });
  }
  const onlyLocal = { '--config': config, '--trace': options.trace };
  for (const [name, given] of Object.entries(onlyLocal)) {
    if (given !== undefined) throw new AppError('usage-invalid', chatTexts.noKeptOption(name));
  }
  const request = { settings, skillRoots: skills, role, session, channel: keptChannel(channel) };
  if (server !== undefined)
    return (await import('./remote-chat.ts')).openRemoteChat(request, server);
  return (await import('#app/kept-chat.ts')).openKeptChat(request);
}

function keptChannel(channel: string | undefined): KeptChannel | undefined {
  const known = KEPT_CHANNELS.find((each) => each === channel);
  if (channel !== undefined && known === undefined)
    throw new AppError('usage-invalid', chatTexts.unknownChannel(channel, KEPT_CHANNELS));
  return known;
}

interface Chat {
  readonly greeting: readonly Text[];
  /** Answers come as messages. */
  readonly isByMessages: boolean;
  turn(request: {
    readonly text: string;
    readonly files: readonly string[];
    readonly onNote: (note: Text) => void;
    readonly signal: AbortSignal;
    readonly onEvent: (event: ChatEvent) => void;
    readonly onMessage: (message: ChatMessage) => void;
  }): Promise<TurnOutcome>;
  close(): Promise<void>;
}

type LocalTurn = Awaited<ReturnType<LocalChat['turn']>>;

interface TurnOutcome {
  readonly text: string;
  readonly reason: TurnEndReason;
  /** What only a turn of this very program tells. */
  readonly error?: Text | undefined;
  readonly decisions?: LocalTurn['decisions'];
  readonly usage?: LocalTurn['usage'];
}

interface Turn {
  readonly text: string;
  readonly options: ChatOptions;
}

async function oneTurn({ terminal }: CommandContext, opened: Chat, turn: Turn): Promise<number> {
  const interrupt = stopOnInterrupt(() => terminal.remark(cliTexts.stopping()));
  const { json: isJson = false } = turn.options;
  const printer = opened.isByMessages
    ? createMessagePrinter(terminal, isJson)
    : createChatPrinter(terminal, isJson);
  try {
    const result = await opened.turn({
      text: turn.text,
      files: turn.options.attach ?? [],
      onNote: (note) => terminal.remark(note),
      signal: interrupt.signal,
      onEvent: (event) => printer.tell(event),
      onMessage: (message) => printer.tellMessage(message),
    });
    if (turn.options.trace === true) trace(terminal, result);
    // People have read it as the reply already.
    const isTold =
      turn.options.json !== true && result.text.includes(result.error?.[terminal.language] ?? '');
    if (result.error !== undefined && !isTold) terminal.complain(result.error);
    return EXIT_CODES[result.reason];
  } finally {
    printer.end();
    interrupt.end();
  }
}

function trace(terminal: Terminal, { decisions = [], usage }: TurnOutcome): void {
  for (const { tool, decision } of decisions) {
    terminal.remark(`${tool}: ${decision.stage} ${decision.rule} ${decision.note}`);
  }
  if (usage === undefined) return;
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  terminal.remark(cliTexts.usage(inputTokens, cachedInputTokens, outputTokens));
}

/** Until the end of the input; lines that come while a turn runs wait for it. */
async function converse(
  context: CommandContext,
  opened: Chat,
  options: ChatOptions,
): Promise<number> {
  const { terminal } = context;
  const isInteractive = process.stdin.isTTY && options.json !== true;
  if (isInteractive) terminal.remark(cliTexts.chatWelcome());
  const lines = createInterface({
    input: process.stdin,
    ...(isInteractive && { output: process.stderr, prompt: '> ' }),
  });
  // On a terminal the line editor takes Ctrl-C for itself: at the prompt it leaves, in a turn it stops.
  let isInTurn = false;
  let isOpen = true;
  lines.once('close', () => (isOpen = false));
  lines.on('SIGINT', () => {
    if (isInTurn) process.emit('SIGINT', 'SIGINT');
    else if (lines.line === '') lines.close();
    // What was typed is thrown away first, as in a shell.
    else lines.write(null, { ctrl: true, name: 'u' });
  });
  const ask = () => {
    if (isInteractive && isOpen) lines.prompt();
  };
  let exitCode = 0;
  ask();
  for await (const line of lines) {
    isInTurn = true;
    if (line.trim() !== '') exitCode = await oneTurn(context, opened, { text: line, options });
    isInTurn = false;
    ask();
  }
  return isInteractive ? 0 : exitCode;
}
