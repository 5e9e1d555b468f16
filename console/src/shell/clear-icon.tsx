// What empties a field, with its name: antd's own icon has none in the page's language.

import { CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export function ClearIcon(): ReactNode {
  const { text } = useText();
  return <CloseCircleFilled aria-label={text(frameTexts.clear())} />;
}
