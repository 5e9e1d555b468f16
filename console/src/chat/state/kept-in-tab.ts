// What one tab keeps of a conversation over a reload: the draft, and messages whose arrival is not known.

import * as z from 'zod';
import { turnAttachmentSchema } from '#contract/api/attachment-bodies.ts';
import { chatViewTexts } from '#contract/texts/console-chat-texts.ts';
import type { OutgoingMessage } from './outgoing.ts';

/** What another person left in this tab is not for this one. */
export function keepFor(personId: string): void {
  if (read('person') === personId) return;
  try {
    for (const name of Object.keys(window.sessionStorage)) {
      if (name.startsWith('qiao.')) window.sessionStorage.removeItem(name);
    }
  } catch {
    return;
  }
  write('person', personId);
}

export function keptDraft(sessionId: string | undefined): string {
  return read(`draft.${sessionId ?? 'new'}`) ?? '';
}

export function keepDraft(sessionId: string | undefined, text: string): void {
  write(`draft.${sessionId ?? 'new'}`, text);
}

const keptSchema = z.array(
  z.object({
    key: z.string(),
    text: z.string(),
    kind: z.enum(['say', 'edit', 'regenerate']),
    replaces: z.string().optional(),
    attachments: z.array(turnAttachmentSchema),
  }),
);

/** Whether they arrived is not known: sent again under their keys, they are there once. */
export function keptOutgoing(sessionId: string): readonly OutgoingMessage[] {
  try {
    const kept = keptSchema.parse(JSON.parse(read(`outgoing.${sessionId}`) ?? '[]'));
    return kept.map(unconfirmed);
  } catch {
    return [];
  }
}

function unconfirmed(kept: z.infer<typeof keptSchema.element>): OutgoingMessage {
  const failure = chatViewTexts.arrivalUnknown();
  return { ...kept, replaces: kept.replaces, after: undefined, status: 'failed', failure };
}

export function keepOutgoing(sessionId: string, outgoing: readonly OutgoingMessage[]): void {
  const kept = outgoing.map((message) => keptSchema.element.parse(message));
  write(`outgoing.${sessionId}`, kept.length === 0 ? '' : JSON.stringify(kept));
}

function read(name: string): string | undefined {
  try {
    return window.sessionStorage.getItem(`qiao.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(name: string, text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(`qiao.${name}`);
    else window.sessionStorage.setItem(`qiao.${name}`, text);
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
}
