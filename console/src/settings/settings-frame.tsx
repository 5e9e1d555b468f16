// The frame of the settings: their pages, and whom they are for.

import { Link, Outlet } from '@tanstack/react-router';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { settingsTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useIsAdmin } from '../api/use-is-admin.ts';
import { Shell } from '../shell/shell.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { useText } from '../text/use-text.ts';
import './settings.css';

const PAGES = ['roles', 'provider', 'people', 'sandbox'] as const;

export function SettingsFrame(): ReactNode {
  const { text } = useText();
  const isAllowed = useIsAdmin();
  usePageTitle(text(frameTexts.settings()));
  return (
    <Shell place={<h1>{text(frameTexts.settings())}</h1>}>
      <main className="q-settings">
        <nav className="q-settings-pages" aria-label={text(settingsTexts.pages())}>
          {PAGES.map((page) => (
            <Link key={page} to={`/settings/${page}`} activeProps={{ 'aria-current': 'page' }}>
              {text(settingsTexts[page]())}
            </Link>
          ))}
        </nav>
        {isAllowed ? (
          <Outlet />
        ) : (
          <Alert
            type="info"
            showIcon
            title={text(settingsTexts.forAdmins())}
            description={text(settingsTexts.forAdminsHint())}
          />
        )}
      </main>
    </Shell>
  );
}
