// Hands antd's colours to the page's own styles, as custom properties of the whole document.

import { theme } from 'antd';
import { useLayoutEffect, type ReactNode } from 'react';
import { useAppearance } from './use-appearance.ts';

export function PageColours(): ReactNode {
  const { token } = theme.useToken();
  const { isDark } = useAppearance();
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.colorScheme = isDark ? 'dark' : 'light';
    const properties = {
      '--q-ground': token.colorBgContainer,
      '--q-side': token.colorBgLayout,
      '--q-raised': token.colorBgElevated,
      '--q-line': token.colorBorderSecondary,
      '--q-text': token.colorText,
      '--q-faint': token.colorTextTertiary,
      '--q-hover': token.colorFillTertiary,
      '--q-chosen': token.colorPrimaryBg,
      '--q-accent': isDark ? token.colorLink : token.colorPrimary,
      '--q-primary': token.colorPrimary,
      '--q-second': token.colorTextSecondary,
      '--q-fill': token.colorFillQuaternary,
      '--q-success': token.colorSuccessText,
      '--q-warning': token.colorWarningText,
      '--q-error': token.colorErrorText,
      '--q-error-line': token.colorErrorBorder,
      '--q-error-fill': token.colorErrorBg,
      '--q-shadow': token.boxShadowSecondary,
      '--q-radius': `${token.borderRadius}px`,
      '--q-font': token.fontFamily,
      '--q-mono': token.fontFamilyCode,
    };
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
  }, [token, isDark]);
  return null;
}
