// Invites somebody: what they will be, and the link that lets them in.

import { Button, Form, Input, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import { MOST_NOTE_CHARS } from '#contract/api/people-routes.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import { peopleTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Problem } from '../../shell/problem.tsx';
import { useChange } from '../../shell/use-change.ts';
import { useText } from '../../text/use-text.ts';
import { useTeams } from '../use-teams.ts';
import type { Position } from './positions.ts';
import { SecretLink } from './secret-link.tsx';

interface InviteFields {
  readonly position: Position;
  readonly teamId: string;
  readonly note: string;
}

export interface InviteDialogProps {
  readonly positions: readonly Position[];
  readonly onClose: () => void;
}

export function InviteDialog({ positions, onClose }: InviteDialogProps): ReactNode {
  const { text } = useText();
  const [form] = Form.useForm<InviteFields>();
  const invite = useChange<InviteFields, RouteAnswer<'invitations.create'>>({
    make: (server, { position, teamId, note }) =>
      server.call('invitations.create', {
        body: { position, note: note.trim(), ...(teamId !== '' && { team_id: teamId }) },
      }),
    touches: [queryKeys.invitations],
    showsFailure: true,
  });
  const made = invite.data;
  return (
    <Modal
      open
      title={text(made === undefined ? peopleTexts.inviteTitle() : peopleTexts.inviteLink())}
      mask={{ closable: made === undefined }}
      onCancel={onClose}
      footer={
        made === undefined ? (
          <>
            <Button onClick={onClose}>{text(frameTexts.cancel())}</Button>
            <Button type="primary" loading={invite.isPending} onClick={form.submit}>
              {text(peopleTexts.inviteMake())}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{text(frameTexts.close())}</Button>
        )
      }
    >
      {made !== undefined && <SecretLink url={made.link.url} expiresAt={made.link.expires_at} />}
      {made === undefined && (
        <Form<InviteFields>
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ position: 'member', teamId: '', note: '' }}
          onFinish={(fields) => invite.mutate(fields)}
        >
          <InviteItems positions={positions} />
        </Form>
      )}
      {invite.error !== null && <Problem error={invite.error} />}
    </Modal>
  );
}

function InviteItems({ positions }: Pick<InviteDialogProps, 'positions'>): ReactNode {
  const { text } = useText();
  const { data: teams = [] } = useTeams();
  return (
    <>
      <Form.Item<InviteFields> name="position" label={text(peopleTexts.positionLabel())}>
        <Select
          options={positions.map((value) => ({ value, label: text(peopleTexts.position(value)) }))}
        />
      </Form.Item>
      {teams.length > 0 && (
        <Form.Item<InviteFields> name="teamId" label={text(peopleTexts.team())}>
          <Select
            options={[
              { value: '', label: text(peopleTexts.noTeam()) },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
      )}
      <Form.Item<InviteFields>
        name="note"
        label={text(peopleTexts.note())}
        extra={text(peopleTexts.noteHint())}
      >
        <Input maxLength={MOST_NOTE_CHARS} />
      </Form.Item>
    </>
  );
}
