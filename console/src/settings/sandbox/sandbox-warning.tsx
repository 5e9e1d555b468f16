// What an admin must know first: sandboxes are switched off, or skills' programs are refused.

import { Alert } from 'antd';
import type { ReactNode } from 'react';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import { sandboxPageTexts } from '#contract/texts/console-sandbox-texts.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import { useText } from '../../text/use-text.ts';

/** Nothing where handlers, scripts and commands run in a sandbox. */
export function SandboxWarning({ found }: { readonly found: SandboxesBody }): ReactNode {
  const { text } = useText();
  const { setting, own, any } = found;
  if (own === 'plain') {
    return (
      <Alert
        type="warning"
        showIcon
        title={text(sandboxPageTexts.offTitle())}
        description={
          <>
            <p>{text(sandboxTexts.off())}</p>
            <p>{text(sandboxPageTexts.offHint())}</p>
          </>
        }
      />
    );
  }
  if (own !== null) return null;
  const [title, hint] =
    any === null
      ? [sandboxPageTexts.noneTitle(), sandboxPageTexts.noneHint()]
      : [sandboxPageTexts.onlyCommandsTitle(), sandboxPageTexts.onlyCommandsHint()];
  return (
    <Alert
      type="error"
      showIcon
      title={text(title)}
      description={
        <>
          <p>{text(hint)}</p>
          {setting !== 'auto' && <p>{text(sandboxPageTexts.narrowSetting(setting))}</p>}
        </>
      }
    />
  );
}
