// The page's language, changed at once and kept as the person's own.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer } from '../api/use-server.ts';
import { useText } from '../text/use-text.ts';

export function useOwnLanguage(): (language: Language) => void {
  const server = useServer();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const { setLanguage, text } = useText();
  const { mutate } = useMutation({
    mutationFn: (language: Language) => server.call('me.update', { body: { language } }),
    onSuccess: (me) => {
      queryClient.setQueryData(queryKeys.me, me);
      // Some of the server's sentences come in the person's language.
      return queryClient.invalidateQueries({ queryKey: queryKeys.skills });
    },
    onError: (error) => void message.error(text(AppError.from(error).text)),
  });
  return (language) => {
    setLanguage(language);
    mutate(language);
  };
}
