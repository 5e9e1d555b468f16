// Takes back what the organisation has set of a provider, once the owner has said yes.

import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { ProviderKeyBody } from '#contract/api/configuration-routes.ts';
import { providerTexts } from '#contract/texts/console-settings-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useChange } from '../../shell/use-change.ts';
import { useConfirm } from '../../shell/use-confirm.ts';
import { useText } from '../../text/use-text.ts';

export interface RemoveButtonProps {
  readonly provider: ProviderKeyBody['provider'];
}

export function RemoveButton({ provider }: RemoveButtonProps): ReactNode {
  const { text } = useText();
  const confirm = useConfirm();
  const remove = useChange<void, null>({
    make: (server) => server.call('provider-keys.remove', { params: { provider } }),
    touches: [queryKeys.providerKeys],
  });
  const ask = (): void =>
    confirm({
      title: providerTexts.removeTitle(),
      content: providerTexts.removeHint(),
      action: providerTexts.remove(),
      isDangerous: true,
      act: () => remove.mutate(),
    });
  return (
    <Button danger loading={remove.isPending} onClick={ask}>
      {text(providerTexts.remove())}
    </Button>
  );
}
