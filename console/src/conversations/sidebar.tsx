// The page's side: a new conversation, the search, and the conversations themselves.

import { MenuFoldOutlined, PlusOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Input, type InputRef } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { MOST_SEARCH_CHARS } from '#contract/api/fields.ts';
import { frameTexts, listTexts } from '#contract/texts/console-texts.ts';
import { useIsAdmin } from '../api/use-is-admin.ts';
import { ClearIcon } from '../shell/clear-icon.tsx';
import { isComposing } from '../shell/is-composing.ts';
import { useShortcut } from '../shell/use-shortcut.ts';
import { useText } from '../text/use-text.ts';
import './conversations.css';
import { ConversationList } from './conversation-list.tsx';
import { useSettled } from './use-settled.ts';

export interface SidebarProps {
  /** Something was chosen: where the side lies over the page, it goes. */
  readonly onChosen: () => void;
  readonly onFold: () => void;
}

export function Sidebar({ onChosen, onFold }: SidebarProps): ReactNode {
  const { text } = useText();
  // In the settings there is nothing for anybody else.
  const isAdmin = useIsAdmin();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const search = useSettled(words.trim());
  const field = useRef<InputRef>(null);
  useShortcut('/', () => field.current?.focus({ cursor: 'all' }));
  const begin = (): void => {
    onChosen();
    void navigate({ to: '/', search: {} });
  };
  return (
    <nav className="q-side" aria-label={text(listTexts.conversations())}>
      <div className="q-side-top">
        <Link to="/" search={{}} className="q-brand" onClick={onChosen}>
          {text(frameTexts.product())}
        </Link>
        <Button
          type="text"
          icon={<MenuFoldOutlined />}
          aria-label={text(frameTexts.foldList())}
          title={text(frameTexts.foldList())}
          onClick={onFold}
        />
      </div>
      <Button block icon={<PlusOutlined />} onClick={begin}>
        {text(listTexts.newConversation())}
      </Button>
      <Input
        ref={field}
        allowClear={{ clearIcon: <ClearIcon /> }}
        role="searchbox"
        value={words}
        maxLength={MOST_SEARCH_CHARS}
        prefix={<SearchOutlined />}
        suffix={words === '' ? <kbd className="q-key">/</kbd> : undefined}
        placeholder={text(listTexts.search())}
        aria-label={text(listTexts.search())}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || words === '' || isComposing(event.nativeEvent)) return;
          // Else it would stop the answer that runs as well.
          event.preventDefault();
          setWords('');
        }}
      />
      <div className="q-side-list">
        <ConversationList search={search} onClearSearch={() => setWords('')} onOpen={onChosen} />
      </div>
      {isAdmin && (
        <Link to="/settings/roles" className="q-side-settings" onClick={onChosen}>
          <SettingOutlined /> {text(frameTexts.settings())}
        </Link>
      )}
    </nav>
  );
}
