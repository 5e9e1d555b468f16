// Gives the page its language, and changes it while the page is open.

import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { type Language, type Text } from '#base/text.ts';
import { firstLanguage } from './first-language.ts';
import { remember } from './remembered.ts';
import { TextContext } from './use-text.ts';

const HTML_LANGUAGE = { zh: 'zh-CN', en: 'en' } as const satisfies Record<Language, string>;

export function TextProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [language, setChosen] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = HTML_LANGUAGE[language];
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
