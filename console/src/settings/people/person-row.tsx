// One person of the organisation, and what can be done for them.

import { App, Button, Modal, Select } from 'antd';
import type { ReactNode } from 'react';
import type { PersonBody } from '#contract/api/people-routes.ts';
import type { RouteAnswer, RouteBody } from '#contract/api/routes.ts';
import { peopleTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useChange } from '../../shell/use-change.ts';
import { useConfirm } from '../../shell/use-confirm.ts';
import { useText } from '../../text/use-text.ts';
import { positionsFor } from './positions.ts';
import { SecretLink } from './secret-link.tsx';

export interface PersonRowProps {
  readonly person: PersonBody;
  readonly me: PersonBody;
}

export function PersonRow({ person, me }: PersonRowProps): ReactNode {
  const { text } = useText();
  const isMe = person.id === me.id;
  const positions = positionsFor(me.position);
  const isAbove = !positions.includes(person.position);
  const { mutate: change, isPending } = useChangePerson(person);
  return (
    <li className="q-row">
      <div className="q-row-what">
        <div className="q-row-name">
          {person.name}
          {isMe && <span className="q-tag">{text(peopleTexts.you())}</span>}
          {person.is_disabled && <span className="q-tag">{text(peopleTexts.disabled())}</span>}
        </div>
        <div className="q-row-about">{person.login}</div>
      </div>
      <div className="q-row-acts">
        <Select
          size="small"
          value={person.position}
          disabled={isMe || isAbove || isPending}
          aria-label={text(peopleTexts.positionOf(person.name))}
          popupMatchSelectWidth={false}
          onChange={(position) => change({ position })}
          options={[...new Set([...positions, person.position])].map((value) => ({
            value,
            label: text(peopleTexts.position(value)),
          }))}
        />
        {!isAbove && !person.is_disabled && <LinkButton person={person} />}
        {!isMe && !isAbove && <DisableButton person={person} onSet={change} />}
      </div>
    </li>
  );
}

function useChangePerson(person: PersonBody) {
  const { text } = useText();
  const { message } = App.useApp();
  return useChange<RouteBody<'people.update'>, PersonBody>({
    make: (server, body) =>
      server.call('people.update', { params: { person_id: person.id }, body }),
    touches: [queryKeys.people],
    onDone: () => void message.success(text(frameTexts.saved())),
  });
}

function LinkButton({ person }: { readonly person: PersonBody }): ReactNode {
  const { text } = useText();
  const link = useChange<void, RouteAnswer<'people.link'>>({
    make: (server) => server.call('people.link', { params: { person_id: person.id } }),
    touches: [],
  });
  return (
    <>
      <Button size="small" loading={link.isPending} onClick={() => link.mutate()}>
        {text(peopleTexts.link())}
      </Button>
      {link.data !== undefined && (
        <Modal
          open
          title={text(peopleTexts.linkTitle(person.name))}
          mask={{ closable: false }}
          onCancel={link.reset}
          footer={<Button onClick={link.reset}>{text(frameTexts.close())}</Button>}
        >
          <SecretLink url={link.data.url} expiresAt={link.data.expires_at} />
        </Modal>
      )}
    </>
  );
}

interface DisableButtonProps {
  readonly person: PersonBody;
  readonly onSet: (change: { readonly is_disabled: boolean }) => void;
}

function DisableButton({ person, onSet }: DisableButtonProps): ReactNode {
  const { text } = useText();
  const confirm = useConfirm();
  if (person.is_disabled) {
    return (
      <Button size="small" onClick={() => onSet({ is_disabled: false })}>
        {text(peopleTexts.enable())}
      </Button>
    );
  }
  const ask = (): void =>
    confirm({
      title: peopleTexts.disableTitle(person.name),
      content: peopleTexts.disableHint(),
      action: peopleTexts.disable(),
      isDangerous: true,
      act: () => onSet({ is_disabled: true }),
    });
  return (
    <Button size="small" danger onClick={ask}>
      {text(peopleTexts.disable())}
    </Button>
  );
}
