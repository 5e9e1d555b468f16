// Draws what is long part by part: what is seen first, the rest when nothing else is to be done.

import { useEffect, useState } from 'react';

type Draw = () => void;

/** The latest first: that is where one reads. */
const waiting: Draw[] = [];
let isPlanned = false;
/** Between two parts there is room for a key that is pressed. */
const PAUSE_MS = 30;

/** False until it is this part's time; what was drawn once stays. */
export function useDrawn(isAtOnce: boolean): boolean {
  const [isDrawn, setDrawn] = useState(isAtOnce);
  const mustWait = !isDrawn && !isAtOnce;
  useEffect(() => {
    if (!mustWait) return undefined;
    const draw = (): void => setDrawn(true);
    waiting.push(draw);
    plan();
    return () => {
      const at = waiting.indexOf(draw);
      if (at !== -1) waiting.splice(at, 1);
    };
  }, [mustWait]);
  return isDrawn || isAtOnce;
}

function plan(): void {
  if (isPlanned || waiting.length === 0) return;
  isPlanned = true;
  setTimeout(() => {
    isPlanned = false;
    waiting.pop()?.();
    plan();
  }, PAUSE_MS);
}
