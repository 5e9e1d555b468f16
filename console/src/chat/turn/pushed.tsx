// Above what the platform says by itself: nobody asked for it just then.

import { ThunderboltOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { backgroundViewTexts } from '#contract/texts/console-delivery-texts.ts';
import { useText } from '../../text/use-text.ts';

export function Pushed(): ReactNode {
  const { text } = useText();
  return (
    <h2 className="qiao-pushed">
      <ThunderboltOutlined />
      {text(backgroundViewTexts.pushed())}
    </h2>
  );
}
