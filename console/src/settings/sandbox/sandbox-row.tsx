// One sandbox: whether it works here, why, and what to do where it does not.

import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import { sandboxPageTexts } from '#contract/texts/console-sandbox-texts.ts';
import { useText } from '../../text/use-text.ts';
import { PROVIDER_NAMES } from './provider-names.ts';

export interface SandboxRowProps {
  readonly provider: SandboxesBody['providers'][number];
  readonly found: SandboxesBody;
}

export function SandboxRow({ provider, found }: SandboxRowProps): ReactNode {
  const { text } = useText();
  const { name, works, reason, remedy } = provider;
  const { setting, own, any } = found;
  const isLeftOut = setting !== 'auto' && setting !== name;
  return (
    <li className="q-row q-sandbox">
      <div className="q-row-what">
        <div className="q-row-name">
          {PROVIDER_NAMES[name]}
          {(own === name || any === name) && (
            <span className="q-tag">{text(sandboxPageTexts.inUse())}</span>
          )}
          {isLeftOut && <span className="q-tag">{text(sandboxPageTexts.leftOut(setting))}</span>}
        </div>
        <p>{reason}</p>
        {remedy !== null && <p className="q-faint">{text(sandboxPageTexts.remedy(remedy))}</p>}
      </div>
      <div className={works ? 'q-works' : 'q-works-not'}>
        {works ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
        {text(works ? sandboxPageTexts.works() : sandboxPageTexts.worksNot())}
      </div>
    </li>
  );
}
