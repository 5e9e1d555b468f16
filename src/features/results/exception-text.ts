// ENV-12: tells an exception by its class and message, without the stack trace that some messages carry.

import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { boundText, REASON_CHARS } from './bound-text.ts';
import type { SkillException } from './skill-exception.ts';

/** Room for the sentence around it. */
const MESSAGE_CHARS = REASON_CHARS - 700;
const NAME_CHARS = 100;
const JAVASCRIPT_FRAME = /^\s{2,}at .*(:\d+:\d+\)?|\(<anonymous>\)|\[native code\])$/;
const PYTHON_TRACE = /^\s*(Exception Group )?Traceback \(most recent call last\):\s*$/;
const PYTHON_FRAME = /^\s*File "[^"]*", line \d+/;

/** `KeyError: 'a'`, at most 1,402 characters; the class alone where the message is blank. */
export function exceptionText(exception: SkillException, language: Language): string {
  const message = boundText(withoutStackTrace(exception.message), MESSAGE_CHARS, language);
  const name = cutText(exception.name, NAME_CHARS);
  return message === '' || message === name ? name : `${name}: ${message}`;
}

/** Drops the frames of Python's and JavaScript's stack traces, keeps every other line, trims. */
export function withoutStackTrace(text: string): string {
  const kept: string[] = [];
  let isInTrace = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (PYTHON_TRACE.test(line) || PYTHON_FRAME.test(line)) isInTrace = true;
    // Python indents a trace's frames and source lines; the exception's own line ends it.
    else if (isInTrace && /^\s/.test(line)) continue;
    else {
      isInTrace = false;
      if (!JAVASCRIPT_FRAME.test(line)) kept.push(line);
    }
  }
  return kept.join('\n').trim();
}
