// The page's language, changed at once and kept as the person's own.

import type { Language } from '#base/text.ts';
import type { MeBody } from '#contract/api/auth-routes.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useText } from '../text/use-text.ts';
import { useChange } from './use-change.ts';

export function useOwnLanguage(): (language: Language) => void {
  const { setLanguage } = useText();
  const { mutate } = useChange<Language, MeBody>({
    make: (server, language) => server.call('me.update', { body: { language } }),
    // Some of the server's sentences come in the person's language.
    touches: [queryKeys.me, queryKeys.skills],
  });
  return (language) => {
    setLanguage(language);
    mutate(language);
  };
}
