// Earlier messages, loaded when one comes near them; what one reads stays where it is.

import { Button } from 'antd';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { AppError } from '#base/app-error.ts';
import { chatViewTexts } from '#contract/texts/console-chat-texts.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { useConversationPlace } from './conversation-context.ts';
import { useConversationState } from './use-conversation-state.ts';

export interface OlderMessagesProps {
  readonly scroller: RefObject<HTMLElement | null>;
}

export function OlderMessages({ scroller }: OlderMessagesProps): ReactNode {
  const { text } = useText();
  const { store, actions } = useConversationPlace();
  const cursor = useConversationState(store, (state) => state.olderCursor);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const top = useRef<HTMLDivElement>(null);
  const load = async (): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setFailure(undefined);
    try {
      await actions.loadOlder();
    } catch (thrown) {
      setFailure(AppError.from(thrown));
    }
    setLoading(false);
  };
  const near = useEffectEvent(() => {
    if (failure === undefined) void load();
  });
  useEffect(() => {
    const element = top.current;
    if (element === null || cursor === undefined) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { root: scroller.current, rootMargin: '600px 0px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
    // What was loaded may not fill the view: then there is more to load at once.
  }, [cursor, isLoading, scroller]);
  useKeptPlace(scroller);
  if (cursor === undefined) return null;
  return (
    <div className="qiao-older" ref={top}>
      {failure === undefined ? (
        <Button type="text" size="small" loading={isLoading} onClick={() => void load()}>
          {text(isLoading ? chatViewTexts.loadingOlder() : chatViewTexts.loadOlder())}
        </Button>
      ) : (
        <Problem error={failure} onRetry={() => void load()} />
      )}
    </div>
  );
}

/** Browsers keep the place themselves, but not at the very top, and not all of them. */
function useKeptPlace(scroller: RefObject<HTMLElement | null>): void {
  const { store } = useConversationPlace();
  const first = useConversationState(store, (state) => state.order[0]);
  const seen = useRef({ first, height: 0, top: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const { height, top, first: before } = seen.current;
    const isMoved = element.scrollTop !== top;
    if (before !== first && before !== undefined && !isMoved && height > 0) {
      element.scrollTop = top + element.scrollHeight - height;
    }
    const look = (): void => {
      seen.current = { first, height: element.scrollHeight, top: element.scrollTop };
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [first, scroller]);
}
