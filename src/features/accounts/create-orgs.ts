// Organisations in the database.

import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { OrgRow } from './account-tables.ts';
import { checkedName } from './account-words.ts';
import { makeOrg } from './make-org.ts';
import { found } from './not-found.ts';
import type { OrgSettings, Org, Orgs } from './orgs.ts';
import { pageBounds, toPage } from './page.ts';
import { requireOwnerChanging, requireReading } from './rights.ts';
import type { SubjectParts } from './subject-parts.ts';

const MOST_DAYS = 36_500;

export function createOrgs({ store, newId }: SubjectParts): Orgs {
  return {
    async get(caller) {
      requireReading(caller);
      const row = await store.read((tables) =>
        tables.selectFrom('orgs').selectAll().where('id', '=', caller.orgId).executeTakeFirst(),
      );
      return toOrg(found(row, 'org'));
    },
    async update(caller, { name, settings = {} }) {
      requireOwnerChanging(caller);
      const changed = JSON.stringify(checkedSettings(settings));
      const row = await store.write((tables) =>
        tables
          .updateTable('orgs')
          .set({
            ...(name !== undefined && { name: checkedName(name) }),
            settings: sql`settings || ${changed}::jsonb`,
          })
          .where('id', '=', caller.orgId)
          .returningAll()
          .executeTakeFirst(),
      );
      return toOrg(found(row, 'org'));
    },
    create: (org) => store.write((tables) => makeOrg(tables, { newId }, org)),
    async all(page = {}) {
      const { limit, afterSeq } = pageBounds(page);
      const rows = await store.read((tables) =>
        tables
          .selectFrom('orgs')
          .selectAll()
          .where('seq', '>', afterSeq)
          .orderBy('seq')
          .limit(limit + 1)
          .execute(),
      );
      return toPage(rows, limit, toOrg);
    },
  };
}

function toOrg({ id, name, settings, createdAt }: OrgRow): Org {
  return { id, name, settings: { retentionDays: settings.retentionDays ?? null }, createdAt };
}

function checkedSettings(settings: Partial<OrgSettings>): Partial<OrgSettings> {
  const { retentionDays } = settings;
  if (retentionDays === undefined || retentionDays === null) return settings;
  // 0 would delete everything, so it is nobody's intention.
  if (!Number.isInteger(retentionDays) || retentionDays < 1 || retentionDays > MOST_DAYS) {
    throw new AppError('request-invalid', accountTexts.daysInvalid('retentionDays'));
  }
  return settings;
}
