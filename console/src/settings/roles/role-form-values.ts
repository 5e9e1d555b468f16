// Between a role as the server has it and the fields of its form.

import type { RoleChangeBody } from '#contract/api/role-routes.ts';
import type { Role } from '../../api/use-roles.ts';

export type ModelKind = 'server' | 'offline' | 'openai' | 'anthropic';

export interface RoleFields {
  readonly name: string;
  readonly persona: string;
  readonly modelKind: ModelKind;
  readonly modelName: string;
  readonly skillChoice: 'all' | 'chosen';
  readonly skills: readonly string[];
  /** Empty: everybody. */
  readonly teamId: string;
  readonly maxRounds: number | null;
  readonly wallSec: number | null;
  readonly skillWallSec: number | null;
  readonly dailyTokens: number | null;
  readonly storageMb: number | null;
}

type Given = Pick<Role, 'name' | 'persona' | 'model' | 'skills' | 'limits' | 'team_id'>;

const NEW_ROLE: Given = {
  name: '',
  persona: '',
  model: null,
  skills: null,
  limits: {},
  team_id: null,
};

export function fieldsOf(role: Role | undefined): RoleFields {
  const { name, persona, model, skills, limits, team_id: teamId } = role ?? NEW_ROLE;
  return {
    name,
    persona,
    ...modelFields(model),
    skillChoice: skills === null ? 'all' : 'chosen',
    skills: skills ?? [],
    teamId: teamId ?? '',
    maxRounds: limits.max_rounds ?? null,
    wallSec: limits.wall_sec ?? null,
    skillWallSec: limits.skill_wall_sec ?? null,
    dailyTokens: limits.daily_tokens ?? null,
    storageMb: limits.storage_mb ?? null,
  };
}

export function changeOf(fields: RoleFields): RoleChangeBody & { readonly name: string } {
  const { maxRounds, wallSec, skillWallSec, dailyTokens, storageMb } = fields;
  return {
    name: fields.name.trim(),
    persona: fields.persona,
    model: modelOf(fields),
    skills: fields.skillChoice === 'all' ? null : [...fields.skills],
    team_id: fields.teamId === '' ? null : fields.teamId,
    limits: {
      ...(maxRounds !== null && { max_rounds: maxRounds }),
      ...(wallSec !== null && { wall_sec: wallSec }),
      ...(skillWallSec !== null && { skill_wall_sec: skillWallSec }),
      ...(dailyTokens !== null && { daily_tokens: dailyTokens }),
      ...(storageMb !== null && { storage_mb: storageMb }),
    },
  };
}

function modelFields(model: string | null): Pick<RoleFields, 'modelKind' | 'modelName'> {
  if (model === null) return { modelKind: 'server', modelName: '' };
  if (model === 'offline') return { modelKind: 'offline', modelName: '' };
  const modelKind = model.startsWith('anthropic/') ? 'anthropic' : 'openai';
  return { modelKind, modelName: model.slice(modelKind.length + 1) };
}

function modelOf({ modelKind, modelName }: RoleFields): string | null {
  if (modelKind === 'server') return null;
  return modelKind === 'offline' ? 'offline' : `${modelKind}/${modelName.trim()}`;
}
