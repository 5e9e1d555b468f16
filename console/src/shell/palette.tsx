// Ctrl-K: to a conversation, a role or an action by a few letters.

import { SearchOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { MOST_SEARCH_CHARS } from '#contract/api/fields.ts';
import { paletteTexts } from '#contract/texts/console-texts.ts';
import { useSettled } from '../conversations/use-settled.ts';
import { useText } from '../text/use-text.ts';
import { isComposing } from './is-composing.ts';
import { usePaletteGroups, type PaletteGroup, type PaletteItem } from './palette-items.ts';

export interface PaletteProps {
  readonly onClose: () => void;
}

export function Palette({ onClose }: PaletteProps): ReactNode {
  const { text } = useText();
  const [words, setWords] = useState('');
  const [index, setIndex] = useState(0);
  useFocusBack();
  const trimmed = words.trim();
  const groups = usePaletteGroups(trimmed, useSettled(trimmed));
  const items = groups.flatMap((group) => group.items);
  const chosen = items[Math.min(index, items.length - 1)];
  const act = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    onClose();
    item.act();
  };
  const key = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setIndex((Math.min(index, items.length - 1) + step + items.length) % items.length);
    }
    if (event.key === 'Enter') act(chosen);
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width={600}
      style={{ top: 80 }}
      onCancel={onClose}
      title={text(paletteTexts.open())}
    >
      <Input
        size="large"
        autoFocus
        value={words}
        maxLength={MOST_SEARCH_CHARS}
        prefix={<SearchOutlined />}
        placeholder={text(paletteTexts.placeholder())}
        role="combobox"
        aria-label={text(paletteTexts.placeholder())}
        aria-expanded
        aria-controls="q-palette"
        aria-activedescendant={chosen === undefined ? undefined : `q-palette-${chosen.id}`}
        onChange={(event) => {
          setWords(event.target.value);
          setIndex(0);
        }}
        onKeyDown={key}
      />
      <PaletteList groups={groups} chosen={chosen} onAct={act} />
      <p className="q-palette-foot">
        {text(items.length === 0 ? paletteTexts.nothing() : paletteTexts.keys())}
      </p>
    </Modal>
  );
}

/** Whoever closes it goes on where they were. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

interface PaletteListProps {
  readonly groups: readonly PaletteGroup[];
  readonly chosen: PaletteItem | undefined;
  readonly onAct: (item: PaletteItem) => void;
}

function PaletteList({ groups, chosen, onAct }: PaletteListProps): ReactNode {
  const { text } = useText();
  useEffect(() => {
    const place = chosen === undefined ? null : document.getElementById(`q-palette-${chosen.id}`);
    place?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      id="q-palette"
      role="listbox"
      tabIndex={-1}
      aria-label={text(paletteTexts.open())}
      className="q-palette-list"
    >
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-label={name}>
          <div className="q-palette-group" aria-hidden>
            {name}
          </div>
          {items.map((item) => (
            <div
              key={item.id}
              id={`q-palette-${item.id}`}
              role="option"
              aria-selected={item === chosen}
              className="q-palette-item"
              onClick={() => onAct(item)}
            >
              <span>{item.label}</span>
              {item.hint !== undefined && <span className="q-faint">{item.hint}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
