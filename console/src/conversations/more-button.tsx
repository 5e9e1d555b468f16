// Loads the next page where it comes into view; a button for whoever does not scroll. After a failure only people ask again.

import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { listTexts } from '#contract/texts/console-texts.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';

export interface MoreButtonProps {
  readonly isLoading: boolean;
  /** Why the last try failed; null where it did not. */
  readonly failure: Error | null;
  readonly onMore: () => void;
}

export function MoreButton({ isLoading, failure, onMore }: MoreButtonProps): ReactNode {
  const { text } = useText();
  const place = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onMore);
  const isWaiting = isLoading || failure !== null;
  useEffect(() => {
    if (place.current === null || isWaiting) return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) near();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  if (failure !== null) return <Problem error={failure} onRetry={onMore} isRetrying={isLoading} />;
  return (
    <div ref={place} className="q-more">
      <Button type="text" block loading={isLoading} onClick={onMore}>
        {text(listTexts.more())}
      </Button>
    </div>
  );
}
