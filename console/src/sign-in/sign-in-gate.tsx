// Shows the page to whoever is signed in, and the sign-in to whoever is not; nothing before that is known.

import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import type { Language } from '#base/text.ts';
import { useMe } from '../api/use-me.ts';
import { useSignInState } from '../api/use-server.ts';
import { keepFor } from '../chat/state/kept-in-tab.ts';
import { Loading } from '../shell/loading.tsx';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';

// Whoever is signed in needs neither.
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));
const SignInPage = lazy(async () => ({
  default: (await import('./sign-in-page.tsx')).SignInPage,
}));

export function SignInGate({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: me, error, refetch, isFetching } = useMe();
  const { isOver } = useSignInState();
  useLanguageOfPerson(me?.person.language);
  if (me !== undefined) {
    return (
      <>
        <OwnTab key={me.person.id} personId={me.person.id}>
          {children}
        </OwnTab>
        <Suspense>{isOver && <SignInAgain login={me.person.login} />}</Suspense>
      </>
    );
  }
  if (error?.code === 'not-signed-in') {
    return (
      <Suspense fallback={<Loading />}>
        <SignInPage />
      </Suspense>
    );
  }
  if (error === null) return <Loading />;
  return (
    <main className="q-page">
      <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    </main>
  );
}

interface OwnTabProps {
  readonly personId: string;
  readonly children: ReactNode;
}

/** Before anything of the tab is read: what is kept in it is this person's. */
function OwnTab({ personId, children }: OwnTabProps): ReactNode {
  useState(() => keepFor(personId));
  return children;
}

/** The person's own language comes before the browser's, wherever they sign in. */
function useLanguageOfPerson(own: Language | undefined): void {
  const { setLanguage } = useText();
  useEffect(() => {
    if (own !== undefined) setLanguage(own);
  }, [own, setLanguage]);
}
