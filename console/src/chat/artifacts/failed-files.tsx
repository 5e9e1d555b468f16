// Files that a skill made or named and that did not arrive: which, and why.

import { ExclamationCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { artifactViewTexts } from '#contract/texts/console-artifact-texts.ts';
import { useText } from '../../text/use-text.ts';
import type { Artifact } from '../state/turn-state.ts';

const MOST_SHOWN = 10;

/** Nothing where there are none. */
export function FailedFiles({ failed }: { readonly failed: readonly Artifact[] }): ReactNode {
  const { text } = useText();
  if (failed.length === 0) return null;
  return (
    <div
      className="qiao-failed-files"
      role="group"
      aria-label={text(artifactViewTexts.failed(failed.length))}
    >
      <p>
        <ExclamationCircleOutlined />
        {text(artifactViewTexts.failed(failed.length))}
      </p>
      <ul>
        {failed.slice(0, MOST_SHOWN).map(({ name, reason = '' }) => (
          <li key={`${name} ${reason}`}>
            <bdi>{name}</bdi>
            <span dir="auto">{reason}</span>
          </li>
        ))}
        {failed.length > MOST_SHOWN && (
          <li>{text(artifactViewTexts.failedMore(failed.length - MOST_SHOWN))}</li>
        )}
      </ul>
    </div>
  );
}
