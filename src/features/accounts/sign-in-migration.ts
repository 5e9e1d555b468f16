// Tables of migration 0001: tokens, sign-ins, links, invitations and what throttles attempts. Secrets are SHA-256 hashes
// of 256 random bits.

const person = `org_id text not null,
    person_id text not null,
    foreign key (org_id, person_id) references platform.people (org_id, id) on delete cascade`;

export const signInTables: readonly string[] = [
  `create table platform.api_tokens (
    id text primary key,
    seq bigint generated always as identity,
    name text not null,
    secret_hash bytea not null unique,
    scopes text[] not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now(),
    ${person}
  )`,
  `create index api_tokens_listing on platform.api_tokens (org_id, person_id, seq)`,
  `create table platform.sign_ins (
    id text primary key,
    seq bigint generated always as identity,
    secret_hash bytea not null unique,
    via text not null check (via in ('password', 'link', 'invitation')),
    address text not null,
    device text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    ended_at timestamptz,
    ${person}
  )`,
  `create index sign_ins_listing on platform.sign_ins (org_id, person_id, seq)`,
  `create table platform.sign_in_links (
    token_hash bytea primary key,
    expires_at timestamptz not null,
    used_at timestamptz,
    created_at timestamptz not null default now(),
    ${person}
  )`,
  `create index sign_in_links_of_person on platform.sign_in_links (org_id, person_id)`,
  `create table platform.invitations (
    id text primary key,
    seq bigint generated always as identity,
    org_id text not null references platform.orgs (id) on delete cascade,
    token_hash bytea not null unique,
    position text not null check (position in ('owner', 'admin', 'member')),
    team_id text,
    team_role text check (team_role in ('owner', 'admin', 'member')),
    note text not null,
    invited_by text,
    accepted_by text,
    expires_at timestamptz not null,
    used_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz not null default now(),
    check ((team_id is null) = (team_role is null)),
    constraint invitations_team foreign key (org_id, team_id)
      references platform.teams (org_id, id) on delete cascade,
    constraint invitations_inviter foreign key (org_id, invited_by)
      references platform.people (org_id, id) on delete set null (invited_by),
    constraint invitations_accepter foreign key (org_id, accepted_by)
      references platform.people (org_id, id) on delete set null (accepted_by)
  )`,
  `create index invitations_listing on platform.invitations (org_id, seq)`,
  `create index invitations_of_team on platform.invitations (org_id, team_id)`,
  `create index invitations_of_inviter on platform.invitations (org_id, invited_by)`,
  `create index invitations_of_accepter on platform.invitations (org_id, accepted_by)`,
  // Of the instance, not of an organisation: an attempt comes before anybody is known.
  `create table platform.throttles (
    key text primary key,
    failures integer not null,
    blocked_until timestamptz not null,
    updated_at timestamptz not null
  )`,
];
