// The tables of configuration, of model providers' keys, and the canary that tells which key opens them.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';

export const configurationMigrations: Migrations = {
  '0005_configuration': {
    async up(db) {
      // `json`, not `jsonb`: a skill gets its value as it was saved, keys in their order. `secrecy` is `part` where only
      // something inside the value is secret: it is sealed whole, but only that is masked.
      await sql`
        create table platform.configurations (
          org_id text not null,
          skill text not null,
          layer text not null check (layer in ('org', 'team', 'role')),
          layer_id text not null,
          name text not null,
          secrecy text not null check (secrecy in ('none', 'part', 'whole')),
          value json,
          sealed text,
          updated_by text not null,
          updated_at timestamptz not null default now(),
          primary key (org_id, skill, layer, layer_id, name),
          check (case when secrecy = 'none' then sealed is null and value is not null
                      else sealed is not null and value is null end)
        )`.execute(db);
      await sql`
        create index configurations_by_place on platform.configurations (org_id, layer, layer_id)
      `.execute(db);
      await sql`
        create table platform.provider_settings (
          org_id text not null,
          provider text not null check (provider in ('openai', 'anthropic')),
          base_url text,
          sealed_key text,
          models text[],
          updated_by text not null,
          updated_at timestamptz not null default now(),
          primary key (org_id, provider)
        )`.execute(db);
      await sql`
        create table platform.secret_canary (
          is_only boolean primary key default true check (is_only),
          key_id text not null,
          sealed text not null,
          updated_at timestamptz not null default now()
        )`.execute(db);
    },
  },
  '0007_instance_secrets': {
    async up(db) {
      await sql`
        create table platform.instance_secrets (
          name text primary key,
          sealed text not null,
          created_at timestamptz not null default now()
        )`.execute(db);
    },
  },
};
