// A conversation's title while it is changed in its place: Enter keeps it, Esc leaves it as it was.

import { Input } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { MOST_NAME_CHARS } from '#contract/api/fields.ts';
import { listTexts } from '#contract/texts/console-texts.ts';
import { isComposing } from '../shell/is-composing.ts';
import { useText } from '../text/use-text.ts';

export interface TitleFieldProps {
  readonly title: string;
  readonly isSaving: boolean;
  readonly onSave: (title: string) => void;
  readonly onCancel: () => void;
}

export function TitleField({ title, isSaving, onSave, onCancel }: TitleFieldProps): ReactNode {
  const { text } = useText();
  const [value, setValue] = useState(title);
  const end = (): void => {
    const trimmed = value.trim();
    if (trimmed === '' || trimmed === title) onCancel();
    else onSave(trimmed);
  };
  const key = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') end();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <Input
      size="small"
      autoFocus
      value={value}
      maxLength={MOST_NAME_CHARS}
      disabled={isSaving}
      aria-label={text(listTexts.newTitle())}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={key}
      onBlur={end}
      onFocus={(event) => event.target.select()}
    />
  );
}
