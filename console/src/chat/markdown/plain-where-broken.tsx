// A piece that can't be drawn is shown as it was written, and takes nothing else of the page with it.

import { Component, type ReactNode } from 'react';
import { LongText } from './long-code.tsx';

interface PlainProps {
  readonly text: string;
  readonly children: ReactNode;
}

interface PlainState {
  /** What could not be drawn. */
  readonly broken: string | undefined;
}

/** React knows error boundaries as classes only. */
export class PlainWhereBroken extends Component<PlainProps, PlainState> {
  override readonly state: PlainState = { broken: undefined };

  static getDerivedStateFromError(): Partial<PlainState> {
    return { broken: '' };
  }

  /** More of a text that grows may be drawn again. */
  static getDerivedStateFromProps(
    { text }: PlainProps,
    { broken }: PlainState,
  ): Partial<PlainState> | null {
    if (broken === undefined || broken === text) return null;
    return { broken: broken === '' ? text : undefined };
  }

  override render(): ReactNode {
    const { text, children } = this.props;
    return this.state.broken === undefined ? children : <LongText text={text} />;
  }
}
