// Loads the next page where it comes into view; a button for whoever does not scroll.

import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { listTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export interface MoreButtonProps {
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

export function MoreButton({ isLoading, onMore }: MoreButtonProps): ReactNode {
  const { text } = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null || isLoading) return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) onMore();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isLoading, onMore]);
  return (
    <div ref={place} className="q-more">
      <Button type="text" block loading={isLoading} onClick={onMore}>
        {text(listTexts.more())}
      </Button>
    </div>
  );
}
