// The files that are to go with the next message: chosen, uploaded one after the other, and taken away again.

import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { MOST_PER_TURN, type TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { newKey } from '../api/new-key.ts';
import { useServer } from '../api/use-server.ts';
import { useText } from '../text/use-text.ts';
import { draftsAfter, readyDraft, type AttachmentDraft } from './attachment-draft.ts';
import { createUploads, type Uploads } from './uploads.ts';

export interface Attachments {
  readonly drafts: readonly AttachmentDraft[];
  /** Those that are there, in the order they were chosen. */
  readonly files: readonly TurnAttachmentBody[];
  /** Something is on its way: a message that is sent now would go without it. */
  readonly isSending: boolean;
  /** One did not arrive: it is tried again or taken away first, or it would be missing without a word. */
  readonly hasFailed: boolean;
  /** Of what could not be added at all; a sentence for the person. */
  readonly problem: string | undefined;
  readonly add: (files: readonly File[]) => void;
  /** What a message that was taken back had. */
  readonly restore: (files: readonly TurnAttachmentBody[]) => void;
  /** Told instead of added. */
  readonly refuse: (problem: string) => void;
  /** Cancels what is on its way, and deletes what is there. */
  readonly remove: (key: string) => void;
  readonly retry: (key: string) => void;
  /** The message went off with them. */
  readonly clear: () => void;
}

export interface AttachmentsOptions {
  /** Makes the conversation when the first file is added, and gives the same one when it is asked again. */
  readonly makeSession?: (() => Promise<string>) | undefined;
  /** Files of the conversation that stand there from the beginning. */
  readonly initial?: readonly TurnAttachmentBody[] | undefined;
}

/** `sessionId`: undefined for a conversation that begins with its first message. */
export function useAttachments(
  sessionId: string | undefined,
  { makeSession, initial = [] }: AttachmentsOptions = {},
): Attachments {
  const server = useServer();
  const { text } = useText();
  const [drafts, dispatch] = useReducer(draftsAfter, initial, readyDrafts);
  const [problem, refuse] = useState<string>();
  const place = useRef({ sessionId, makeSession, text, server });
  place.current = { sessionId, makeSession, text, server };
  const uploads = useRef<Uploads>(null);
  uploads.current ??= createUploads({ place: () => place.current, dispatch, refuse });
  useEffect(() => () => uploads.current?.cancelAll(), []);
  return useMemo(() => {
    const there = drafts.flatMap(({ uploaded }) => (uploaded === undefined ? [] : [uploaded]));
    const ids = new Set(there.map(({ id }) => id));
    return {
      drafts,
      problem,
      refuse,
      files: there,
      hasFailed: drafts.some(({ status }) => status === 'failed'),
      isSending: drafts.some(({ status }) => status === 'waiting' || status === 'sending'),
      add(files) {
        refuse(undefined);
        uploads.current?.add(files, drafts.length);
      },
      restore(files) {
        const fresh = files.filter(({ id }) => !ids.has(id));
        const room = Math.max(0, MOST_PER_TURN - drafts.length);
        if (fresh.length > room) refuse(text(attachTexts.tooManyForTurn(MOST_PER_TURN)));
        const restored = fresh.slice(0, room);
        dispatch({ type: 'added', drafts: readyDrafts(restored) });
      },
      retry: (key) => uploads.current?.retry(key),
      remove(key) {
        uploads.current?.remove(key, drafts.find((draft) => draft.key === key)?.uploaded?.id);
      },
      clear() {
        refuse(undefined);
        dispatch({ type: 'removed', keys: drafts.map(({ key }) => key) });
      },
    };
  }, [drafts, problem, text]);
}

function readyDrafts(files: readonly TurnAttachmentBody[]): readonly AttachmentDraft[] {
  return files.map((file) => Object.assign(readyDraft(file), { key: newKey() }));
}
