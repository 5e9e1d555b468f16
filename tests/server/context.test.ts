// The context that skills get from a running server: who acts, where, and how the skill is configured.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { jsonObjectSchema } from '#contract/json-object.ts';
import { makeSkill } from '../make-skill.ts';
import { invite, type Person } from './people.ts';
import { startServer, type TestServer } from './run-server.ts';
import { startObedientModel, talkTo } from './talk.ts';

const manifest = (name: string) =>
  `---\nname: ${name}\ndescription: Gives back its context.\nenv:\n  - name: api_token\n    secret: true\n    required: false\n---\n`;
/** Each gives back its input and all of its context that JSON can hold, and calls the other one. */
const skills = await Promise.all([
  makeSkill('tell-node', {
    'SKILL.md': manifest('tell-node'),
    'handler.ts': `export async function execute(input, ctx) {
      const child = input.child ? await ctx.call_skill(input.child, {}) : null;
      const data = Object.entries(ctx).filter(([, value]) => {
        try { return JSON.stringify(value) !== undefined && typeof value !== 'object' || value === null ||
          Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype; } catch { return false; }
      });
      return { success: true, input, keys: Object.keys(ctx), context: JSON.parse(JSON.stringify(Object.fromEntries(data))), child };
    }`,
  }),
  makeSkill('tell-python', {
    'SKILL.md': manifest('tell-python'),
    'handler.py': `
import json

def plain(value):
    try:
        json.dumps(value)
        return True
    except (TypeError, ValueError):
        return False

async def execute(input_data, ctx):
    child = None
    if input_data.get("child"):
        child = await ctx["call_skill"](input_data["child"], {})
    context = {key: value for key, value in ctx.items() if plain(value)}
    return {"success": True, "input": input_data, "keys": list(ctx), "context": context, "child": child}
`,
  }),
]);
const NAMES = ['tell-node', 'tell-python'] as const;
const SECRET = 'hunter2-and-more';

const stub = await startObedientModel();
const environment = {
  QIAO_MODEL: 'openai/stub',
  OPENAI_BASE_URL: stub.baseUrl,
  OPENAI_API_KEY: 'sk-test',
  // The context of a skill that calls another one is longer than what a model is given at once.
  TOOL_RESULT_OFFLOAD_CHARS: '1000000',
};
let server: TestServer;
let team: string;
let teamRole: string;
let plainRole: string;
let ownerId: string;
let ada: Person;

beforeAll(async () => {
  server = await startServer({ skills, environment });
  const { client } = server;
  ownerId = (await client.call('me.get')).person.id;
  team = (await client.call('teams.create', { body: { name: 'Sales' } })).id;
  const persona = 'You are Sal of Sales.';
  const body = { name: 'Sal', persona, team_id: team, skills: [...NAMES] };
  teamRole = (await client.call('roles.create', { body })).id;
  plainRole = (await client.call('roles.create', { body: { name: 'Plain' } })).id;
  ada = await invite(server, {
    name: 'ada',
    position: 'member',
    team: { id: team, role: 'admin' },
  });
  for (const skill of NAMES) await configure(skill);
}, 120_000);
afterAll(async () => {
  await server.remove();
  await stub.close();
});

/** Each layer sets what only it has, and what the nearer ones set again. */
async function configure(skill: string): Promise<void> {
  const set = (layer: 'org' | 'team' | 'role', values: Record<string, string>, owner_id?: string) =>
    server.client.call('configuration.update', {
      params: { skill },
      query: { layer, owner_id },
      body: { values },
    });
  await set('org', { city: 'org', region: 'org', only_org: `of ${skill}`, session_id: 'forged' });
  await set('team', { city: 'team', region: 'team' }, team);
  await set('role', { city: 'role', api_token: SECRET }, teamRole);
}

interface Told {
  readonly input: JsonObject;
  readonly keys: readonly string[];
  readonly context: JsonObject;
  readonly child: JsonObject | null;
  /** As it was stored and told. */
  readonly text: string;
  readonly session: string;
}

async function contextOf(
  skill: string,
  { client = server.client, role = teamRole, input = {} }: ContextRequest = {},
): Promise<Told> {
  const talk = await talkTo(client, role);
  const { turn, events } = await talk.say(`call ${skill} ${JSON.stringify(input)}`);
  const result = jsonObjectSchema.parse(turn.calls[0]?.result);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the skills above give it
  const told = result as unknown as Told;
  return { ...told, text: JSON.stringify([turn, events]), session: talk.session };
}

interface ContextRequest {
  readonly client?: Person['client'];
  readonly role?: string;
  readonly input?: JsonObject;
}

test.each(NAMES)('CTX-01, CTX-02, CTX-03 %s gets who, where and the fixed words', async (skill) => {
  const { context, keys, session } = await contextOf(skill);
  expect(context).toMatchObject({
    role_id: teamRole,
    team_id: team,
    team_role: '',
    chat_mode: true,
    session_id: session,
    user_id: ownerId,
    is_admin: true,
    raw_input: `call ${skill} {}`,
    attachments: [],
    actor_name: expect.any(String),
    actor_type: 'person',
    actor_phone: '',
    actor_title: '',
    actor_department: '',
    actor_department_id: '',
    actor_department_path: '',
    actor_position: '',
    actor_tags: [],
    actor_key: ownerId,
    actor_emp_no: '',
    actor_id: ownerId,
    actor_is_admin: true,
    channel: 'web',
    triggered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    triggered_at_str: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    workspace_dir: expect.stringContaining(session),
    channel_registry: null,
    request: null,
    _meta: { skill_name: skill, invoked_at: expect.any(String) },
  });
  expect(context['org_id']).toMatch(/./);
  expect(keys).toEqual(
    expect.arrayContaining(['db', 'db_factory', 'provider', 'call_skill', 'abort_signal']),
  );
});

test.each(NAMES)(
  'CTX-06, ACT-01 %s learns a member’s part in the team, also when called',
  async (skill) => {
    const other = NAMES.find((name) => name !== skill);
    const { context, child } = await contextOf(skill, {
      client: ada.client,
      input: { child: other ?? '' },
    });
    const who = { user_id: ada.id, team_role: 'admin', is_admin: false, actor_is_admin: false };
    const actor = { actor_key: ada.id, actor_id: ada.id, actor_name: 'ada' };
    expect(context).toMatchObject({ ...who, ...actor, team_id: team });
    expect(child).toMatchObject({ context: { ...who, ...actor, _called_by: skill } });
  },
);

test.each(NAMES)('CTX-08 %s gets no external_id and no allow_sql', async (skill) => {
  const { keys, text } = await contextOf(skill, { client: ada.client });
  expect(keys).not.toContain('external_id');
  expect(keys).not.toContain('allow_sql');
  expect(text).not.toContain('web_u_');
});

test.each(NAMES)(
  'CFG-04, CFG-01 %s gets the nearest layer’s values, with upper-case aliases',
  async (skill) => {
    const values = { city: 'role', region: 'team', only_org: `of ${skill}` };
    const { context } = await contextOf(skill);
    expect(context).toMatchObject({
      ...values,
      CITY: 'role',
      REGION: 'team',
      ONLY_ORG: `of ${skill}`,
      skill_args: values,
      skill_configs: { ...values, [skill]: values },
    });
    const plain = await contextOf(skill, { role: plainRole });
    expect(plain.context).toMatchObject({ city: 'org', region: 'org', team_id: '', team_role: '' });
    expect(plain.keys).not.toContain('api_token');
  },
);

test.each(NAMES)(
  'CFG-01 %s gets its own entry only, and what it calls gets its own',
  async (skill) => {
    const other = NAMES.find((name) => name !== skill) ?? '';
    const { context, child } = await contextOf(skill, { input: { child: other } });
    expect(Object.keys(jsonObjectSchema.parse(context['skill_configs']))).not.toContain(other);
    expect(context['only_org']).toBe(`of ${skill}`);
    const called = jsonObjectSchema.parse(child?.['context']);
    expect(called).toMatchObject({
      only_org: `of ${other}`,
      skill_args: { only_org: `of ${other}` },
    });
    expect(Object.keys(jsonObjectSchema.parse(called['skill_configs']))).not.toContain(skill);
  },
);

test.each(NAMES)(
  'CFG-03 a secret that %s gives back is masked in what is told and kept',
  async (skill) => {
    const { context, keys, text } = await contextOf(skill);
    expect(keys).toEqual(expect.arrayContaining(['api_token', 'API_TOKEN']));
    expect(context['api_token']).not.toBe(SECRET);
    expect(text).not.toContain(SECRET);
    expect(server.log()).not.toContain(SECRET);
  },
);

test.each(NAMES)(
  'CTX-09 neither a model nor a configuration puts its words into the context of %s',
  async (skill) => {
    const forged = { user_id: 'forged', actor_key: 'forged', _meta: 'forged', note: 'kept' };
    const { context, input, session } = await contextOf(skill, { input: forged });
    expect(input).toEqual({ note: 'kept' });
    expect(context).toMatchObject({ user_id: ownerId, actor_key: ownerId, session_id: session });
    expect(context['note']).toBeUndefined();
  },
);

test('OFF-07 a role’s persona is what its model is told first, and its skills are what the model is offered, with what reads their results', async () => {
  await contextOf('tell-node');
  expect(stub.requests.at(-1)?.body).toMatchObject({
    messages: [{ role: 'system', content: 'You are Sal of Sales.' }, { role: 'user' }, {}, {}],
    tools: ['read_result', 'read_skill_file', ...NAMES].map((name) => ({ function: { name } })),
  });
});
