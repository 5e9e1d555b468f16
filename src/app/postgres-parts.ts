// Which PostgreSQL the settings name.

import type { OpenPostgresParts } from '#system/postgres/open-postgres.ts';
import type { Settings } from '#system/settings.ts';

export function postgresParts(settings: Settings): Omit<OpenPostgresParts, 'onEvent'> {
  return {
    dataFolder: settings.dataFolder,
    databaseUrl: settings.databaseUrl,
    sharesDatabase: settings.sharesDatabase,
    programs: settings.postgresPrograms,
  };
}
