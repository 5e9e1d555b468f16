// What skills run in now: their handlers and scripts, and the commands of document skills.

import type { ReactNode } from 'react';
import type { Text } from '#base/text.ts';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import { sandboxPageTexts } from '#contract/texts/console-sandbox-texts.ts';
import { useText } from '../../text/use-text.ts';
import { PROVIDER_NAMES } from './provider-names.ts';

export function WhereSkillsRun({ found }: { readonly found: SandboxesBody }): ReactNode {
  const { text } = useText();
  return (
    <dl className="q-rows" aria-labelledby="where-skills-run">
      <div className="q-row">
        <dt className="q-row-what">{text(sandboxPageTexts.own())}</dt>
        <dd>{text(ownPlace(found))}</dd>
      </div>
      <div className="q-row">
        <dt className="q-row-what">{text(sandboxPageTexts.commands())}</dt>
        <dd>{text(commandPlace(found))}</dd>
      </div>
    </dl>
  );
}

function ownPlace({ own }: SandboxesBody): Text {
  if (own === null) return sandboxPageTexts.refused();
  if (own === 'plain') return sandboxPageTexts.asServer();
  return sandboxPageTexts.inProvider(PROVIDER_NAMES[own]);
}

/** None is run outside of a sandbox, whatever is set. */
function commandPlace({ own, any }: SandboxesBody): Text {
  if (any === null || any === 'plain') return sandboxPageTexts.codeInstead();
  if (own === null || own === 'plain' || own === any) {
    return sandboxPageTexts.inProvider(PROVIDER_NAMES[any]);
  }
  return sandboxPageTexts.inProviders(PROVIDER_NAMES[any], PROVIDER_NAMES[own]);
}
