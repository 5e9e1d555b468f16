// For tests: skills' databases on a real PostgreSQL, secured as the platform does, with runs of any team.

import { randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { SkillDatabase } from '#features/runtimes/index.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import type { SkillDatabaseLimits } from '../limits.ts';
import { secureDatabase } from '../secure-database.ts';
import { skillDatabaseMigrations } from '../skill-database-migrations.ts';
import { createSkillDatabases, type SkillDatabases } from '../skill-databases.ts';

export const PASSWORD_KEY = new Uint8Array(32).fill(7);

export interface DatabaseFixture {
  readonly database: TestDatabase;
  readonly databases: SkillDatabases;
  /** A run of this team that has no end of its own. */
  run(orgId: string, teamId?: string): SkillDatabase;
  /** One statement in a session of its own, committed; what it answers, or `SQLSTATE: message` where it fails. */
  once(orgId: string, sql: string, parameters?: JsonValue): Promise<JsonObject | string>;
  roleOf(orgId: string, teamId?: string): Promise<string>;
  close(): Promise<void>;
}

export async function createDatabaseFixture(
  limits: Partial<SkillDatabaseLimits> = {},
): Promise<DatabaseFixture> {
  const database = await createTestDatabase(skillDatabaseMigrations);
  await secureDatabase(database, false);
  const parts = { database, passwordKey: PASSWORD_KEY, limits, newId: randomUUID };
  const databases = createSkillDatabases(parts);
  const run = (orgId: string, teamId = 'team') =>
    databases.sessionsFor({ orgId, teamId, signal: new AbortController().signal });

  return {
    database,
    databases,
    run,
    async once(orgId, sql, parameters = null) {
      const sessions = run(orgId);
      const session = await sessions.open();
      try {
        const answer = await sessions.execute(session, sql, parameters);
        await sessions.end(session, 'commit');
        return answer;
      } catch (thrown) {
        return told(thrown);
      } finally {
        await sessions.end(session, 'close');
      }
    },
    async roleOf(orgId, teamId = 'team') {
      const [row] = await database.run({
        name: '',
        text: 'select role from platform.skill_databases where org_id = $1 and team_id = $2',
        values: [orgId, teamId],
      });
      return String(row?.['role']);
    },
    async close() {
      await databases.close();
      const roles = await database.run({
        name: '',
        text: 'select role from platform.skill_databases',
        values: [],
      });
      // Roles are the whole server's: they would outlive the test's database.
      for (const { role } of roles) {
        const text = `drop schema "${String(role)}" cascade`;
        // oxlint-disable-next-line no-await-in-loop -- one after another
        await database.run({ name: '', text, values: [] });
      }
      await database.drop();
    },
  };
}

/** `SQLSTATE: sentence`, or the code where PostgreSQL had no part in it. */
export function told(thrown: unknown): string {
  const { code, text, details } = AppError.from(thrown);
  const { sqlState } = details;
  return `${typeof sqlState === 'string' ? sqlState : code}: ${text.en}`;
}
