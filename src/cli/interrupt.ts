// Ctrl-C: the first stops the work cleanly, the second leaves at once.

const EXIT_INTERRUPTED = 130;

export interface Interrupt {
  readonly signal: AbortSignal;
  end(): void;
}

export function stopOnInterrupt(onStop: () => void): Interrupt {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
    onStop();
    controller.abort();
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
