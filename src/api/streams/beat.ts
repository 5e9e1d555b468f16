// One clock for all open streams: heartbeats, dead peers, and whether each may still go on.

import { BEATS_A_RECHECK, type OpenStream } from './stream-parts.ts';

const BEAT_MS = 15_000;
/** Streams whose sign-in is checked at once: there may be thousands. */
const RECHECKS_AT_ONCE = 4;

export function createBeat(
  open: ReadonlySet<OpenStream>,
  {
    beatMs = BEAT_MS,
    onFailure,
  }: { readonly beatMs?: number; readonly onFailure: (failure: unknown) => void },
): { stop(): void } {
  let count = 0;
  let isChecking = false;

  async function recheckAll(): Promise<void> {
    isChecking = true;
    const streams = [...open].values();
    const work = async (): Promise<void> => {
      for (const stream of streams) {
        // What can't be found out just now ends nothing: the next time tells.
        await stream.recheck().catch(onFailure);
      }
    };
    await Promise.all(Array.from({ length: RECHECKS_AT_ONCE }, () => work()));
    isChecking = false;
  }

  const timer = setInterval(() => {
    count += 1;
    for (const stream of open) stream.onBeat(count);
    if (count % BEATS_A_RECHECK === 0 && !isChecking) void recheckAll();
  }, beatMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
