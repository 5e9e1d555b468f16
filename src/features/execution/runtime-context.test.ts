import { expect, test } from 'vitest';
import { buildFixedContext } from './fixed-context.ts';
import { buildRuntimeContext, type ContextRequest } from './runtime-context.ts';

const identity = {
  roleId: 'r1',
  orgId: 'o1',
  teamId: 't1',
  userId: 'u1',
  sessionId: 's1',
  isAdmin: true,
};

const build = (changes: Partial<ContextRequest> = {}) =>
  buildRuntimeContext({
    skill: 'weather',
    identity,
    teamRole: 'owner',
    fixed: buildFixedContext({ channel: 'web', raw_input: 'hi' }),
    configuration: { api_token: 't', channel: 'x' },
    extra: { job: 7, workspace_dir: '/kept', role_id: 'evil' },
    workspace: '/w',
    invokedAt: new Date(0),
    calledBy: undefined,
    isSelfAcquiring: false,
    ...changes,
  });

test('CTX-01 builds the keys of the dialog, chain and schedule lines', () => {
  expect(build()).toMatchObject({
    role_id: 'r1',
    org_id: 'o1',
    team_role: 'owner',
    chat_mode: true,
    session_id: 's1',
    user_id: 'u1',
    team_id: 't1',
    is_admin: true,
    channel: 'web',
    raw_input: 'hi',
    channel_registry: null,
    request: null,
    api_token: 't',
    API_TOKEN: 't',
    skill_args: { api_token: 't' },
    _meta: { skill_name: 'weather', invoked_at: '1970-01-01T00:00:00.000Z' },
    job: 7,
  });
});

test('ASY-03 the background context has its own keys and no others, also for a skill that is called', () => {
  const parts = { isBackground: true, extra: {}, configuration: { api_token: 't' } } as const;
  const { role_id, org_id, session_id, ...rest } = build(parts);
  expect({ role_id, org_id, session_id }).toEqual({
    role_id: 'r1',
    org_id: 'o1',
    session_id: 's1',
  });
  expect(rest).toEqual({
    ...buildFixedContext({ channel: 'web', raw_input: 'hi' }),
    chat_mode: true,
    is_admin: true,
    user_id: '',
    team_id: '',
    abort_signal: null,
    api_token: 't',
    API_TOKEN: 't',
    skill_configs: { api_token: 't', weather: { api_token: 't' } },
    skill_args: { api_token: 't' },
    workspace_dir: '/w',
  });
  expect(build({ ...parts, calledBy: 'brief' })).toHaveProperty('_called_by', 'brief');
});

test('CTX-03 a workspace_dir that is there already is kept, and an empty role has none', () => {
  expect(build()['workspace_dir']).toBe('/kept');
  expect(build({ extra: {} })['workspace_dir']).toBe('/w');
  const nobody = { identity: { ...identity, roleId: '' }, extra: {} };
  expect(build(nobody)).not.toHaveProperty('workspace_dir');
});

test('CAL-03 tells the callee who called', () => {
  expect(build({ calledBy: 'brief' })['_called_by']).toBe('brief');
  expect(build()).not.toHaveProperty('_called_by');
});

test('CTX-07 a skill that opens its own sessions has a db of null, the others no word of it', () => {
  expect(build({ isSelfAcquiring: true })['db']).toBeNull();
  expect(build()).not.toHaveProperty('db');
});
