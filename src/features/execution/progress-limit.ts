// What a skill reports of its progress, told so often at most, however often it reports: of what comes at once the newest.

export type TellProgress = (fraction: number | null, text: string) => void;

/** Between two that are told. */
const LEAST_MS = 100;

/** The first is told at once; what waits is told at the end, when `over` is aborted. */
export function limitProgress(tell: TellProgress, over: AbortSignal): TellProgress {
  let waiting: readonly [fraction: number | null, text: string] | undefined;
  let timer: NodeJS.Timeout | undefined;
  const tellWaiting = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const told = waiting;
    waiting = undefined;
    if (!over.aborted) timer = setTimeout(tellWaiting, LEAST_MS);
    tell(...told);
  };
  over.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      tellWaiting();
    },
    { once: true },
  );
  return (fraction, text) => {
    if (over.aborted) return;
    waiting = [fraction, text];
    if (timer === undefined) tellWaiting();
  };
}
