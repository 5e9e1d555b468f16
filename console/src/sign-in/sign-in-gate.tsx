// Shows the page to whoever is signed in, and the sign-in to whoever is not; nothing before that is known.

import { useEffect, type ReactNode } from 'react';
import { useMe } from '../api/use-me.ts';
import { useSignInState } from '../api/use-server.ts';
import { Loading } from '../shell/loading.tsx';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { SignInPage } from './sign-in-page.tsx';

export function SignInGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: me, error, refetch, isFetching } = useMe();
  const { isOver } = useSignInState();
  useLanguageOfPerson(me?.person.language);
  if (me !== undefined) {
    return (
      <>
        {children}
        {isOver && <SignInAgain login={me.person.login} />}
      </>
    );
  }
  if (error?.code === 'not-signed-in') return <SignInPage />;
  if (error === null) return <Loading />;
  return (
    <main className="q-page">
      <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    </main>
  );
}

/** The person's own language comes before the browser's, wherever they sign in. */
function useLanguageOfPerson(own: 'zh' | 'en' | undefined): void {
  const { setLanguage } = useText();
  useEffect(() => {
    if (own !== undefined) setLanguage(own);
  }, [own, setLanguage]);
}
