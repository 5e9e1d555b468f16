// Stands where no page is.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';
import { Notice } from './notice.tsx';

export function NoSuchPage(): ReactNode {
  const { text } = useText();
  return (
    <Notice title={text(frameTexts.noSuchPage())} hint={text(frameTexts.noSuchPageHint())}>
      <Link to="/">{text(frameTexts.toConversations())}</Link>
    </Notice>
  );
}
