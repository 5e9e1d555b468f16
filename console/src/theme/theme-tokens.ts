// The console's colours: every text on its ground has a contrast of 4.5 to 1 or more.

import { theme, type ThemeConfig } from 'antd';

const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

const LIGHT = {
  colorPrimary: '#3653d0',
  colorPrimaryHover: '#2b44b4',
  colorPrimaryActive: '#22368f',
  colorLink: '#3653d0',
  colorSuccess: '#237804',
  colorSuccessText: '#237804',
  colorSuccessBg: '#f1faec',
  colorSuccessBorder: '#b5dca3',
  colorWarning: '#a05a00',
  colorWarningText: '#a05a00',
  colorWarningBg: '#fff8ea',
  colorWarningBorder: '#f5d08f',
  colorError: '#c4161c',
  colorTextSecondary: 'rgba(0, 0, 0, 0.68)',
  colorTextTertiary: 'rgba(0, 0, 0, 0.62)',
  colorTextDescription: 'rgba(0, 0, 0, 0.62)',
  colorTextPlaceholder: 'rgba(0, 0, 0, 0.58)',
  colorBgLayout: '#f5f6f9',
} as const;

const DARK = {
  colorPrimary: '#5672ea',
  colorPrimaryHover: '#5a72dc',
  colorLink: '#9db0ff',
  colorLinkHover: '#bccaff',
  colorSuccess: '#49aa19',
  // As they are: what antd makes of the others for the dark is too dark to read where one points at it.
  colorSuccessText: '#49aa19',
  colorWarning: '#d89614',
  colorWarningText: '#d89614',
  colorError: '#ff7b72',
  colorErrorText: '#ff8a84',
  colorTextSecondary: 'rgba(255, 255, 255, 0.72)',
  colorTextTertiary: 'rgba(255, 255, 255, 0.64)',
  colorTextDescription: 'rgba(255, 255, 255, 0.64)',
  colorTextPlaceholder: 'rgba(255, 255, 255, 0.58)',
  colorBgLayout: '#0d0e11',
  colorBgContainer: '#16181d',
  colorBgElevated: '#20232a',
} as const;

export function themeConfig(isDark: boolean, isCalm: boolean): ThemeConfig {
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...(isDark ? DARK : LIGHT),
      fontFamily: FONT,
      borderRadius: 8,
      motion: !isCalm,
    },
  };
}
