// Ctrl-C: the first stops the work cleanly, the second leaves at once. SIGTERM stops it cleanly, however often it comes.

const EXIT_INTERRUPTED = 130;
/** One key press comes from the terminal and from the launcher, a little apart: that is still the first. */
const SAME_PRESS_MS = 250;

export interface Interrupt {
  readonly signal: AbortSignal;
  end(): void;
}

export function stopOnInterrupt(onStop: () => void): Interrupt {
  const controller = new AbortController();
  let stoppedAt = 0;
  const stop = (signal: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      stoppedAt = performance.now();
      onStop();
      controller.abort();
    } else if (signal === 'SIGINT' && performance.now() - stoppedAt > SAME_PRESS_MS) {
      // A person who presses it again means it; who ends a whole group of processes sends SIGTERM twice by accident.
      process.exit(EXIT_INTERRUPTED);
    }
  };
  const forget = () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    end() {
      const leftMs = SAME_PRESS_MS - (performance.now() - stoppedAt);
      // Without a listener the second half of the press would end the process in the middle of its tidying up.
      if (controller.signal.aborted && leftMs > 0) setTimeout(forget, leftMs).unref();
      else forget();
    },
  };
}
