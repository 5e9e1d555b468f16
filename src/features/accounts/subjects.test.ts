// What can be kept in organisations, teams, roles and contacts, and how lists are read.

import { expect, test } from 'vitest';
import { createAccountFixture } from './testing/account-fixture.ts';

const { accounts, newOrg, join } = await createAccountFixture();

const INVALID = { code: 'request-invalid' };
const CONFLICT = { code: 'conflict' };

test('a list comes in pages that join without a gap', async () => {
  const { owner } = await newOrg();
  for (let index = 0; index < 7; index += 1) {
    await accounts.teams.create(owner, { name: `Team ${index}` });
  }
  const names: string[] = [];
  let after: string | null | undefined;
  const sizes: number[] = [];
  while (after !== null) {
    const page = await accounts.teams.list(owner, { limit: 3, after });
    names.push(...page.items.map(({ name }) => name));
    sizes.push(page.items.length);
    after = page.next;
  }
  expect(sizes).toEqual([3, 3, 1]);
  expect(names).toEqual(Array.from({ length: 7 }, (_, index) => `Team ${index}`));
});

test('a page that is just full has nothing after it', async () => {
  const { owner } = await newOrg();
  for (const name of ['A', 'B']) await accounts.teams.create(owner, { name });
  expect((await accounts.teams.list(owner, { limit: 2 })).next).toBeNull();
});

test.each([0, -1, 201, 1.5, Number.NaN])('a limit of %d is refused', async (limit) => {
  const { owner } = await newOrg();
  await expect(accounts.people.list(owner, { limit })).rejects.toMatchObject(INVALID);
});

test.each(['', 'x', '-1', '1e3', '9'.repeat(30), "1' or true --"])(
  'a cursor that was never given is refused: %j',
  async (after) => {
    const { owner } = await newOrg();
    await expect(accounts.roles.list(owner, { after })).rejects.toMatchObject(INVALID);
  },
);

test('people are found by a part of name or login, in any case and script', async () => {
  const { owner } = await newOrg();
  const tag = owner.orgId.slice(0, 8);
  await join(owner, 'member', `王小明-${tag}`);
  await join(owner, 'member', `BOB-${tag}@example.org`);
  const found = async (search: string) =>
    (await accounts.people.list(owner, { search })).items.length;
  expect(await found('小明')).toBe(1);
  expect(await found('bob-')).toBe(1);
  expect(await found('%')).toBe(0);
  expect(await found('_')).toBe(0);
  await expect(found('\0')).rejects.toMatchObject(INVALID);
});

test('an organisation keeps its settings; retention is a number of days or for ever', async () => {
  const { owner } = await newOrg();
  expect((await accounts.orgs.get(owner)).settings).toEqual({ retentionDays: null });
  await accounts.orgs.update(owner, { settings: { retentionDays: 90 } });
  const renamed = await accounts.orgs.update(owner, { name: '  新名字 ' });
  expect(renamed).toMatchObject({ name: '新名字', settings: { retentionDays: 90 } });
  await accounts.orgs.update(owner, { settings: { retentionDays: null } });
  expect((await accounts.orgs.get(owner)).settings).toEqual({ retentionDays: null });
  for (const retentionDays of [0, -1, 1.5, 1e9]) {
    await expect(
      accounts.orgs.update(owner, { settings: { retentionDays } }),
    ).rejects.toMatchObject(INVALID);
  }
});

test.each(['', '   ', 'a\nb', 'a\0b', '\uD800', 'x'.repeat(201)])(
  'a name that is empty, long or unshowable is refused: %j',
  async (name) => {
    const { owner } = await newOrg();
    await expect(accounts.teams.create(owner, { name })).rejects.toMatchObject(INVALID);
    await expect(accounts.roles.create(owner, { name })).rejects.toMatchObject(INVALID);
    await expect(accounts.orgs.update(owner, { name })).rejects.toMatchObject(INVALID);
  },
);

test('team names are unique in an organisation whatever the case, and free in another', async () => {
  const { owner } = await newOrg();
  await accounts.teams.create(owner, { name: 'Café' });
  const second = await accounts.teams.create(owner, { name: 'Second' });
  await expect(accounts.teams.create(owner, { name: 'CAFE\u0301' })).rejects.toMatchObject(
    CONFLICT,
  );
  await expect(accounts.teams.rename(owner, second.id, 'café')).rejects.toMatchObject(CONFLICT);
  const { owner: stranger } = await newOrg();
  expect((await accounts.teams.create(stranger, { name: 'Café' })).name).toBe('Café');
});

test('a team with roles stays; without them it goes with its invitations', async () => {
  const { owner } = await newOrg();
  const team = await accounts.teams.create(owner, { name: 'T' });
  const role = await accounts.roles.create(owner, { name: 'R', teamId: team.id });
  await accounts.invitations.create(owner, { position: 'member', teamId: team.id });
  await expect(accounts.teams.remove(owner, team.id)).rejects.toMatchObject(CONFLICT);
  await accounts.roles.update(owner, role.id, { teamId: null });
  await accounts.teams.remove(owner, team.id);
  await expect(accounts.teams.get(owner, team.id)).rejects.toMatchObject({ code: 'not-found' });
  expect((await accounts.invitations.list(owner)).items).toEqual([]);
});

test('a role keeps what it is given, word for word', async () => {
  const { owner } = await newOrg();
  const content = {
    name: '分析师',
    persona: '你是分析师。\n第二行 — "quotes" \\ 💩',
    model: 'openai/gpt',
    skills: ['a-b', '中文'],
    limits: { maxRounds: 4, wallSec: 60, dailyTokens: 1_000_000 },
  };
  const role = await accounts.roles.create(owner, content);
  expect(role).toMatchObject({ ...content, teamId: null, isArchived: false });
  expect(await accounts.roles.get(owner, role.id)).toEqual(role);
  expect(await accounts.roles.find(owner.orgId, role.id)).toEqual(role);
  const changed = await accounts.roles.update(owner, role.id, { skills: null, model: null });
  expect(changed).toEqual({ ...role, skills: null, model: null });
  expect((await accounts.roles.update(owner, role.id, { skills: [] })).skills).toEqual([]);
});

test('an archived role is not listed, keeps its conversations’ name, and frees it', async () => {
  const { owner } = await newOrg();
  const role = await accounts.roles.create(owner, { name: 'Helper' });
  await expect(accounts.roles.create(owner, { name: 'HELPER' })).rejects.toMatchObject(CONFLICT);
  await accounts.roles.update(owner, role.id, { isArchived: true });
  const listed = async (archived: boolean) =>
    (await accounts.roles.list(owner, { archived })).items.map(({ name }) => name);
  expect(await listed(false)).toEqual(['Qiao']);
  expect(await listed(true)).toEqual(['Qiao', 'Helper']);
  expect((await accounts.roles.get(owner, role.id)).isArchived).toBe(true);
  await accounts.roles.create(owner, { name: 'Helper' });
  const unarchiving = accounts.roles.update(owner, role.id, { isArchived: false });
  await expect(unarchiving).rejects.toMatchObject(CONFLICT);
});

test('a role of one organisation is not found for another’s turn', async () => {
  const { roleId } = await newOrg();
  const { owner: stranger } = await newOrg();
  expect(await accounts.roles.find(stranger.orgId, roleId)).toBeUndefined();
});

test('a contact’s key is unique for its channel in an organisation', async () => {
  const { owner } = await newOrg();
  const { owner: stranger } = await newOrg();
  await accounts.contacts.create(owner, { channel: 'feishu', key: 'ou_1' });
  await expect(
    accounts.contacts.create(owner, { channel: 'feishu', key: 'ou_1' }),
  ).rejects.toMatchObject(CONFLICT);
  await accounts.contacts.create(owner, { channel: 'wecom', key: 'ou_1' });
  await accounts.contacts.create(stranger, { channel: 'feishu', key: 'ou_1' });
  const { items } = await accounts.contacts.list(owner, { channel: 'feishu' });
  expect(items).toHaveLength(1);
});

test('what a channel tells is remembered without losing what an admin wrote', async () => {
  const { owner } = await newOrg();
  const { orgId } = owner;
  const told = { channel: 'feishu', key: 'ou_1', name: '张三', tags: ['a'] };
  const first = await accounts.contacts.remember(orgId, told);
  await accounts.contacts.update(owner, first.id, { empNo: 'E1', title: '工程师' });
  const again = await accounts.contacts.remember(orgId, { ...told, name: '张三丰' });
  expect(again).toMatchObject({ id: first.id, name: '张三丰', empNo: 'E1', title: '工程师' });
  expect(await accounts.contacts.remember(orgId, { ...told, name: '张三丰' })).toEqual(again);
});

test('a contact told twice at once is one', async () => {
  const { owner } = await newOrg();
  const told = { channel: 'feishu', key: 'ou_2', name: 'X' };
  const made = await Promise.all(
    Array.from({ length: 5 }, () => accounts.contacts.remember(owner.orgId, told)),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});

test('contacts are found by name, key and employee number', async () => {
  const { owner } = await newOrg();
  await accounts.contacts.create(owner, {
    channel: 'feishu',
    key: 'ou_abc',
    name: '李四',
    empNo: 'E77',
  });
  for (const search of ['李', 'OU_A', 'e77']) {
    expect((await accounts.contacts.list(owner, { search })).items).toHaveLength(1);
  }
});

test('words that can’t be stored are refused with the field’s name', async () => {
  const { owner } = await newOrg();
  const contact = { channel: 'x', key: 'y' };
  await expect(accounts.contacts.create(owner, { ...contact, department: 'a\0' })).rejects.toThrow(
    /department/,
  );
  await expect(
    accounts.contacts.create(owner, { ...contact, tags: ['ok', 'x'.repeat(1001)] }),
  ).rejects.toThrow(/tags/);
  await expect(
    accounts.roles.create(owner, { name: 'R', persona: 'x'.repeat(100_001) }),
  ).rejects.toThrow(/persona/);
});

test('an id that is none is not found', async () => {
  const { owner } = await newOrg();
  for (const id of ['', 'x', '../..', "' or true --"]) {
    await expect(accounts.people.get(owner, id)).rejects.toMatchObject({ code: 'not-found' });
  }
  await expect(accounts.people.get(owner, '\0')).rejects.toMatchObject(INVALID);
  await expect(accounts.people.update(owner, '\0', {})).rejects.toMatchObject(INVALID);
});
