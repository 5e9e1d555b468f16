// What one skill gets of its configuration: its own values, layers merged, the nearest wins (CFG-01, CFG-04).

import * as z from 'zod';
import type { JsonValue } from '#base/json.ts';
import { isSecretName, secretsIn } from '#base/secret-values.ts';
import type { Database } from '#system/database/database.ts';
import type { SecretBox } from '#system/secret-box.ts';
import { SECRECIES } from './check-change.ts';
import type { ConfigurationScope, ResolvedConfiguration } from './configuration.ts';
import { placeOfValue } from './sealed-places.ts';
import { createShortCache } from './short-cache.ts';

/** So long another process's change may take to arrive; changes of this process arrive at once. */
export const CACHE_MS = 2000;
const MOST_CACHED = 1000;

export interface Resolver {
  resolve(scope: ConfigurationScope): Promise<ResolvedConfiguration>;
  /** What is saved has changed. */
  clear(): void;
}

export interface ResolverParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => Date;
  readonly onSecrets?: (secrets: readonly string[]) => void;
}

interface OwnValue {
  readonly name: string;
  readonly value: JsonValue;
  /** All of it; a value may also hold secrets inside. */
  readonly isSecret: boolean;
}

export function createResolver(parts: ResolverParts): Resolver {
  const cache = createShortCache<readonly OwnValue[]>({
    now: parts.now,
    maxAgeMs: CACHE_MS,
    maxEntries: MOST_CACHED,
  });
  return {
    clear: () => cache.clear(),
    async resolve(scope) {
      const { orgId, teamId, roleId, skill } = scope;
      const key = JSON.stringify([orgId, teamId, roleId, skill]);
      const own = await cache.get(key, () => readOwn(parts, scope));
      const declared = new Set(scope.secretNames);
      const secrets = own.flatMap(({ name, value, isSecret }) =>
        secretsIn(value, isSecret || declared.has(name) || isSecretName(name)),
      );
      if (secrets.length > 0) parts.onSecrets?.(secrets);
      return { values: Object.fromEntries(own.map(({ name, value }) => [name, value])), secrets };
    },
  };
}

const ROW = z.object({
  layer: z.enum(['org', 'team', 'role']),
  layer_id: z.string(),
  name: z.string(),
  secrecy: z.enum(SECRECIES),
  value: z.json(),
  sealed: z.string().nullable(),
});

async function readOwn(
  { database, secrets }: ResolverParts,
  { orgId, teamId, roleId, skill }: ConfigurationScope,
): Promise<readonly OwnValue[]> {
  // An empty id is no place: nothing can be saved there, and nobody without a team gets one's values.
  const rows = await database.again(() =>
    database.run({
      name: 'configuration-resolve',
      text: `select distinct on (name) layer, layer_id, name, secrecy, value, sealed
             from platform.configurations
             where org_id = $1 and skill = $2
               and (layer = 'org' or (layer = 'team' and layer_id = $3 and $3 <> '')
                    or (layer = 'role' and layer_id = $4 and $4 <> ''))
             order by name, array_position(array['role', 'team', 'org'], layer)`,
      values: [orgId, skill, teamId, roleId],
    }),
  );
  return rows.map((row) => {
    const { name, layer, layer_id: layerId, secrecy, value, sealed } = ROW.parse(row);
    if (sealed === null) return { name, value, isSecret: false };
    const plain: JsonValue = JSON.parse(
      secrets.open(placeOfValue({ orgId, layer, layerId, skill, name }), sealed),
    );
    return { name, value: plain, isSecret: secrecy === 'whole' };
  });
}
