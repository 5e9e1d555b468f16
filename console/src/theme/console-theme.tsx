// The look of the page: light or dark, antd's own words in the page's language, and as calm as the person wants it.

import { App, ConfigProvider } from 'antd';
import enUS from 'antd/es/locale/en_US.js';
import zhCN from 'antd/es/locale/zh_CN.js';
import { useMemo, useState, type ReactNode } from 'react';
import { remember, remembered } from '../text/remembered.ts';
import { useText } from '../text/use-text.ts';
import './console-theme.css';
import { PageColours } from './page-colours.tsx';
import { themeConfig } from './theme-tokens.ts';
import { APPEARANCES, AppearanceContext, type Appearance } from './use-appearance.ts';
import { useMedia } from './use-media.ts';

const LOCALES = { zh: zhCN, en: enUS } as const;

export function ConsoleTheme({ children }: { readonly children: ReactNode }): ReactNode {
  const { language } = useText();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState(firstAppearance);
  const isDark = chosen === 'auto' ? isSystemDark : chosen === 'dark';
  const context = useMemo(
    () => ({
      chosen,
      isDark,
      choose(appearance: Appearance) {
        remember('appearance', appearance);
        setChosen(appearance);
      },
    }),
    [chosen, isDark],
  );
  const config = useMemo(() => themeConfig(isDark, isCalm), [isDark, isCalm]);
  return (
    <AppearanceContext value={context}>
      <ConfigProvider
        theme={config}
        locale={LOCALES[language]}
        wave={{ disabled: isCalm }}
        button={{ autoInsertSpace: false }}
        getPopupContainer={popupContainer}
      >
        <PageColours />
        <App component={false}>{children}</App>
      </ConfigProvider>
    </AppearanceContext>
  );
}

/** Inside the landmark that it belongs to, where that does not scroll: who listens to the page hears it there. */
function popupContainer(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest<HTMLElement>('header, .q-side') ?? document.body;
}

function firstAppearance(): Appearance {
  const chosen = remembered('appearance');
  return APPEARANCES.find((each) => each === chosen) ?? 'auto';
}
