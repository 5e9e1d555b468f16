// The console: its language, its server, its look, who is signed in, and where they are.

import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ServerProvider } from './api/server-provider.tsx';
import { router } from './shell/router.tsx';
import { SignInGate } from './sign-in/sign-in-gate.tsx';
import { TextProvider } from './text/text-provider.tsx';
import { ConsoleTheme } from './theme/console-theme.tsx';

export function App(): ReactNode {
  return (
    <TextProvider>
      <ServerProvider>
        <ConsoleTheme>
          <SignInGate>
            <RouterProvider router={router} />
          </SignInGate>
        </ConsoleTheme>
      </ServerProvider>
    </TextProvider>
  );
}
