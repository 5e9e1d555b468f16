// A block of code with its language and a button that copies it.

import { isValidElement, useRef, type ComponentProps, type ReactNode } from 'react';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { CopyButton } from '../copy-button.tsx';

export function CodeBlock({ children }: ComponentProps<'pre'>): ReactNode {
  const code = useRef<HTMLPreElement>(null);
  const language = languageOf(children);
  return (
    <CodeFrame language={language} text={() => code.current?.textContent ?? ''}>
      <pre ref={code} tabIndex={0} dir="ltr">
        {children}
      </pre>
    </CodeFrame>
  );
}

export interface CodeFrameProps {
  readonly language: string;
  readonly text: () => string;
  readonly children: ReactNode;
}

export function CodeFrame({ language, text: codeText, children }: CodeFrameProps): ReactNode {
  const { text } = useText();
  const label = language === '' ? viewerTexts.plainCode() : viewerTexts.code(language);
  return (
    <div className="qiao-code" role="group" aria-label={text(label)}>
      <div className="qiao-code-head">
        <span>{language === '' ? text(viewerTexts.plainCode()) : language}</span>
        <CopyButton text={codeText} />
      </div>
      {children}
    </div>
  );
}

function languageOf(children: ReactNode): string {
  if (!isValidElement<{ className?: string }>(children)) return '';
  return /(?:^|\s)language-(\S+)/.exec(children.props.className ?? '')?.[1] ?? '';
}
