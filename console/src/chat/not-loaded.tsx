// In the place of a conversation that did not come: what to do about it.

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AppError } from '#base/app-error.ts';
import { listTexts } from '#contract/texts/console-texts.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';

export interface NotLoadedProps {
  readonly error: AppError;
  readonly onRetry: () => void;
}

export function NotLoaded({ error, onRetry }: NotLoadedProps): ReactNode {
  const { text } = useText();
  // It will not be there the next time either.
  if (error.code === 'not-found') {
    return (
      <div className="qiao-column qiao-list">
        <div className="qiao-empty">
          <p role="alert">{text(error.text)}</p>
          <Link to="/">{text(listTexts.newConversation())}</Link>
        </div>
      </div>
    );
  }
  return (
    <div className="qiao-column">
      <Problem error={error} onRetry={onRetry} />
    </div>
  );
}
