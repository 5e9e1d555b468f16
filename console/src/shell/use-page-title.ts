// What the browser's tab is called.

import { useEffect } from 'react';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export function usePageTitle(title: string | undefined): void {
  const { text } = useText();
  const product = text(frameTexts.product());
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`;
  }, [title, product]);
}
