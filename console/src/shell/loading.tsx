// Says that something is on its way: not at once, so that what is quick does not flicker.

import { Spin } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

const PATIENCE_MS = 300;

export function Loading(): ReactNode {
  const { text } = useText();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="q-loading" role="status">
      {isShown && (
        <>
          <Spin />
          <span className="q-unseen">{text(frameTexts.loading())}</span>
        </>
      )}
    </div>
  );
}
