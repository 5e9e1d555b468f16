// A file that is to go with a message: chosen, being uploaded, there, or refused.

import type { UploadedBody } from '#contract/api/attachment-routes.ts';

export interface AttachmentDraft {
  /** Of this page alone. */
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly status: 'waiting' | 'sending' | 'ready' | 'failed';
  /** From 0 to 1. */
  readonly sent: number;
  /** When it is there. */
  readonly uploaded?: UploadedBody | undefined;
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
