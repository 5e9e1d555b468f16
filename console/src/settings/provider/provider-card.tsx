// One provider: its address and key, and a try.

import { App, AutoComplete, Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import {
  MOST_ADDRESS_CHARS,
  MOST_KEY_CHARS,
  type ProviderKeyBody,
} from '#contract/api/configuration-routes.ts';
import { providerTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Problem } from '../../shell/problem.tsx';
import { useChange } from '../../shell/use-change.ts';
import { useText } from '../../text/use-text.ts';
import { ADDRESS_EXAMPLES } from '../model-examples.ts';
import { RemoveButton } from './remove-button.tsx';
import { TryModel } from './try-model.tsx';

interface KeyFields {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface ProviderCardProps {
  readonly stored: ProviderKeyBody;
  readonly isOwner: boolean;
}

const SOURCES = {
  org: providerTexts.sourceOrg,
  server: providerTexts.sourceServer,
  none: providerTexts.sourceNone,
} as const;

const ABOUT = {
  openai: providerTexts.openaiHint,
  anthropic: providerTexts.anthropicHint,
} as const;

export function ProviderCard({ stored, isOwner }: ProviderCardProps): ReactNode {
  const { text } = useText();
  const { provider, source } = stored;
  return (
    <section className="q-card" aria-label={text(providerTexts[provider]())}>
      <h2>
        {text(providerTexts[provider]())}
        <span className="q-tag">{text(SOURCES[source]())}</span>
      </h2>
      <p>{text(ABOUT[provider]())}</p>
      {/* What was saved or removed is what stands there: the form begins anew. */}
      <KeyForm key={stored.updated_at} stored={stored} isOwner={isOwner} />
      {isOwner && <TryModel provider={provider} />}
    </section>
  );
}

function KeyForm({ stored, isOwner }: ProviderCardProps): ReactNode {
  const { text } = useText();
  const { provider } = stored;
  const isSet = stored.source === 'org';
  const save = useSaveKey(stored);
  return (
    <Form<KeyFields>
      name={provider}
      layout="vertical"
      requiredMark={false}
      disabled={!isOwner}
      initialValues={{ baseUrl: stored.base_url ?? '', apiKey: '' }}
      onFinish={(fields) => save.mutate(fields)}
    >
      <Form.Item<KeyFields>
        name="baseUrl"
        label={text(providerTexts.baseUrl())}
        extra={text(providerTexts.baseUrlHint())}
        rules={[
          { pattern: /^\s*(https?:\/\/\S+)?\s*$/, message: text(providerTexts.baseUrlWrong()) },
        ]}
      >
        <AutoComplete
          maxLength={MOST_ADDRESS_CHARS}
          options={ADDRESS_EXAMPLES[provider].map(({ value, name }) => ({
            value,
            label: `${name} · ${value}`,
          }))}
        />
      </Form.Item>
      <Form.Item<KeyFields> name="apiKey" label={text(providerTexts.key())}>
        <Input.Password
          autoComplete="off"
          maxLength={MOST_KEY_CHARS}
          placeholder={text(isSet ? providerTexts.keySet() : providerTexts.keyUnset())}
        />
      </Form.Item>
      {save.error !== null && <Problem error={save.error} />}
      <div className="q-row-acts q-gap">
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {text(frameTexts.save())}
        </Button>
        {stored.updated_at !== null && <RemoveButton provider={provider} />}
      </div>
    </Form>
  );
}

function useSaveKey(stored: ProviderKeyBody) {
  const { text } = useText();
  const { message } = App.useApp();
  return useChange<KeyFields, ProviderKeyBody>({
    make: (server, { baseUrl, apiKey }) => {
      const url = baseUrl.trim();
      const isSame = url === (stored.base_url ?? '');
      return server.call('provider-keys.set', {
        params: { provider: stored.provider },
        body: {
          ...(apiKey.trim() !== '' && { api_key: apiKey.trim() }),
          ...(!isSame && { base_url: url === '' ? null : url }),
        },
      });
    },
    touches: [queryKeys.providerKeys],
    showsFailure: true,
    onDone() {
      void message.success(text(frameTexts.saved()));
    },
  });
}
