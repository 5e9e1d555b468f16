// The language of a page that does not know its reader yet: the one chosen here before, else the browser's.

import { LANGUAGES, type Language } from '#base/text.ts';
import { remembered } from './remembered.ts';

export function firstLanguage(): Language {
  const chosen = remembered('language');
  return LANGUAGES.find((each) => each === chosen) ?? languageOfBrowser(navigator.languages);
}

function languageOfBrowser(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = LANGUAGES.find((each) => tag.toLowerCase().split('-')[0] === each);
    if (found !== undefined) return found;
  }
  return 'en';
}
