// Stands where no page is.

import { Link } from '@tanstack/react-router';
import { Result } from 'antd';
import type { ReactNode } from 'react';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export function NoSuchPage(): ReactNode {
  const { text } = useText();
  return (
    <main className="q-page">
      <Result
        status="info"
        title={text(frameTexts.noSuchPage())}
        subTitle={text(frameTexts.noSuchPageHint())}
        extra={<Link to="/">{text(frameTexts.toConversations())}</Link>}
      />
    </main>
  );
}
