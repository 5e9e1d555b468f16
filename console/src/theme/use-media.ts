// Whether a media query holds just now.

import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** A phone, or a window as narrow as one. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 767px)');
}
