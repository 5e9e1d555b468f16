// What the thread that converts is asked, and what it answers.

import type { Text } from '#base/text.ts';
import type { ApiPlace } from '../operations/convert-api.ts';

export interface ConvertTask {
  readonly place: ApiPlace;
  /** An empty directory, for what comes of it. */
  readonly target: string;
}

export type ConvertAnswer =
  | { readonly status: 'converted' }
  /** Its description can't be used: why, and where. */
  | {
      readonly status: 'refused';
      readonly text: Text;
      readonly details: Readonly<Record<string, unknown>>;
    }
  /** Not the description's doing, as far as anybody knows. */
  | { readonly status: 'failed'; readonly problem: string };
