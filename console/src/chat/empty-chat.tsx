// Before the first message: who is there, and what one could ask.

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { emptyChatTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../text/use-text.ts';

export interface EmptyChatProps {
  readonly roleName: string | undefined;
  readonly onExample: (text: string) => void;
}

export function EmptyChat({ roleName, onExample }: EmptyChatProps): ReactNode {
  const { text } = useText();
  const greeting =
    roleName === undefined ? emptyChatTexts.greetingPlain() : emptyChatTexts.greeting(roleName);
  return (
    <div className="qiao-empty">
      <h2>{text(greeting)}</h2>
      <p>{text(emptyChatTexts.hint())}</p>
      <ul>
        {emptyChatTexts.examples().map((example) => (
          <li key={example.en}>
            <Button block onClick={() => onExample(text(example))}>
              {text(example)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
