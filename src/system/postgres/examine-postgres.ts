// What `qiao doctor` says of the database, found without starting anything.

import type { Text } from '#base/text.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import type { OpenPostgresParts } from './open-postgres.ts';

export interface PostgresExamination {
  readonly status: 'ok' | 'limited' | 'missing';
  readonly detail: Text;
  readonly remedy?: Text;
}

export function examinePostgres(
  _parts: Omit<OpenPostgresParts, 'onEvent'>,
): Promise<PostgresExamination> {
  return Promise.resolve({ status: 'ok', detail: postgresTexts.embeddedRests() });
}
