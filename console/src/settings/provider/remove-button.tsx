// Takes back what the organisation has set of a provider, once the owner has said yes.

import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import type { ProviderKeyBody } from '#contract/api/configuration-routes.ts';
import { providerTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useText } from '../../text/use-text.ts';
import { useChange } from '../use-change.ts';

export interface RemoveButtonProps {
  readonly provider: ProviderKeyBody['provider'];
}

export function RemoveButton({ provider }: RemoveButtonProps): ReactNode {
  const { text } = useText();
  const { modal, message } = App.useApp();
  const remove = useChange<void, null>({
    make: (server) => server.call('provider-keys.remove', { params: { provider } }),
    touches: [queryKeys.providerKeys],
  });
  const ask = (): void =>
    void modal.confirm({
      title: text(providerTexts.removeTitle()),
      content: text(providerTexts.removeHint()),
      okText: text(providerTexts.remove()),
      okButtonProps: { danger: true },
      cancelText: text(frameTexts.cancel()),
      autoFocusButton: 'cancel',
      onOk: () =>
        remove.mutate(undefined, { onError: (error) => void message.error(text(error.text)) }),
    });
  return (
    <Button danger loading={remove.isPending} onClick={ask}>
      {text(providerTexts.remove())}
    </Button>
  );
}
