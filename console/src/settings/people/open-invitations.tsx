// Invitations that nobody has used yet.

import { Button } from 'antd';
import type { ReactNode } from 'react';
import { peopleTexts } from '#contract/texts/console-settings-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useChange } from '../../shell/use-change.ts';
import { LOCALES } from '../../text/locale.ts';
import { useText } from '../../text/use-text.ts';
import { useOpenInvitations, type Invitation } from './use-people.ts';

export function OpenInvitations(): ReactNode {
  const { text } = useText();
  const { data: invitations = [] } = useOpenInvitations();
  if (invitations.length === 0) return null;
  return (
    <section>
      <h2>{text(peopleTexts.invitations())}</h2>
      <ul className="q-rows">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }): ReactNode {
  const { text, language } = useText();
  const revoke = useChange<void, null>({
    make: (server) =>
      server.call('invitations.revoke', { params: { invitation_id: invitation.id } }),
    touches: [queryKeys.invitations],
  });
  const position = text(peopleTexts.position(invitation.position));
  const until = new Date(invitation.expires_at).toLocaleDateString(LOCALES[language], {
    dateStyle: 'medium',
  });
  return (
    <li className="q-row">
      <div className="q-row-what">
        <div className="q-row-name">{invitation.note === '' ? position : invitation.note}</div>
        <div className="q-row-about">
          {position} · {text(peopleTexts.validUntil(until))}
        </div>
      </div>
      <Button size="small" loading={revoke.isPending} onClick={() => revoke.mutate()}>
        {text(peopleTexts.revoke())}
      </Button>
    </li>
  );
}
