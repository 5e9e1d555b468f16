// The typed client of the server, and whether its sign-in still holds.

import { createContext, useContext } from 'react';
import type { ApiClient } from '#client/api-client.ts';

export interface SignInState {
  /** The server said that nobody is signed in (any more). */
  readonly isOver: boolean;
  /** Grows with each sign-in on this page: what ended with the old one (a stream, say) begins again when it changes. */
  readonly count: number;
  readonly signedIn: () => void;
}

interface ServerContextValue {
  readonly server: ApiClient;
  readonly signIn: SignInState;
}

export const ServerContext = createContext<ServerContextValue | undefined>(undefined);

export function useServer(): ApiClient {
  return useServerContext().server;
}

export function useSignInState(): SignInState {
  return useServerContext().signIn;
}

function useServerContext(): ServerContextValue {
  const context = useContext(ServerContext);
  if (context === undefined) throw new TypeError('useServer needs a ServerProvider above it.');
  return context;
}
