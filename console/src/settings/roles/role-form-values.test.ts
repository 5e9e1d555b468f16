// A role is not changed by being looked at.

import { expect, test } from 'vitest';
import type { Role } from '../../api/use-roles.ts';
import { changeOf, fieldsOf } from './role-form-values.ts';

const ROLE: Role = {
  id: 'r',
  name: 'Analyst',
  persona: 'Brief.',
  model: 'openai/org/model-7b',
  skills: ['csv_profile'],
  limits: { max_rounds: 5, daily_tokens: 1000 },
  team_id: 't',
  is_archived: false,
  created_at: '2026-01-01T00:00:00Z',
};

test.each([
  ROLE,
  { ...ROLE, model: null, skills: null, team_id: null, limits: {} },
  { ...ROLE, model: 'offline', skills: [] },
  {
    ...ROLE,
    model: 'anthropic/claude',
    limits: { wall_sec: 30, skill_wall_sec: 10, storage_mb: 9 },
  },
])('a role with the model $model comes out of its form as it went in', (role) => {
  const { id: _id, is_archived: _archived, created_at: _at, ...fields } = role;
  expect(changeOf(fieldsOf(role))).toEqual(fields);
});

test('a new role has the server’s model, all skills and no limits', () => {
  expect(changeOf({ ...fieldsOf(undefined), name: ' New ' })).toEqual({
    name: 'New',
    persona: '',
    model: null,
    skills: null,
    limits: {},
    team_id: null,
  });
});
