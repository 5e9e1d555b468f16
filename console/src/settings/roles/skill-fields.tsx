// Which skills may run for a role.

import { Form, Radio, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { useSkills } from '../use-skills.ts';
import type { RoleFields } from './role-form-values.ts';
import { SkillChecklist } from './skill-checklist.tsx';
import { skillGroups } from './skill-groups.ts';

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
      <Form.Item<RoleFields> name="skills">
        <SkillChoice isAll={choice !== 'chosen'} />
      </Form.Item>
    </>
  );
}

interface SkillChoiceProps {
  readonly isAll: boolean;
  /** Both are the form's. */
  readonly value?: readonly string[];
  readonly onChange?: (names: readonly string[]) => void;
}

function SkillChoice({ isAll, value = [], onChange }: SkillChoiceProps): ReactNode {
  const { language } = useText();
  const { data: skills, error, refetch, isFetching } = useSkills();
  // What is taken away may be given back, also where there is no such skill.
  const [named] = useState(value);
  if (skills === undefined) {
    if (error === null) return <Skeleton active title={false} />;
    return <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  return (
    <SkillChecklist
      groups={skillGroups(skills, isAll ? [] : named, language)}
      chosen={isAll ? undefined : value}
      onChange={(names) => onChange?.(names)}
    />
  );
}
