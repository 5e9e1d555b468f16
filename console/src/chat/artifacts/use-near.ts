// Whether something has come near what is seen: until then nothing of it is fetched, and from then on it stays.

import { useEffect, useState, type RefObject } from 'react';

const MARGIN = '400px 0px';

export function useNear(place: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
