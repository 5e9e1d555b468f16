import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccounts, type Caller, type Role } from '#features/accounts/index.ts';
import { createConfiguration, openSecrets } from '#features/configuration/index.ts';
import { createConversations, type RunnableTurn } from '#features/conversations/index.ts';
import { createUsage, createUsageLimits } from '#features/runs/index.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { readSettings } from '#system/settings.ts';
import { gather } from '../../tests/stubs/model-requests.ts';
import { startOpenAiStub } from '../../tests/stubs/openai-stub.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';
import { createRolePlans } from './role-plans.ts';

const database = await createTestDatabase(PLATFORM_MIGRATIONS);
const stub = await startOpenAiStub(() => ({ text: 'hi', usage: { prompt: 70, completion: 30 } }));
const dataFolder = mkdtempSync(join(tmpdir(), 'qiao-role-plans-'));
afterAll(async () => {
  await stub.close();
  await database.drop();
  rmSync(dataFolder, { recursive: true });
});

const now = (): Date => new Date();
const newId = randomUUID;
const randomToken = (): string => randomBytes(32).toString('base64url');
const accounts = createAccounts({ database, newId, randomToken });
const conversations = createConversations({ database, newId, owner: 'this test' });
const secrets = await openSecrets({ database, secretKey: undefined, dataFolder });
const usage = createUsage({ database, prices: {}, now, newId });
const plans = createRolePlans({
  settings: readSettings({
    QIAO_MODEL: 'openai/stub',
    OPENAI_BASE_URL: stub.baseUrl,
    OPENAI_API_KEY: 'sk-of-the-test',
  }),
  accounts,
  conversations,
  configuration: createConfiguration({ database, secrets: secrets.box, now }),
  usage,
  usageLimits: createUsageLimits({ database, now }),
  now,
});

let owner: Caller;
let teamId: string;

beforeAll(async () => {
  const start = await accounts.orgs.create({ name: 'Org', ownerLogin: newId(), language: 'en' });
  owner = present(await accounts.access.actAs(start));
  teamId = (await accounts.teams.create(owner, { name: 'Sales' })).id;
});

function present(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new TypeError('nobody');
  return caller;
}

async function newMember(): Promise<Caller> {
  const { token } = await accounts.invitations.create(owner, { position: 'member' });
  const person = { name: 'Ada', login: newId(), language: 'en' } as const;
  const { cookie } = await accounts.invitations.accept(token, person, { address: '192.0.2.1' });
  return present(await accounts.access.authenticate({ cookie }));
}

/** A turn of a conversation that began while the person might talk to the role. */
async function turnOf({ orgId, personId }: Caller, { id: roleId }: Role): Promise<RunnableTurn> {
  const place = { orgId, personId, channel: 'web' };
  const externalId = `web_u_${personId}__${orgId}`;
  const session = await conversations.sessions.create({ ...place, roleId, externalId });
  const said = { language: 'en', text: 'hello' } as const;
  return {
    id: newId(),
    ...place,
    sessionId: session.id,
    ...said,
    attachments: [],
    isStopWanted: false,
  };
}

async function namesOf(skills: readonly string[] | null): Promise<readonly string[] | undefined> {
  const role = await accounts.roles.create(owner, { name: newId(), skills });
  return (await plans.planTurn(await turnOf(owner, role))).skillNames;
}

test('OFF-07 a role with a list of skills can read on what these give, one without skills has nothing to read', async () => {
  expect(await namesOf(['mailer'])).toEqual(['mailer', 'read_result', 'read_skill_file']);
  expect(await namesOf(['read_result', 'mailer'])).toEqual([
    'read_result',
    'mailer',
    'read_skill_file',
  ]);
  expect(await namesOf([])).toEqual([]);
  expect(await namesOf(null)).toBeUndefined();
});

test('who has left the team is not answered by its role any more', async () => {
  const member = await newMember();
  const place = { personId: member.personId, teamRole: 'member' } as const;
  await accounts.teams.setMember(owner, teamId, place);
  const role = await accounts.roles.create(owner, { name: newId(), teamId });
  const turn = await turnOf(member, role);
  const { identity } = await plans.planTurn(turn);
  expect(identity).toMatchObject({ roleId: role.id, teamId, teamRole: 'member' });

  await accounts.teams.removeMember(owner, teamId, member.personId);
  await expect(plans.planTurn(turn)).rejects.toMatchObject({ code: 'not-allowed' });
});

test('a role that is given to a team answers those outside it no more, admins still', async () => {
  const member = await newMember();
  const role = await accounts.roles.create(owner, { name: newId() });
  const [theirs, admins] = [await turnOf(member, role), await turnOf(owner, role)];
  await plans.planTurn(theirs);

  await accounts.roles.update(owner, role.id, { teamId });
  await expect(plans.planTurn(theirs)).rejects.toMatchObject({ code: 'not-allowed' });
  expect((await plans.planTurn(admins)).identity.teamId).toBe(teamId);
});

test('ASY-06 what was asked for runs later only where the role and the person still may', async () => {
  const member = await newMember();
  const role = await accounts.roles.create(owner, { name: newId(), skills: ['film'] });
  const use = { orgId: owner.orgId, roleId: role.id, userId: member.personId };
  const refusal = async (skill: string) => (await plans.refusalOf(use, skill))?.en;
  expect(await refusal('film')).toBeUndefined();
  expect(await refusal('mailer')).toContain('not in the list of skills');
  await accounts.people.update(owner, member.personId, { isDisabled: true });
  expect(await refusal('film')).toContain('no longer open to you');
  await accounts.roles.update(owner, role.id, { isArchived: true });
  expect(await refusal('film')).toContain('archived or removed');
});

test('what a person has said before they were disabled is not answered', async () => {
  const member = await newMember();
  const turn = await turnOf(member, await accounts.roles.create(owner, { name: newId() }));
  await accounts.people.update(owner, member.personId, { isDisabled: true });
  await expect(plans.planTurn(turn)).rejects.toMatchObject({ code: 'not-allowed' });
});

test.each([
  ['zh', '我是离线应答器', '「设置 → 模型服务」'],
  ['en', 'I am the offline responder', '"Settings → Model providers"'],
] as const)(
  'without a model it is answered in the turn’s language: %s',
  async (language, words, page) => {
    const role = await accounts.roles.create(owner, { name: newId(), model: 'offline' });
    const said = async (who: Caller) => {
      const { model } = await plans.planTurn({ ...(await turnOf(who, role)), language });
      return (await gather(model)).text;
    };
    expect(await said(owner)).toContain(words);
    // Who can set it up is told where; nobody on a page has variables.
    expect(await said(owner)).toContain(page);
    expect(await said(owner)).not.toContain('QIAO_MODEL');
    expect(await said(await newMember())).not.toContain(page);
  },
);

test('what a skill asks the role’s model itself counts, and ends at the role’s limit', async () => {
  const limits = { dailyTokens: 150 };
  const { id: roleId } = await accounts.roles.create(owner, { name: newId(), limits });
  const { orgId, personId } = owner;
  const ask = async () => gather(await plans.modelOf({ orgId, roleId, userId: personId }));
  await ask();
  await ask();
  const today = now().toISOString().slice(0, 10);
  const lines = await usage.report(orgId, { from: today, to: today, by: 'role' });
  expect(lines.find(({ key }) => key === roleId)).toMatchObject({
    requests: 2,
    inputTokens: 140,
    outputTokens: 60,
  });
  await expect(ask()).rejects.toMatchObject({ code: 'limit-reached' });
});
