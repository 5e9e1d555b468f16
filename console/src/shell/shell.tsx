// The frame around every page: the conversations at the side, the head, and the place for the page.

import { Drawer } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { frameTexts, listTexts } from '#contract/texts/console-texts.ts';
import { Sidebar } from '../conversations/sidebar.tsx';
import { remember, remembered } from '../text/remembered.ts';
import { useText } from '../text/use-text.ts';
import { useIsNarrow } from '../theme/use-media.ts';
import { BreakBoundary } from './broken-page.tsx';
import { Header } from './header.tsx';
import './shell.css';
import { useShortcut } from './use-shortcut.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

export interface ShellProps {
  /** In the head. */
  readonly place: ReactNode;
  readonly children: ReactNode;
}

export function Shell({ place, children }: ShellProps): ReactNode {
  const { text } = useText();
  const isNarrow = useIsNarrow();
  const side = useSide(isNarrow);
  const [hasPalette, setPalette] = useState(false);
  useShortcut('mod+k', () => setPalette((isOpen) => !isOpen));
  const sidebar = <Sidebar onChosen={() => side.chosen()} onFold={() => side.show(false)} />;
  return (
    <div className="q-shell">
      <a
        className="q-skip"
        href="#content"
        onClick={(event) => {
          // The address stays: the router would take it for another place.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {text(frameTexts.skipToContent())}
      </a>
      {isNarrow ? (
        <Drawer
          open={side.isShown}
          placement="left"
          size={300}
          closable={false}
          aria-label={text(listTexts.conversations())}
          styles={{ body: { padding: 0 } }}
          onClose={() => side.show(false)}
        >
          {sidebar}
        </Drawer>
      ) : (
        side.isShown && <div className="q-shell-side">{sidebar}</div>
      )}
      <div className="q-shell-main">
        <Header
          isNarrow={isNarrow}
          isSideShown={side.isShown && !isNarrow}
          onShowSide={() => side.show(true)}
          onPalette={() => setPalette(true)}
        >
          {place}
        </Header>
        <div className="q-shell-place" id="content" tabIndex={-1}>
          <BreakBoundary>{children}</BreakBoundary>
        </div>
      </div>
      <Suspense>{hasPalette && <Palette onClose={() => setPalette(false)} />}</Suspense>
    </div>
  );
}

interface Side {
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
  readonly chosen: () => void;
}

/** Beside the page it stays as it was left; over the page it is closed until it is asked for. */
function useSide(isNarrow: boolean): Side {
  const [isBeside, setBeside] = useState(() => remembered('side') !== 'folded');
  const [isOver, setOver] = useState(false);
  return {
    isShown: isNarrow ? isOver : isBeside,
    show(isShown) {
      if (isNarrow) {
        setOver(isShown);
        return;
      }
      remember('side', isShown ? 'shown' : 'folded');
      setBeside(isShown);
    },
    chosen: () => setOver(false),
  };
}
