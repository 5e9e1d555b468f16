// How a turn ends other than by the model's own answer: a last word without tools, a stop, or the model's failure.

import type { AppError } from '#base/app-error.ts';
import { noticeTexts, replyTexts, type TurnLimit } from '#contract/texts/agent-texts.ts';
import type { ModelFinish, SystemMessage } from '#features/models/index.ts';
import { fallbackAnswer, type FallbackCause } from './fallback-answer.ts';
import { askFitted } from './fitted-request.ts';
import { startInterrupt, type Interrupt } from './turn-clock.ts';
import { addAssistant, endTurn, say, type LoopResult, type Turn } from './turn.ts';

/** What a last word has at least, also where the turn's own time is up. */
const LAST_WORD_MS = 120_000;

/** GRD-02, CLK-02: asked once more without tools; where no text comes, the platform writes one from the results. */
export async function lastWord(turn: Turn, limit: TurnLimit): Promise<LoopResult> {
  const { clock } = turn.parts;
  const { lastWordMs = LAST_WORD_MS } = turn.parts.limits;
  const limitMs = Math.max(turn.interrupt.remainingMs(), lastWordMs);
  const interrupt = startInterrupt(turn.request.signal, limitMs, clock);
  try {
    return await lastWordUnder(turn, limit, interrupt);
  } finally {
    interrupt.end();
  }
}

async function lastWordUnder(
  turn: Turn,
  limit: TurnLimit,
  interrupt: Interrupt,
): Promise<LoopResult> {
  const text = noticeTexts.lastWord(limit)[turn.request.language];
  const notice: SystemMessage = { role: 'system', text };
  const answer = await askFitted(turn, { tools: [], notice, interrupt });
  if (answer.status === 'interrupted' && interrupt.cause() === 'stopped')
    return endStopped(turn, answer.text);
  if (answer.status === 'finished' && answer.text.trim() !== '')
    return endAnswered(turn, answer.finish, limit);
  const said = answer.text.trim() === '' ? turn.heldText : answer.text;
  if (answer.status === 'failed')
    return { ...endWritten(turn, limit, { said, limit }), error: answer.error.text };
  if (said.trim() === '') return endWritten(turn, limit, { said, limit });
  const note = `\n\n${replyTexts.cutByTime()[turn.request.language]}`;
  say(turn, note);
  return endWith(turn, `${said}${note}`, limit);
}

/** Calls that came though none were allowed are left out. */
export function endAnswered(
  turn: Turn,
  finish: ModelFinish,
  reason: TurnLimit | 'answered',
): LoopResult {
  const parts = finish.parts.filter(({ type }) => type !== 'tool-call');
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const note = noteOf(finish)?.[turn.request.language];
  if (note === undefined) {
    addAssistant(turn, parts);
    return endTurn(turn, { text, reason });
  }
  say(turn, `\n\n${note}`);
  addAssistant(turn, [...parts, { type: 'text', text: `\n\n${note}` }]);
  return endTurn(turn, { text: `${text}\n\n${note}`, reason });
}

/** `said`: an answer that broke off. What was said beside the last calls is in the conversation already. */
export function endStopped(turn: Turn, said: string): LoopResult {
  const isSilent = said.trim() === '';
  // The next user message must not follow a tool's result or another user message: some providers refuse that.
  const text = isSilent ? replyTexts.stopped()[turn.request.language] : said;
  addAssistant(turn, [{ type: 'text', text }]);
  return endTurn(turn, { text: isSilent ? turn.roundText : said, reason: 'stopped' });
}

/** What was said stays, and what the tools did is told. */
export function endModelFailed(turn: Turn, error: AppError['text'], said: string): LoopResult {
  return { ...endWritten(turn, 'model-failed', { said, error }), error };
}

function endWritten(
  turn: Turn,
  reason: TurnLimit | 'model-failed',
  { said, ...cause }: FallbackCause & { readonly said: string },
): LoopResult {
  const written = fallbackAnswer(turn.ended, cause, turn.request.language);
  const isFirst = said.trim() === '';
  say(turn, isFirst ? written : `\n\n${written}`);
  const text = isFirst ? written : `${said}\n\n${written}`;
  return { ...endWith(turn, text, reason), isWritten: isFirst };
}

function endWith(turn: Turn, text: string, reason: TurnLimit | 'model-failed'): LoopResult {
  addAssistant(turn, [{ type: 'text', text }]);
  return endTurn(turn, { text, reason });
}

function noteOf({ reason }: ModelFinish) {
  if (reason === 'length') return replyTexts.cutAtLength();
  return reason === 'content-filter' ? replyTexts.cutByFilter() : undefined;
}
