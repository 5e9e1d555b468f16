// The page's head: the way to the conversations, the role, and what is the person's own.

import { MenuOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { frameTexts, paletteTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';
import { AppearanceChoice } from './appearance-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useOwnLanguage } from './use-own-language.ts';

export interface HeaderProps {
  /** What this place is: the role, a page's name. */
  readonly children: ReactNode;
  readonly isNarrow: boolean;
  readonly isSideShown: boolean;
  readonly onShowSide: () => void;
  readonly onPalette: () => void;
}

export function Header(props: HeaderProps): ReactNode {
  const { children, isNarrow, isSideShown, onShowSide, onPalette } = props;
  const { text } = useText();
  const setLanguage = useOwnLanguage();
  const showText = text(isNarrow ? frameTexts.openMenu() : frameTexts.showList());
  const jumpText = text(paletteTexts.open());
  return (
    <header className="q-header">
      {!isSideShown && (
        <Button
          type="text"
          icon={isNarrow ? <MenuOutlined /> : <MenuUnfoldOutlined />}
          aria-label={showText}
          title={showText}
          onClick={onShowSide}
        />
      )}
      <div className="q-header-place">{children}</div>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={`${jumpText} (Ctrl-K)`}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${jumpText} (Ctrl-K)`}
        onClick={onPalette}
      />
      <AppearanceChoice />
      <LanguageChoice onChoose={setLanguage} />
      <PersonMenu />
    </header>
  );
}
