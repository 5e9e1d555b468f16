// How much a role may still store: the workspaces of its conversations and the files that were delivered together.

import { dirname } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import type { Accounts } from '#features/accounts/index.ts';
import { createRoom, type Room } from '#features/artifacts/index.ts';
import type { Conversations } from '#features/conversations/index.ts';
import { folderBytes, workspacePath } from '#features/workspaces/index.ts';
import type { Settings } from '#system/settings.ts';

export interface RoleStorage {
  /** As it is about now: it is counted anew once in a while. Throws what the database throws. */
  roomOf(role: StoringRole): Promise<Room>;
}

interface StoringRole {
  readonly orgId: string;
  readonly roleId: string;
}

export interface RoleStorageParts {
  readonly settings: Settings;
  readonly accounts: Pick<Accounts, 'roles'>;
  readonly conversations: Pick<Conversations, 'artifacts'>;
  readonly monotonicMs: () => number;
}

/** Counting reads the whole directory of the role. */
const FRESH_MS = 30_000;
const MOST_COUNTED = 1000;

interface Counted {
  readonly at: number;
  readonly bytes: number;
}

export function createRoleStorage(parts: RoleStorageParts): RoleStorage {
  const { settings, accounts, conversations, monotonicMs } = parts;
  const known = new Map<string, Counted>();
  const count = async ({ orgId, roleId }: StoringRole): Promise<Counted> => {
    const folder = dirname(workspacePath(settings.workspacesFolder, { roleId, sessionId: 'any' }));
    const [lying, kept] = await Promise.all([
      folderBytes(folder),
      conversations.artifacts.bytesOf(orgId, roleId),
    ]);
    return { at: monotonicMs(), bytes: lying + kept };
  };
  return {
    async roomOf(role) {
      const found = await accounts.roles.find(role.orgId, role.roleId);
      const own = (found?.limits.storageMb ?? Infinity) * 1024 * 1024;
      const most = Math.min(own, settings.roleStorageBytes);
      const last = known.get(role.roleId);
      const isFresh = last !== undefined && monotonicMs() - last.at < FRESH_MS;
      const counted = isFresh ? last : await count(role);
      if (known.size >= MOST_COUNTED) known.clear();
      known.set(role.roleId, counted);
      return createRoom(most - counted.bytes, {
        refusal: () => new AppError('limit-reached', artifactTexts.roleFull(most)),
        onTaken: (bytes) => {
          const { at, bytes: before } = known.get(role.roleId) ?? counted;
          known.set(role.roleId, { at, bytes: before + bytes });
        },
      });
    },
  };
}
