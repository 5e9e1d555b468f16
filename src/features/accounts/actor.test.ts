// Who is acting, in the words that skills know.

import { expect, test } from 'vitest';
import { actorFacts, actorKeyOf } from './actor.ts';
import type { Contact } from './contacts.ts';
import { createAccountFixture } from './testing/account-fixture.ts';

const { accounts, newOrg, join } = await createAccountFixture();
const { owner } = await newOrg();

const NOBODY = { channel: 'web', peerUserId: '', externalId: '' };

test.each([
  [
    'the peer of a third-party channel',
    { channel: 'feishu', peerUserId: 'ou_1', externalId: 'oc_9' },
    'ou_1',
  ],
  ['else its external id', { channel: 'wecom', peerUserId: '', externalId: 'ww_2' }, 'ww_2'],
  [
    'the contact’s key first',
    { channel: 'feishu', peerUserId: 'ou_1', externalId: '', contactKey: 'k' },
    'k',
  ],
  ['a web user', { channel: 'web', peerUserId: '', externalId: 'web_u_42__s1' }, '42'],
  [
    'a web user in the console',
    { channel: 'web_admin', peerUserId: '', externalId: 'web_u_42__s1' },
    '42',
  ],
  [
    'a web user with nothing after it',
    { channel: 'web', peerUserId: '', externalId: 'web_u_42__' },
    '42',
  ],
  [
    'an id with underscores',
    { channel: 'web', peerUserId: '', externalId: 'web_u_a_b__c__d' },
    'a_b',
  ],
  ['an anonymous visitor', { channel: 'web', peerUserId: '', externalId: 'visitor-1' }, ''],
  ['an anonymous visitor with a peer', { channel: 'web', peerUserId: 'p', externalId: '' }, ''],
  ['a web form without an id', { channel: 'web', peerUserId: '', externalId: 'web_u___x' }, ''],
  ['a web form without its end', { channel: 'web', peerUserId: '', externalId: 'web_u_42' }, ''],
  [
    'a web form not at the start',
    { channel: 'web', peerUserId: '', externalId: 'x_web_u_42__s' },
    '',
  ],
  [
    'a delegation',
    { channel: 'web_admin', peerUserId: '', externalId: 'orgdeleg:web_u_42__s' },
    '',
  ],
  [
    'a web form on a third-party channel',
    { channel: 'telegram', peerUserId: '', externalId: 'web_u_42__s' },
    'web_u_42__s',
  ],
  [
    'an admin on behalf',
    { channel: 'feishu', peerUserId: 'ou_1', externalId: 'x', contactKey: 'k', isOnBehalf: true },
    '',
  ],
  [
    'an admin on behalf on the web',
    { channel: 'web', peerUserId: '', externalId: 'web_u_42__s', isOnBehalf: true },
    '',
  ],
  ['nobody', NOBODY, ''],
])('ACT-01 the key of %s', (_, place, key) => {
  expect(actorKeyOf(place)).toBe(key);
});

const contact: Contact = {
  id: 'c1',
  orgId: 'o1',
  channel: 'feishu',
  key: 'ou_1',
  name: '张三',
  phone: '+86 1',
  title: '工程师',
  department: '研发',
  departmentId: 'd7',
  departmentPath: '公司/研发',
  position: 'P6',
  tags: ['vip'],
  empNo: 'E1',
  personId: null,
  createdAt: new Date(0),
};

test('ACT-01 a contact gives all its words to the fixed context', () => {
  expect(actorFacts({ key: 'ou_1', contact })).toEqual({
    actor_name: '张三',
    actor_type: 'contact',
    actor_phone: '+86 1',
    actor_title: '工程师',
    actor_department: '研发',
    actor_department_id: 'd7',
    actor_department_path: '公司/研发',
    actor_position: 'P6',
    actor_tags: ['vip'],
    actor_key: 'ou_1',
    actor_emp_no: 'E1',
    actor_id: 'c1',
    actor_is_admin: false,
  });
});

test('ACT-02 an admin who fills in on behalf leaves no word of who reports', async () => {
  const { caller } = await join(owner, 'admin');
  const { orgId, personId } = caller;
  await accounts.contacts.create(owner, {
    channel: 'web',
    key: personId,
    phone: '+86 2',
    title: 'Engineer',
    department: 'R&D',
    departmentId: 'd7',
    departmentPath: 'Company/R&D',
    position: 'P6',
    tags: ['vip'],
    empNo: 'E2',
  });
  const place = { ...NOBODY, orgId, externalId: `web_u_${personId}__s` };
  const itself = await accounts.actors.resolve(place);
  expect(itself.facts).toMatchObject({ actor_key: personId, actor_title: 'Engineer' });
  const onBehalf = await accounts.actors.resolve({ ...place, isOnBehalf: true });
  expect(onBehalf).toEqual({
    personId,
    facts: {
      ...actorFacts({ key: '' }),
      actor_name: 'Somebody',
      actor_type: 'person',
      actor_phone: '+86 2',
      actor_is_admin: true,
    },
  });
});

test('ACT-01 nobody gives empty words, the same ones', () => {
  const nobody = actorFacts({ key: '' });
  expect(Object.keys(nobody)).toEqual(Object.keys(actorFacts({ key: 'ou_1', contact })));
  for (const word of Object.values(nobody)) expect(['', false, []]).toContainEqual(word);
});

test('ACT-01 a signed-in person is known by the external id of their web session', async () => {
  const { caller } = await join(owner, 'admin');
  const externalId = `web_u_${caller.personId}__s1`;
  const { facts, personId } = await accounts.actors.resolve({
    ...NOBODY,
    orgId: owner.orgId,
    externalId,
  });
  expect(personId).toBe(caller.personId);
  expect(facts).toMatchObject({
    actor_name: 'Somebody',
    actor_type: 'person',
    actor_key: caller.personId,
    actor_id: caller.personId,
    actor_position: '',
    actor_is_admin: true,
  });
});

test('ACT-01 a channel’s contact who is a person of the organisation is both', async () => {
  const { caller } = await join(owner, 'member');
  await accounts.contacts.create(owner, {
    channel: 'feishu',
    key: 'ou_both',
    title: 'Engineer',
    personId: caller.personId,
  });
  const { facts, personId } = await accounts.actors.resolve({
    orgId: owner.orgId,
    channel: 'feishu',
    peerUserId: 'ou_both',
    externalId: 'oc_group',
  });
  expect(personId).toBe(caller.personId);
  expect(facts).toMatchObject({
    actor_type: 'person',
    actor_name: 'Somebody',
    actor_title: 'Engineer',
    actor_key: 'ou_both',
    actor_is_admin: false,
  });
});

test('ACT-01 no contact makes somebody else of who is signed in on the web', async () => {
  const { caller } = await join(owner, 'admin');
  const { orgId, personId } = caller;
  await accounts.contacts.create(owner, {
    channel: 'web',
    key: personId,
    title: 'Engineer',
    personId: owner.personId,
  });
  const externalId = `web_u_${personId}__s1`;
  const actor = await accounts.actors.resolve({ ...NOBODY, orgId, externalId });
  expect(actor.personId).toBe(personId);
  expect(actor.facts).toMatchObject({ actor_id: personId, actor_title: 'Engineer' });
});

test('ACT-01 an unknown peer has a key and nothing else', async () => {
  const { facts, personId } = await accounts.actors.resolve({
    orgId: owner.orgId,
    channel: 'feishu',
    peerUserId: 'ou_unknown',
    externalId: '',
  });
  expect(personId).toBeNull();
  expect(facts).toEqual(actorFacts({ key: 'ou_unknown' }));
});

test('ORG-01 a person or contact of another organisation is nobody here', async () => {
  const { owner: stranger } = await newOrg();
  await accounts.contacts.create(stranger, { channel: 'feishu', key: 'ou_theirs', name: 'Secret' });
  const onWeb = { ...NOBODY, externalId: `web_u_${stranger.personId}__s` };
  for (const place of [onWeb, { channel: 'feishu', peerUserId: 'ou_theirs', externalId: '' }]) {
    const { facts, personId } = await accounts.actors.resolve({ ...place, orgId: owner.orgId });
    expect(personId).toBeNull();
    expect(facts).toMatchObject({ actor_name: '', actor_id: '', actor_is_admin: false });
  }
});

test('ACT-01 a disabled person is no admin, and nobody', async () => {
  const { caller } = await join(owner, 'admin');
  await accounts.people.update(owner, caller.personId, { isDisabled: true });
  const { facts, personId } = await accounts.actors.resolve({
    ...NOBODY,
    orgId: owner.orgId,
    externalId: `web_u_${caller.personId}__s`,
  });
  expect([personId, facts.actor_is_admin]).toEqual([null, false]);
});

test('CTX-08 external_id is not among the words that skills get', async () => {
  const { caller } = await join(owner, 'member');
  for (const place of [
    { ...NOBODY, externalId: `web_u_${caller.personId}__session-7` },
    { channel: 'feishu', peerUserId: 'ou_x', externalId: 'oc_secret' },
  ]) {
    const { facts } = await accounts.actors.resolve({ ...place, orgId: owner.orgId });
    expect(Object.keys(facts).every((word) => word.startsWith('actor_'))).toBe(true);
    expect(Object.values(facts)).not.toContain(place.externalId);
  }
});
