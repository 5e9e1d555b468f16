// Light, dark, or as the system has it.

import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { appearanceTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';
import { APPEARANCES, useAppearance } from '../theme/use-appearance.ts';

const ICONS = {
  auto: <DesktopOutlined />,
  light: <SunOutlined />,
  dark: <MoonOutlined />,
} as const;

export function AppearanceChoice(): ReactNode {
  const { text } = useText();
  const { chosen, isDark, choose } = useAppearance();
  const items = APPEARANCES.map((each) => ({
    key: each,
    icon: ICONS[each],
    label: text(appearanceTexts[each]()),
    onClick: () => choose(each),
  }));
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [chosen] }} trigger={['click']}>
      <Button
        type="text"
        icon={isDark ? ICONS.dark : ICONS.light}
        aria-label={text(appearanceTexts.appearance())}
        title={text(appearanceTexts.appearance())}
      />
    </Dropdown>
  );
}
