// Which skills may run for a role.

import { Form, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import type { SkillBody } from '#contract/api/skill-routes.ts';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { useSkills } from '../use-skills.ts';
import type { RoleFields } from './role-form-values.ts';

export function SkillFields(): ReactNode {
  const { text } = useText();
  const choice = Form.useWatch<RoleFields['skillChoice'] | undefined>('skillChoice');
  return (
    <>
      <Form.Item<RoleFields> name="skillChoice" label={text(roleTexts.skills())}>
        <Radio.Group
          options={[
            { value: 'all', label: text(roleTexts.allSkills()) },
            { value: 'chosen', label: text(roleTexts.chosenSkills()) },
          ]}
        />
      </Form.Item>
      {choice === 'chosen' && (
        <Form.Item<RoleFields> name="skills">
          <SkillChoice />
        </Form.Item>
      )}
    </>
  );
}

interface SkillChoiceProps {
  /** Both are the form's. */
  readonly value?: readonly string[];
  readonly onChange?: (names: readonly string[]) => void;
}

function SkillChoice({ value = [], onChange }: SkillChoiceProps): ReactNode {
  const { text, language } = useText();
  const { data: skills, error, refetch, isFetching } = useSkills();
  if (error !== null && skills === undefined)
    return <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  const known = new Set(skills?.map(({ name }) => name));
  const gone = value.filter((name) => skills !== undefined && !known.has(name));
  return (
    <>
      <Select
        mode="multiple"
        allowClear
        loading={skills === undefined}
        aria-label={text(roleTexts.chooseSkills())}
        placeholder={text(roleTexts.chooseSkills())}
        value={[...value]}
        onChange={(names: readonly string[]) => onChange?.(names)}
        options={[
          ...(skills ?? []).map((skill) => ({
            value: skill.name,
            label: skill.name,
            about: aboutOf(skill, language),
            isOff: skill.why_not !== null,
          })),
          ...gone.map((name) => ({
            value: name,
            label: name,
            about: text(roleTexts.skillGone()),
            isOff: true,
          })),
        ]}
        optionRender={({ data }) => <SkillOption {...data} />}
        showSearch={{
          filterOption: (words, option) =>
            `${option?.label ?? ''} ${option?.about ?? ''}`
              .toLowerCase()
              .includes(words.toLowerCase()),
        }}
      />
      {value.length === 0 && <div className="q-faint">{text(roleTexts.noSkills())}</div>}
    </>
  );
}

interface SkillOptionProps {
  readonly label: string;
  readonly about: string;
  readonly isOff: boolean;
}

function SkillOption({ label, about, isOff }: SkillOptionProps): ReactNode {
  return (
    <div>
      <div>{label}</div>
      <div className="q-row-about" style={isOff ? { fontStyle: 'italic' } : undefined}>
        {about}
      </div>
    </div>
  );
}

/** Why it can't be used here comes before what it would do. */
function aboutOf(skill: SkillBody, language: 'zh' | 'en'): string {
  if (skill.why_not !== null) return skill.why_not;
  return (language === 'zh' ? skill.description_zh : null) ?? skill.description;
}
