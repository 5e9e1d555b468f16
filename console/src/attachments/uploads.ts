// Uploads files two at a time, looks at the limits before, and tells what becomes of each.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { ApiClient } from '#client/api-client.ts';
import { MOST_PER_TURN } from '#contract/api/attachment-bodies.ts';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { newKey } from '../api/new-key.ts';
import { readyDraft, type AttachmentDraft, type DraftAction } from './attachment-draft.ts';
import { refuseExcess, refuseUnreadable } from './refuse-file.ts';

interface Place {
  readonly sessionId: string | undefined;
  readonly makeSession: (() => Promise<string>) | undefined;
  readonly text: (text: Text) => string;
  readonly server: ApiClient;
}

export interface UploadsParts {
  /** As it is now. */
  readonly place: () => Place;
  readonly dispatch: (action: DraftAction) => void;
  readonly refuse: (problem: string) => void;
}

export interface Uploads {
  /** `before`: how many there are already. */
  add(files: readonly File[], before: number): void;
  retry(key: string): void;
  remove(key: string, attachmentId: string | undefined): void;
  cancelAll(): void;
}

const AT_ONCE = 2;

interface Job {
  readonly key: string;
  readonly file: File;
  readonly stop: AbortController;
}

export function createUploads(parts: UploadsParts): Uploads {
  const { place, dispatch, refuse } = parts;
  const files = new Map<string, File>();
  const running = new Map<string, Job>();
  /** Where each was uploaded to. */
  const sessions = new Map<string, string>();
  let waiting: readonly Job[] = [];

  const next = (): void => {
    const [job] = waiting;
    if (job === undefined || running.size >= AT_ONCE) return;
    waiting = waiting.slice(1);
    running.set(job.key, job);
    const told = (sessionId: string): void => void sessions.set(job.key, sessionId);
    void send(job, parts, told).finally(() => {
      running.delete(job.key);
      next();
    });
    next();
  };
  const queue = (key: string, file: File): void => {
    waiting = [...waiting, { key, file, stop: new AbortController() }];
    next();
  };

  return {
    add(chosen, before) {
      const room = Math.max(0, MOST_PER_TURN - before);
      if (chosen.length > room) refuse(place().text(attachTexts.tooManyForTurn(MOST_PER_TURN)));
      const added = chosen.slice(0, room).map((file) => ({ key: newKey(), file }));
      dispatch({ type: 'added', drafts: added.map(({ key, file }) => draftOf(key, file)) });
      for (const { key, file } of added) {
        files.set(key, file);
        queue(key, file);
      }
    },
    retry(key) {
      const file = files.get(key);
      if (file === undefined) return;
      const change = { status: 'waiting', sent: 0, problem: undefined } as const;
      dispatch({ type: 'changed', key, change });
      queue(key, file);
    },
    remove(key, attachmentId) {
      waiting = waiting.filter((job) => job.key !== key);
      running.get(key)?.stop.abort();
      files.delete(key);
      dispatch({ type: 'removed', keys: [key] });
      const sessionId = sessions.get(key);
      // One that was taken back stays: the message may have arrived all the same.
      if (attachmentId === undefined || sessionId === undefined) return;
      const params = { session_id: sessionId, attachment_id: attachmentId };
      // Where that fails it stays a file of the conversation, which harms nobody.
      const { server } = place();
      server.call('attachments.delete', { params }).catch(() => undefined);
    },
    cancelAll() {
      waiting = [];
      for (const { stop } of running.values()) stop.abort();
    },
  };
}

function draftOf(key: string, { name, size, type }: File): AttachmentDraft {
  return { key, name, bytes: size, mediaType: type, status: 'waiting', sent: 0 };
}

/** Never rejects. */
async function send(
  { key, file, stop }: Job,
  { place, dispatch }: UploadsParts,
  onSession: (sessionId: string) => void,
): Promise<void> {
  const { signal } = stop;
  const { text, server } = place();
  const change = (what: Parameters<typeof changed>[1]): void => dispatch(changed(key, what));
  change({ status: 'sending' });
  try {
    const sessionId = await sessionFor(place());
    onSession(sessionId);
    const { limits } = await server.call('attachments.list', {
      params: { session_id: sessionId },
      signal,
    });
    refuseExcess(file, limits);
    await refuseUnreadable(file);
    const onSent = (sent: number): void => change({ sent });
    const upload = { sessionId, name: file.name, content: file, signal, onSent };
    const uploaded = await server.upload(upload);
    const note = uploaded.notes.map(({ message }) => message).join(' ');
    change({ ...readyDraft(uploaded), note });
  } catch (thrown) {
    if (signal.aborted) return;
    const failure = AppError.from(thrown);
    const mayRetry = failure.code !== 'request-too-large' && failure.code !== 'input-invalid';
    change({ status: 'failed', problem: text(failure.text), mayRetry });
  }
}

function changed(
  key: string,
  change: Extract<DraftAction, { readonly type: 'changed' }>['change'],
): DraftAction {
  return { type: 'changed', key, change };
}

async function sessionFor({ sessionId, makeSession }: Place): Promise<string> {
  if (sessionId !== undefined) return sessionId;
  if (makeSession === undefined) throw new TypeError('There is no conversation to upload to.');
  return makeSession();
}
