// The web: an answer is in the session's stream with the commit that ends its turn, so there is nothing to send.

import type { StreamChannel } from '../channel-adapter.ts';

export const WEB_CHANNELS: readonly StreamChannel[] = [
  { kind: 'web', way: 'stream' },
  { kind: 'web_admin', way: 'stream' },
];
