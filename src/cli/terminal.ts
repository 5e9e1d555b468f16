// What is written where: results to standard output, everything about them to standard error.

import { styleText } from 'node:util';
import type { Language, Text } from '#base/text.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';

export interface Terminal {
  readonly language: Language;
  /** Standard output, as it is. */
  write(text: string): void;
  /** One line on standard output. */
  print(line: string): void;
  /** One line of remark on standard error, dim where that is a terminal. */
  remark(text: Text | string): void;
  /** One line of failure on standard error. */
  complain(text: Text | string): void;
  /** A line on standard error that the next one replaces; nothing where that is no terminal. */
  progress(text: string): void;
  /** Shows how long something takes, once it takes long; the answer ends that. */
  watch(label: string): () => void;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is taken out
const COMMANDS = /\u001B\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
const CLEAR_LINE = '\r\u001B[K';
const OUTPUT_LOST = 1;
/** Shorter work needs no sign of life. */
const QUIET_SEC = 2;

export function createTerminal(language: Language): Terminal {
  process.stdout.once('error', (error) => endWhereLost(error, language));
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) process.stderr.write(CLEAR_LINE);
    hasProgress = false;
  };
  const say = (style: 'dim' | 'red', text: Text | string) => {
    clear();
    const said = printable(typeof text === 'string' ? text : text[language]);
    process.stderr.write(`${styleText(style, said, { stream: process.stderr })}\n`);
  };
  const write = (text: string) => {
    clear();
    process.stdout.write(printable(text));
  };
  const progress = (text: string) => {
    if (!process.stderr.isTTY) return;
    clear();
    hasProgress = true;
    process.stderr.write(styleText('dim', printable(text), { stream: process.stderr }));
  };

  return {
    language,
    write,
    print: (line) => write(`${line}\n`),
    remark: (text) => say('dim', text),
    complain: (text) => say('red', text),
    progress,
    watch: (label) => watch(label, progress, clear),
  };
}

/** A reader that has gone (`| head`) is no fault of ours; a disk that is full has lost what was asked for. */
function endWhereLost(error: Error, language: Language): void {
  if ('code' in error && error.code === 'EPIPE') return;
  process.stderr.write(`${cliTexts.outputLost(error.message)[language]}\n`);
  process.once('exit', () => {
    process.exitCode = OUTPUT_LOST;
  });
}

/** What skills and models say may hold sequences that would command the terminal: they are taken out. */
export function printable(text: string): string {
  return text.replaceAll(COMMANDS, '');
}

function watch(label: string, progress: (text: string) => void, clear: () => void): () => void {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds >= QUIET_SEC) progress(`… ${label} ${seconds} s`);
  }, 1000);
  return () => {
    clearInterval(timer);
    clear();
  };
}
