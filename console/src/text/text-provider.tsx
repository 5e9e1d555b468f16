// Gives the page its language, and changes it while the page is open.

import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { type Language, type Text } from '#base/text.ts';
import { firstLanguage } from './first-language.ts';
import { LOCALES } from './locale.ts';
import { remember } from './remembered.ts';
import { TextContext } from './use-text.ts';

export function TextProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setChosen] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = LOCALES[language];
  }, [language]);
  const setLanguage = useCallback((chosen: Language) => {
    remember('language', chosen);
    setChosen(chosen);
  }, []);
  const context = useMemo(
    () => ({ language, text: (text: Text) => text[language], setLanguage }),
    [language, setLanguage],
  );
  return <TextContext value={context}>{children}</TextContext>;
}
