// Messages on their way to the server: shown at once, kept until it has them.

import type { Text } from '#base/text.ts';

export interface OutgoingMessage {
  /** The `client_key`: sent again under the same one, it is the same message. */
  readonly key: string;
  readonly text: string;
  readonly kind: 'say' | 'edit' | 'regenerate';
  /** The turn that it takes the place of, with all after it. */
  readonly replaces: string | undefined;
  readonly attachments: readonly string[];
  readonly status: 'sending' | 'failed';
  /** Why it failed, and what to do. */
  readonly failure: Text | undefined;
}
