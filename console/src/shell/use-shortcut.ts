// A key that does something wherever the person is, but not where it would be typed.

import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './is-composing.ts';

/** A plain key such as `/`, or `mod+k` (Ctrl, or Cmd on a Mac). */
export function useShortcut(keys: string, act: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || event.defaultPrevented || !isPressed(keys, event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
  const wantsMod = keys.startsWith('mod+');
  const key = wantsMod ? keys.slice('mod+'.length) : keys;
  const hasMod = event.ctrlKey || event.metaKey;
  if (event.altKey || event.key.toLowerCase() !== key || hasMod !== wantsMod) return false;
  return wantsMod || !isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
