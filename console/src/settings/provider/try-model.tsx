// Asks a model for one short answer with what is saved, and lets a role use it where that works.

import { Alert, AutoComplete, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  MOST_MODEL_NAME_CHARS,
  type ProviderKeyBody,
  type ProviderTryBody,
} from '#contract/api/configuration-routes.ts';
import { providerTexts, roleTexts } from '#contract/texts/console-settings-texts.ts';
import { Problem } from '../../shell/problem.tsx';
import { useChange } from '../../shell/use-change.ts';
import { useText } from '../../text/use-text.ts';
import { MODEL_EXAMPLES } from '../model-examples.ts';
import { UseModel } from './use-model.tsx';

export interface TryModelProps {
  readonly provider: ProviderKeyBody['provider'];
}

export function TryModel({ provider }: TryModelProps): ReactNode {
  const { text } = useText();
  const [model, setModel] = useState('');
  const tried = useChange<string, ProviderTryBody>({
    make: (server, name) =>
      server.call('provider-keys.try', { params: { provider }, body: { model: name } }),
    touches: [],
    showsFailure: true,
  });
  const name = model.trim();
  const send = (): void => {
    if (name !== '' && !tried.isPending) tried.mutate(name);
  };
  return (
    <div className="q-card-try">
      <strong>{text(providerTexts.tryTitle())}</strong>
      <p className="q-faint">{text(providerTexts.tryHint())}</p>
      <div className="q-try">
        <AutoComplete
          value={model}
          onChange={setModel}
          maxLength={MOST_MODEL_NAME_CHARS}
          aria-label={text(roleTexts.modelName())}
          placeholder={`${text(roleTexts.modelName())}: ${MODEL_EXAMPLES[provider][0]}`}
          options={MODEL_EXAMPLES[provider].map((value) => ({ value }))}
          showSearch={{ filterOption: true }}
        />
        <Button onClick={send} loading={tried.isPending} disabled={name === ''}>
          {text(providerTexts.tryButton())}
        </Button>
      </div>
      <div className="q-gap" aria-live="polite">
        {tried.error !== null && <Problem error={tried.error} />}
        {tried.data !== undefined && <Tried tried={tried.data} />}
        {tried.data?.status === 'answered' && <UseModel model={`${provider}/${tried.variables}`} />}
      </div>
    </div>
  );
}

function Tried({ tried }: { readonly tried: ProviderTryBody }): ReactNode {
  const { text } = useText();
  if (tried.status === 'failed') {
    return (
      <Alert
        type="error"
        showIcon
        title={text(providerTexts.failed())}
        description={tried.reason}
      />
    );
  }
  const said = tried.text === '' ? text(providerTexts.answeredNothing()) : tried.text;
  return (
    <Alert
      type="success"
      showIcon
      title={text(providerTexts.answered(Math.max(0.1, tried.duration_ms / 1000).toFixed(1)))}
      description={<p className="q-said">{said}</p>}
    />
  );
}
