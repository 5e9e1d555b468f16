// Keeps the end of a conversation in view while one is there; whoever went up is left where they are.

import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { ConversationStore } from './state/conversation-store.ts';

interface Sticking {
  readonly isAtBottom: boolean;
  /** Something came while one was not there. */
  readonly hasNew: boolean;
  readonly toBottom: () => void;
}

interface StickingParts {
  readonly store: ConversationStore;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLElement | null>;
}

/** Pixels that count as being there. */
const NEAR = 60;
/** What shows more, or less, where it stands. */
const UNFOLDING = '[aria-expanded], summary, .ant-btn-link';

export function useStickToBottom({ store, scroller, content }: StickingParts): Sticking {
  const [isAtBottom, setAtBottom] = useState(true);
  const [hasNew, setNew] = useState(false);
  const isSticking = useRef(true);
  const last = useRef({ top: 0, height: 0 });

  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [scroller]);
  const toBottom = useCallback(() => {
    isSticking.current = true;
    setAtBottom(true);
    setNew(false);
    toEnd();
  }, [toEnd]);
  const scrolled = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null) return;
    const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
    // Only whoever scrolls goes up: what grows moves nobody, and what turned out shorter takes one along, by as much at most.
    const { top, height } = last.current;
    const shrunk = Math.max(0, height - element.scrollHeight);
    const hasGoneUp = top - element.scrollTop > shrunk + 2;
    last.current = { top: element.scrollTop, height: element.scrollHeight };
    if (rest <= NEAR) isSticking.current = true;
    else if (hasGoneUp) isSticking.current = false;
    setAtBottom(isSticking.current);
    if (isSticking.current) setNew(false);
  });
  const resized = useEffectEvent(() => {
    // Whoever edits a message looks at it.
    const isEditing = (content.current?.querySelector('.qiao-edit') ?? null) !== null;
    if (isSticking.current && !isEditing) toEnd();
    else scrolled();
  });

  useLayoutEffect(() => toEnd(), [toEnd]);
  // The browser holds what one reads in its place. At the end that is the end, also where something above it turns out lower.
  useLayoutEffect(() => {
    scroller.current?.style.setProperty('overflow-anchor', isAtBottom ? 'none' : 'auto');
  }, [scroller, isAtBottom]);
  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (element === null || inner === null) return undefined;
    const onScroll = (): void => scrolled();
    element.addEventListener('scroll', onScroll, { passive: true });
    // Whoever unfolds something is about to read it: what grows by that is not followed.
    const onClick = ({ target }: Event): void => {
      if (target instanceof Element && target.closest(UNFOLDING) !== null)
        isSticking.current = false;
    };
    inner.addEventListener('click', onClick, true);
    const observer = new ResizeObserver(() => resized());
    observer.observe(inner);
    observer.observe(element);
    return () => {
      inner.removeEventListener('click', onClick, true);
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, content]);
  useNews(store, { onOwn: toBottom, onNew: () => setNew(!isSticking.current) });
  return { isAtBottom, hasNew, toBottom };
}

/** What one says oneself is gone to; what comes otherwise is told. */
function useNews(
  store: ConversationStore,
  on: { readonly onOwn: () => void; readonly onNew: () => void },
): void {
  const changed = useEffectEvent((isOwn: boolean) => (isOwn ? on.onOwn() : on.onNew()));
  useEffect(() => {
    let { outgoing, turns, order } = store.get();
    return store.subscribe(() => {
      const next = store.get();
      const hasSaid = next.outgoing.length > outgoing.length;
      const last = next.order.at(-1) ?? '';
      const hasCome = order.at(-1) !== last || turns.get(last) !== next.turns.get(last);
      ({ outgoing, turns, order } = next);
      if (hasSaid || hasCome) changed(hasSaid);
    });
  }, [store]);
}
