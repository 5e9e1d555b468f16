// What skills run in: which sandbox, whether each works here, why not, and what to do.

import { ReloadOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import { sandboxPageTexts } from '#contract/texts/console-sandbox-texts.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { SandboxRow } from './sandbox-row.tsx';
import { SandboxWarning } from './sandbox-warning.tsx';
import { useLookAgain, useSandboxes } from './use-sandboxes.ts';
import { WhereSkillsRun } from './where-skills-run.tsx';
import './sandbox.css';

export function SandboxPage(): ReactNode {
  const { text } = useText();
  const { data, error, refetch, isFetching } = useSandboxes();
  const look = useLookAgain();
  return (
    <div>
      <div className="q-settings-head">
        <p>{text(sandboxPageTexts.intro())}</p>
        <Button icon={<ReloadOutlined />} loading={look.isPending} onClick={() => look.mutate()}>
          {text(sandboxPageTexts.lookAgain())}
        </Button>
      </div>
      {look.error !== null && <Problem error={look.error} />}
      {error !== null && data === undefined && (
        <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {error === null && data === undefined && <Skeleton active />}
      {data !== undefined && <Found found={data} />}
    </div>
  );
}

function Found({ found }: { readonly found: SandboxesBody }): ReactNode {
  const { text } = useText();
  return (
    <>
      <SandboxWarning found={found} />
      <h2 id="where-skills-run">{text(sandboxPageTexts.where())}</h2>
      <WhereSkillsRun found={found} />
      <h2 id="sandboxes">{text(sandboxPageTexts.providers())}</h2>
      <ul className="q-rows" aria-labelledby="sandboxes">
        {found.providers.map((provider) => (
          <SandboxRow key={provider.name} provider={provider} found={found} />
        ))}
      </ul>
    </>
  );
}
