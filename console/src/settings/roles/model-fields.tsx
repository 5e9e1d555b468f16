// Which model a role answers with.

import { AutoComplete, Form, Select } from 'antd';
import type { ReactNode } from 'react';
import { MOST_MODEL_NAME_CHARS } from '#contract/api/configuration-routes.ts';
import { providerTexts, roleTexts } from '#contract/texts/console-settings-texts.ts';
import { useText } from '../../text/use-text.ts';
import { MODEL_EXAMPLES } from '../model-examples.ts';
import type { ModelKind, RoleFields } from './role-form-values.ts';

export function ModelFields(): ReactNode {
  const { text } = useText();
  const kind = Form.useWatch<ModelKind | undefined>('modelKind');
  const hasName = kind === 'openai' || kind === 'anthropic';
  return (
    <>
      <Form.Item<RoleFields>
        name="modelKind"
        label={text(roleTexts.model())}
        extra={kind === 'offline' ? text(roleTexts.offlineHint()) : undefined}
      >
        <Select
          options={[
            { value: 'server', label: text(roleTexts.serverModel()) },
            { value: 'openai', label: text(roleTexts.openai()) },
            { value: 'anthropic', label: text(providerTexts.anthropic()) },
            { value: 'offline', label: text(roleTexts.offline()) },
          ]}
        />
      </Form.Item>
      {hasName && (
        <Form.Item<RoleFields>
          name="modelName"
          label={text(roleTexts.modelName())}
          extra={text(roleTexts.modelNameHint())}
          rules={[
            { required: true, whitespace: true, message: text(roleTexts.modelNameMissing()) },
          ]}
        >
          <AutoComplete
            maxLength={MOST_MODEL_NAME_CHARS}
            options={MODEL_EXAMPLES[kind].map((value) => ({ value }))}
          />
        </Form.Item>
      )}
    </>
  );
}
