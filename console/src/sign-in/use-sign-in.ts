// Signing in by login and password, and how long one has to wait before the next attempt.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '#base/app-error.ts';
import type { MeBody } from '#contract/api/auth-routes.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer, useSignInState } from '../api/use-server.ts';

export interface Credentials {
  readonly login: string;
  readonly password: string;
}

export interface SignIn {
  readonly isSending: boolean;
  readonly failure: AppError | undefined;
  /** Zero where the next attempt may come at once. */
  readonly waitSec: number;
  readonly send: (credentials: Credentials) => Promise<void>;
}

export function useSignIn(): SignIn {
  const server = useServer();
  const accept = useAcceptSignIn();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const [waitSec, wait] = useCountdown();
  const send = async (body: Credentials): Promise<void> => {
    setSending(true);
    try {
      accept(await server.call('auth.sign-in', { body }));
      setFailure(undefined);
    } catch (thrown) {
      const error = AppError.from(thrown);
      const { retryAfterMs } = error.details;
      if (typeof retryAfterMs === 'number') wait(Math.ceil(retryAfterMs / 1000));
      setFailure(error);
    } finally {
      setSending(false);
    }
  };
  return { isSending, failure, waitSec, send };
}

/** What was loaded for one person is nothing for another. */
export function useAcceptSignIn(): (me: MeBody) => void {
  const queryClient = useQueryClient();
  const { signedIn } = useSignInState();
  return (me) => {
    const before = queryClient.getQueryData<MeBody>(queryKeys.me);
    if (before !== undefined && before.person.id !== me.person.id) {
      window.location.assign('/');
      return;
    }
    queryClient.setQueryData(queryKeys.me, me);
    signedIn();
    void queryClient.invalidateQueries();
  };
}

function useCountdown(): readonly [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}
