// Ctrl-C: the first stops the work cleanly, the second leaves at once. SIGTERM stops it cleanly, however often it comes.

const EXIT_INTERRUPTED = 130;

export interface Interrupt {
  readonly signal: AbortSignal;
  end(): void;
}

export function stopOnInterrupt(onStop: () => void): Interrupt {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      onStop();
      controller.abort();
    } else if (signal === 'SIGINT') {
      // A person who presses it again means it; who ends a whole group of processes sends SIGTERM twice by accident.
      process.exit(EXIT_INTERRUPTED);
    }
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    end() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
