// The skills to choose from: what each is called, what it does, and why one is not offered here.

import { Button, Checkbox, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { MOST_SEARCH_CHARS } from '#contract/api/fields.ts';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { ClearIcon } from '../../shell/clear-icon.tsx';
import { useText } from '../../text/use-text.ts';
import { fitsWords, type SkillGroup, type SkillOption } from './skill-groups.ts';

export interface SkillChecklistProps {
  readonly groups: readonly SkillGroup[];
  /** Undefined: all that are offered here, and nothing is to be chosen. */
  readonly chosen: readonly string[] | undefined;
  readonly onChange: (names: readonly string[]) => void;
}

/** So few are seen at once. */
const FEW = 8;

export function SkillChecklist({ groups, chosen, onChange }: SkillChecklistProps): ReactNode {
  const { text } = useText();
  const [words, setWords] = useState('');
  const all = groups.flatMap(({ options }) => options.map(({ name }) => name));
  const set = (name: string, isChosen: boolean): void => {
    const others = (chosen ?? []).filter((each) => each !== name);
    onChange(isChosen ? [...others, name] : others);
  };
  return (
    <div className="q-skills">
      <p className="q-faint">
        {text(chosen === undefined ? roleTexts.allSkillsHint() : roleTexts.chosenSkillsHint())}
      </p>
      <div className="q-skills-head">
        {all.length > FEW && (
          <Input
            allowClear={{ clearIcon: <ClearIcon /> }}
            value={words}
            maxLength={MOST_SEARCH_CHARS}
            aria-label={text(roleTexts.findSkill())}
            placeholder={text(roleTexts.findSkill())}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
        {chosen !== undefined && <ChosenCount chosen={chosen} all={all} onChange={onChange} />}
      </div>
      {/* Where nothing is to be chosen nothing in it has the focus, and it is still to be scrolled by keys. */}
      <div
        className="q-skills-list"
        role="group"
        aria-label={text(roleTexts.skills())}
        tabIndex={0}
      >
        {groups.map((group) => (
          <Group key={group.kind} group={group} words={words.trim()} chosen={chosen} onSet={set} />
        ))}
      </div>
    </div>
  );
}

interface ChosenCountProps {
  readonly chosen: readonly string[];
  readonly all: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

function ChosenCount({ chosen, all, onChange }: ChosenCountProps): ReactNode {
  const { text } = useText();
  const count = chosen.length;
  return (
    <>
      <span className="q-faint" role="status">
        {text(count === 0 ? roleTexts.noSkills() : roleTexts.chosenCount(count, all.length))}
      </span>
      <Button size="small" type="text" onClick={() => onChange(count === 0 ? all : [])}>
        {text(count === 0 ? roleTexts.chooseAll() : roleTexts.chooseNone())}
      </Button>
    </>
  );
}

interface GroupProps {
  readonly group: SkillGroup;
  readonly words: string;
  readonly chosen: readonly string[] | undefined;
  readonly onSet: (name: string, isChosen: boolean) => void;
}

function Group({ group: { kind, options }, words, chosen, onSet }: GroupProps): ReactNode {
  const { text } = useText();
  const shown = options.filter((option) => fitsWords(option, words));
  const heading = text(roleTexts.skillGroup(kind));
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      {kind === 'gone' && <p className="q-faint">{text(roleTexts.goneHint())}</p>}
      {options.length === 0 && <p className="q-faint">{text(roleTexts.noPackages())}</p>}
      {options.length > 0 && shown.length === 0 && (
        <p className="q-faint">{text(roleTexts.noSkillFits(words))}</p>
      )}
      <ul>
        {shown.map((option) => (
          <li key={option.name}>
            <Checkbox
              checked={chosen?.includes(option.name) ?? option.whyNot === undefined}
              disabled={chosen === undefined}
              onChange={({ target }) => onSet(option.name, target.checked)}
            >
              <About option={option} />
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}

function About({
  option: { name, title, about, isKnowledge, whyNot },
}: {
  readonly option: SkillOption;
}): ReactNode {
  const { text } = useText();
  return (
    <>
      <span className="q-skill-name">
        {title ?? name} {title !== undefined && <code className="q-faint">{name}</code>}
      </span>
      {about !== '' && <span className="q-skill-about">{about}</span>}
      {isKnowledge && <span className="q-skill-about">{text(roleTexts.knowledge())}</span>}
      {whyNot !== undefined && <span className="q-skill-why">{whyNot}</span>}
    </>
  );
}
