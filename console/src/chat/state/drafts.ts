// What is written and not sent yet: one text for each conversation, the same wherever it stands, kept over a reload.

import { keepDraft, keptDraft } from './kept-in-tab.ts';

/** Undefined: the conversation that is not made yet. */
type Place = string | undefined;

/** A long text is not stored at every key. */
const KEEP_MS = 300;

const texts = new Map<Place, string>();
const unkept = new Set<Place>();
const listeners = new Set<() => void>();
let timer: number | undefined;

export function draftOf(place: Place): string {
  const known = texts.get(place);
  if (known !== undefined) return known;
  const kept = keptDraft(place);
  texts.set(place, kept);
  return kept;
}

export function writeDraft(place: Place, text: string): void {
  texts.set(place, text);
  unkept.add(place);
  if (text === '') keepAll();
  else timer ??= window.setTimeout(keepAll, KEEP_MS);
  for (const onChange of listeners) onChange();
}

/** The server has it: it goes, unless something else stands there by now. */
export function dropDraft(place: Place, sent: string): void {
  if (draftOf(place) === sent) writeDraft(place, '');
}

export function onDraftChange(onChange: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('pagehide', keepAll);
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function keepAll(): void {
  window.clearTimeout(timer);
  timer = undefined;
  for (const place of unkept) keepDraft(place, draftOf(place));
  unkept.clear();
}
