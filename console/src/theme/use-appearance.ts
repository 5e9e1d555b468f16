// Light or dark, as chosen here or as the system has it.

import { createContext, useContext } from 'react';

export const APPEARANCES = ['auto', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

export interface AppearanceChoice {
  readonly chosen: Appearance;
  readonly isDark: boolean;
  readonly choose: (appearance: Appearance) => void;
}

export const AppearanceContext = createContext<AppearanceChoice | undefined>(undefined);

export function useAppearance(): AppearanceChoice {
  const context = useContext(AppearanceContext);
  if (context === undefined) throw new TypeError('useAppearance needs a ConsoleTheme above it.');
  return context;
}
