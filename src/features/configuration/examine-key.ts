// Whether the key of the database's secrets is here, asked without making or changing anything.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { Database } from '#system/database/database.ts';
import { createSecretBox } from '#system/secret-box.ts';
import { openSecretKeys, type KeySource } from '#system/secret-key.ts';
import { checkCanary, usedKeyId } from './secret-canary.ts';

export interface ExamineKeyParts {
  readonly database: Database;
  /** `QIAO_SECRET_KEY`. */
  readonly secretKey: string | undefined;
  readonly dataFolder: string;
}

export type KeyState =
  /** Nothing was ever sealed. */
  | { readonly status: 'unused' }
  | { readonly status: 'works'; readonly from: KeySource }
  | { readonly status: 'lost'; readonly reason: Text };

/** Of a database that need not be migrated. */
export function examineKey({
  database,
  secretKey,
  dataFolder,
}: ExamineKeyParts): Promise<KeyState> {
  return database.transaction(async (client): Promise<KeyState> => {
    // What makes this table last makes all of them.
    const { rows } = await client.query<{ readonly table: string | null }>(
      `select to_regclass('platform.instance_secrets')::text as table`,
    );
    const used = (rows[0]?.table ?? null) === null ? undefined : await usedKeyId(client);
    if (used === undefined) return { status: 'unused' };
    try {
      const keys = openSecretKeys({
        variable: secretKey,
        dataFolder,
        usedKeyId: used,
        allowsOtherVariable: true,
      });
      await checkCanary(client, createSecretBox(keys));
      return { status: 'works', from: keys.source() };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'secret-unreadable') throw error;
      return { status: 'lost', reason: error.text };
    }
  });
}
