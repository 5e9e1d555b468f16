// The language of the page: each sentence in it, and how to change it.

import { createContext, useContext } from 'react';
import { type Language, type Text } from '#base/text.ts';

export interface PageText {
  readonly language: Language;
  /** The sentence in that language. */
  readonly text: (text: Text) => string;
  /** For this browser at once; the person's own language is `me.update`'s to change. */
  readonly setLanguage: (language: Language) => void;
}

export const TextContext = createContext<PageText | undefined>(undefined);

export function useText(): PageText {
  const context = useContext(TextContext);
  if (context === undefined) throw new TypeError('useText needs a TextProvider above it.');
  return context;
}
