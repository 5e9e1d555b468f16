// What is saved, as people may see it: of a secret only that it is there (CFG-03).

import * as z from 'zod';
import type { Database } from '#system/database/database.ts';
import { isSealed, SECRECIES } from './check-change.ts';
import type { ConfigurationEntry, ConfigurationPlace, SavedEntry } from './configuration.ts';

/** The columns of one place for one skill. */
export interface PlaceKey {
  readonly orgId: string;
  readonly layer: ConfigurationPlace['layer'];
  readonly layerId: string;
  readonly skill: string;
}

const LISTED_ROW = z.object({
  skill: z.string(),
  layer: z.enum(['org', 'team', 'role']),
  layer_id: z.string(),
  name: z.string(),
  secrecy: z.enum(SECRECIES),
  value: z.json(),
  updated_by: z.string(),
  updated_at: z.date(),
});

const COLUMNS = 'skill, layer, layer_id, name, secrecy, value, updated_by, updated_at';

/** By name. */
export async function listPlace(
  database: Database,
  { orgId, skill, layer, layerId }: PlaceKey,
): Promise<readonly ConfigurationEntry[]> {
  const rows = await database.run({
    name: 'configuration-list',
    text: `select ${COLUMNS} from platform.configurations
      where org_id = $1 and skill = $2 and layer = $3 and layer_id = $4 order by name`,
    values: [orgId, skill, layer, layerId],
  });
  return rows.map((row) => savedEntry(row).entry);
}

/** Of every place, or of one skill in every place; by skill, layer and name. */
export async function listAll(
  database: Database,
  orgId: string,
  skill: string | undefined,
): Promise<readonly SavedEntry[]> {
  const rows = await database.run({
    name: 'configuration-list-all',
    text: `select ${COLUMNS} from platform.configurations
      where org_id = $1 and ($2::text is null or skill = $2)
      order by skill, array_position(array['org', 'team', 'role'], layer), layer_id, name`,
    values: [orgId, skill ?? null],
  });
  return rows.map(savedEntry);
}

function savedEntry(given: unknown): SavedEntry {
  const row = LISTED_ROW.parse(given);
  const place =
    row.layer === 'org' ? ({ layer: 'org' } as const) : { layer: row.layer, id: row.layer_id };
  return {
    skill: row.skill,
    place,
    entry: {
      name: row.name,
      layer: row.layer,
      isSet: true,
      isSecret: isSealed(row),
      value: isSealed(row) ? undefined : row.value,
      updatedBy: row.updated_by,
      updatedAt: row.updated_at,
    },
  };
}
