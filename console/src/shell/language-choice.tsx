// Chinese or English, changed while the page is open.

import { GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { LANGUAGES, type Language } from '#base/text.ts';
import { appearanceTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export interface LanguageChoiceProps {
  readonly onChoose: (language: Language) => void;
}

export function LanguageChoice({ onChoose }: LanguageChoiceProps): ReactNode {
  const { language, text } = useText();
  const items = LANGUAGES.map((each) => ({
    key: each,
    label: <span lang={each}>{text(appearanceTexts.name(each))}</span>,
    onClick: () => onChoose(each),
  }));
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [language] }} trigger={['click']}>
      <Button
        type="text"
        icon={<GlobalOutlined />}
        aria-label={text(appearanceTexts.language())}
        title={text(appearanceTexts.language())}
      />
    </Dropdown>
  );
}
