// Stands where a part of the page broke, instead of an empty page.

import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { messageOf } from '#base/app-error.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';
import { Notice } from './notice.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: unknown;
}

/** React knows error boundaries as classes only. */
export class BreakBoundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <BrokenPage error={error} />;
  }
}

export function BrokenPage({ error }: { readonly error: unknown }): ReactNode {
  const { text } = useText();
  return (
    <Notice title={text(frameTexts.brokenTitle())} hint={text(frameTexts.brokenHint())}>
      <p>
        <code className="q-code">{messageOf(error)}</code>
      </p>
      <Button type="primary" onClick={() => window.location.reload()}>
        {text(frameTexts.reload())}
      </Button>
    </Notice>
  );
}
