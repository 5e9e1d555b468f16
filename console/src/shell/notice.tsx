// One thing to say in the middle of a page, and where to go from there.

import type { ReactNode } from 'react';

export interface NoticeProps {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}

export function Notice({ title, hint, children }: NoticeProps): ReactNode {
  return (
    <main className="q-page q-notice">
      <h1>{title}</h1>
      <p className="q-faint">{hint}</p>
      {children}
    </main>
  );
}
