// A link that is shown once, to be handed on.

import { App, Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { peopleTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { copyText } from '../../shell/copy-text.ts';
import { LOCALES } from '../../text/locale.ts';
import { useText } from '../../text/use-text.ts';

export interface SecretLinkProps {
  readonly url: string;
  readonly expiresAt: string;
}

export function SecretLink({ url, expiresAt }: SecretLinkProps): ReactNode {
  const { text, language } = useText();
  const { message } = App.useApp();
  const until = new Date(expiresAt).toLocaleString(LOCALES[language], {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const copy = async (): Promise<void> => {
    if (await copyText(url)) void message.success(text(frameTexts.copied()));
    else void message.warning(text(frameTexts.copyRefused()));
  };
  return (
    <>
      <p>{text(peopleTexts.linkHint(until))}</p>
      <div className="q-secret">
        <Input
          readOnly
          value={url}
          aria-label={text(peopleTexts.link())}
          onFocus={(event) => event.target.select()}
        />
        <Button type="primary" onClick={() => void copy()}>
          {text(frameTexts.copy())}
        </Button>
      </div>
      {isOnlyHere(url) && <p className="q-secret-note">{text(peopleTexts.linkOnlyHere())}</p>}
    </>
  );
}

/** The address is one that every machine takes for itself. */
function isOnlyHere(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
