// Tables of migration 0001: organisations, people, teams, roles, contacts.

export const peopleTables: readonly string[] = [
  `create table platform.orgs (
    id text primary key,
    seq bigint generated always as identity unique,
    name text not null,
    settings jsonb not null default '{}',
    created_at timestamptz not null default now()
  )`,
  `create table platform.people (
    id text primary key,
    seq bigint generated always as identity,
    org_id text not null references platform.orgs (id) on delete cascade,
    name text not null,
    login text not null,
    login_key text not null constraint people_login unique,
    position text not null check (position in ('owner', 'admin', 'member')),
    language text not null check (language in ('zh', 'en')),
    password_hash text,
    is_disabled boolean not null default false,
    created_at timestamptz not null default now(),
    unique (org_id, id)
  )`,
  `create index people_listing on platform.people (org_id, seq)`,
  `create table platform.teams (
    id text primary key,
    seq bigint generated always as identity,
    org_id text not null references platform.orgs (id) on delete cascade,
    name text not null,
    name_key text not null,
    created_at timestamptz not null default now(),
    unique (org_id, id),
    constraint teams_name unique (org_id, name_key)
  )`,
  `create index teams_listing on platform.teams (org_id, seq)`,
  `create table platform.team_members (
    seq bigint generated always as identity,
    org_id text not null,
    team_id text not null,
    person_id text not null,
    team_role text not null check (team_role in ('owner', 'admin', 'member')),
    created_at timestamptz not null default now(),
    -- With the organisation: an upsert must never meet another one's row.
    primary key (org_id, team_id, person_id),
    constraint team_members_team foreign key (org_id, team_id)
      references platform.teams (org_id, id) on delete cascade,
    constraint team_members_person foreign key (org_id, person_id)
      references platform.people (org_id, id) on delete cascade
  )`,
  `create index team_members_listing on platform.team_members (org_id, team_id, seq)`,
  `create index team_members_of_person on platform.team_members (org_id, person_id)`,
  `create table platform.roles (
    id text primary key,
    seq bigint generated always as identity,
    org_id text not null references platform.orgs (id) on delete cascade,
    name text not null,
    name_key text not null,
    persona text not null default '',
    model text,
    skills text[],
    limits jsonb not null default '{}',
    team_id text,
    is_archived boolean not null default false,
    created_at timestamptz not null default now(),
    unique (org_id, id),
    constraint roles_team foreign key (org_id, team_id) references platform.teams (org_id, id)
  )`,
  `create index roles_listing on platform.roles (org_id, seq)`,
  `create index roles_of_team on platform.roles (org_id, team_id)`,
  `create unique index roles_name on platform.roles (org_id, name_key) where not is_archived`,
  `create table platform.contacts (
    id text primary key,
    seq bigint generated always as identity,
    org_id text not null references platform.orgs (id) on delete cascade,
    channel text not null,
    key text not null,
    name text not null default '',
    phone text not null default '',
    title text not null default '',
    department text not null default '',
    department_id text not null default '',
    department_path text not null default '',
    position text not null default '',
    tags text[] not null default '{}',
    emp_no text not null default '',
    person_id text,
    created_at timestamptz not null default now(),
    constraint contacts_key unique (org_id, channel, key),
    constraint contacts_person foreign key (org_id, person_id)
      references platform.people (org_id, id) on delete set null (person_id)
  )`,
  `create index contacts_listing on platform.contacts (org_id, seq)`,
  `create index contacts_of_person on platform.contacts (org_id, person_id)`,
];
