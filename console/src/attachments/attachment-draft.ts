// A file that is to go with a message: chosen, being uploaded, there, or refused.

import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';

export interface AttachmentDraft {
  /** Of this page alone. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly status: 'waiting' | 'sending' | 'ready' | 'failed';
  /** From 0 to 1. */
  readonly sent: number;
  /** When it is there: as a message takes it along. */
  readonly uploaded?: TurnAttachmentBody | undefined;
  /** What to know of it now that it is there; empty where there is nothing. */
  readonly note?: string | undefined;
  /** A sentence for the person: why it failed and what to do. */
  readonly problem?: string | undefined;
  /** Whether it may help to try again. */
  readonly mayRetry?: boolean | undefined;
}

type DraftChange = Partial<Omit<AttachmentDraft, 'key'>>;

export type DraftAction =
  | { readonly type: 'added'; readonly drafts: readonly AttachmentDraft[] }
  | { readonly type: 'changed'; readonly key: string; readonly change: DraftChange }
  | { readonly type: 'removed'; readonly keys: readonly string[] };

/** Of a file that is in the conversation. */
export function readyDraft(file: TurnAttachmentBody): Omit<AttachmentDraft, 'key'> {
  const { id, name, kind, media_type: mediaType, bytes } = file;
  const uploaded = { id, name, kind, media_type: mediaType, bytes };
  return { name, bytes, mediaType, status: 'ready', sent: 1, uploaded };
}

export function draftsAfter(
  drafts: readonly AttachmentDraft[],
  action: DraftAction,
): readonly AttachmentDraft[] {
  switch (action.type) {
    case 'added':
      return [...drafts, ...action.drafts];
    case 'changed':
      return drafts.map((draft) =>
        draft.key === action.key ? Object.assign({}, draft, action.change) : draft,
      );
    default:
      return drafts.filter(({ key }) => !action.keys.includes(key));
  }
}
