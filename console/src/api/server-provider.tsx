// Gives the page its server's client and its one store of answers.

import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useText } from '../text/use-text.ts';
import { createQueryClient } from './query-client.ts';
import { serverIn } from './server.ts';
import { ServerContext } from './use-server.ts';

export function ServerProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { language } = useText();
  const [queryClient] = useState(createQueryClient);
  const [isOver, setOver] = useState(false);
  const [count, setCount] = useState(0);
  const signedIn = useCallback(() => {
    setOver(false);
    setCount((before) => before + 1);
  }, []);
  const server = useMemo(() => serverIn(language, () => setOver(true)), [language]);
  const context = useMemo(
    () => ({ server, signIn: { isOver, count, signedIn } }),
    [server, isOver, count, signedIn],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ServerContext value={context}>{children}</ServerContext>
    </QueryClientProvider>
  );
}
