// How much each target of a channel may be sent just now: a bucket of tokens each, in this process.

import type { ChannelCaps } from './channel-adapter.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

export interface RateLimits {
  /** A message is sent there now. */
  take(line: string, rate: ChannelCaps['rate']): void;
  /** Lines that may be sent nothing yet, and when the first of them may. */
  resting(): { readonly lines: readonly string[]; readonly nextMs: number | undefined };
}

export function createRateLimits(nowMs: () => number): RateLimits {
  const buckets = new Map<string, Bucket & { readonly most: number; readonly refillMs: number }>();
  const refill = (): void => {
    const now = nowMs();
    for (const [line, bucket] of buckets) {
      bucket.tokens = Math.min(bucket.most, bucket.tokens + (now - bucket.atMs) / bucket.refillMs);
      bucket.atMs = now;
      // A full one is like none.
      if (bucket.tokens >= bucket.most) buckets.delete(line);
    }
  };
  return {
    take(line, rate) {
      if (rate === undefined) return;
      refill();
      const { most, windowMs } = rate;
      const bucket = buckets.get(line) ?? {
        most,
        tokens: most,
        refillMs: windowMs / most,
        atMs: nowMs(),
      };
      bucket.tokens -= 1;
      buckets.set(line, bucket);
    },
    resting() {
      refill();
      const empty = [...buckets].filter(([, { tokens }]) => tokens < 1);
      const waits = empty.map(([, { tokens, refillMs }]) => (1 - tokens) * refillMs);
      return {
        lines: empty.map(([line]) => line),
        nextMs: waits.length === 0 ? undefined : Math.min(...waits),
      };
    },
  };
}
