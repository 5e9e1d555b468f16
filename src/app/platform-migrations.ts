// Every table of the platform, in the order in which they came to be.

import { accountsMigrations } from '#features/accounts/index.ts';
import { backgroundMigrations } from '#features/background/index.ts';
import { channelMigrations } from '#features/channels/index.ts';
import { configurationMigrations } from '#features/configuration/index.ts';
import { conversationMigrations } from '#features/conversations/index.ts';
import { eventsMigrations } from '#features/events/index.ts';
import { runMigrations } from '#features/runs/index.ts';
import { skillDatabaseMigrations } from '#features/skill-databases/index.ts';
import type { Migrations } from '#system/database/migrate.ts';

export const PLATFORM_MIGRATIONS: Migrations = {
  ...accountsMigrations,
  ...conversationMigrations,
  ...runMigrations,
  ...eventsMigrations,
  ...configurationMigrations,
  ...skillDatabaseMigrations,
  ...backgroundMigrations,
  ...channelMigrations,
};
