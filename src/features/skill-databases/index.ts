// The skills' own databases: a role and a schema for each team, and sessions that end by themselves.

export { skillDatabaseMigrations } from './skill-database-migrations.ts';
export { createSkillDatabases, type SkillDatabases } from './skill-databases.ts';
export { secureDatabase } from './secure-database.ts';
