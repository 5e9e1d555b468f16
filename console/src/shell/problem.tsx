// A failure as people see it: what happened, what to do, and a way to try again.

import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly isRetrying?: boolean;
}

export function Problem({ error, onRetry, isRetrying = false }: ProblemProps): ReactNode {
  const { text } = useText();
  const failure = AppError.from(error);
  const { requestId } = failure.details;
  const isOurs = failure.code === 'unexpected' && typeof requestId === 'string';
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={text(failure.text)}
      description={
        isOurs && <span className="q-faint">{text(frameTexts.requestId(requestId))}</span>
      }
      action={
        onRetry !== undefined && (
          <Button size="small" loading={isRetrying} onClick={onRetry}>
            {text(frameTexts.retry())}
          </Button>
        )
      }
    />
  );
}
