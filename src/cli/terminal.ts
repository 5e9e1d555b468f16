// What is written where: results to standard output, everything about them to standard error.

import { styleText } from 'node:util';
import type { Language, Text } from '#base/text.ts';

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
}

export function createTerminal(language: Language): Terminal {
  // A reader that has gone (`| head`) is no fault of ours.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  let hasProgress = false;
  const said = (text: Text | string) => (typeof text === 'string' ? text : text[language]);
  const line = (style: 'dim' | 'red', text: Text | string) => {
    if (hasProgress) process.stderr.write('\r\u001B[K');
    hasProgress = false;
    process.stderr.write(`${styleText(style, said(text), { stream: process.stderr })}\n`);
  };

  return {
    language,
    write: (text) => void process.stdout.write(text),
    print: (text) => void process.stdout.write(`${text}\n`),
    remark: (text) => line('dim', text),
    complain: (text) => line('red', text),
    progress(text) {
      if (!process.stderr.isTTY) return;
      hasProgress = true;
      process.stderr.write(`\r\u001B[K${styleText('dim', text, { stream: process.stderr })}`);
    },
  };
}
