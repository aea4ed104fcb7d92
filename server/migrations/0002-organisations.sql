-- Who there is: tenants and their hosts, the tree of organisations, users, sessions.

create table tenants (
  tenant_id int primary key,
  name text not null,
  created_at timestamptz not null);
select place('tenants', 'reference');

-- A host names the portal shown (product.md §1). Tenant 0 is the platform's own.
create table hosts (
  host text primary key,
  tenant_id int not null references tenants,
  organisation_id uuid not null);
select place('hosts', 'reference');

-- The platform has one row in every tenant, with the same id, as the root of that tenant's tree: so a sale that climbs to the platform
-- stays inside one tenant (docs/decisions/0004).
create table organisations (
  tenant_id int not null,
  id uuid not null,
  parent_id uuid,
  kind text not null,
  path uuid[] not null,                        -- from the root to itself
  name text not null,
  name_search text not null,                   -- folded, for search
  is_active boolean not null default true,
  template smallint not null default 0,
  default_language text not null default 'fr',
  flags text[] not null default '{}',
  enable_web_view boolean not null default false,
  show_print_popup boolean not null default false,
  merge_receipts boolean not null default false,
  download_csv boolean not null default false,
  pin_download boolean not null default false,
  mask_seller_discount boolean not null default false,
  address text not null default '', house_no text not null default '', postal text not null default '', city text not null default '', country text not null default 'FR',
  email text not null default '', mobile text not null default '',
  support_name text not null default '', support_phone text not null default '', support_email text not null default '',
  plan_id uuid,                                -- its discount plan, of its parent; no foreign key, plans already point here
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint organisations_kind check (kind in ('platform', 'reseller', 'seller')),
  constraint organisations_template check (template between 0 and 5),
  constraint organisations_root check ((parent_id is null) = (kind = 'platform')),
  constraint organisations_path check (path[cardinality(path)] = id),
  constraint organisations_parent foreign key (tenant_id, parent_id) references organisations (tenant_id, id));
select place('organisations', 'tenant');
select guard('organisations');
create index organisations_children on organisations (tenant_id, parent_id);

create table users (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,
  username text not null,
  full_name text not null default '',
  password_hash text not null,
  internal_role smallint not null default 0,   -- 0 manager, any other value staff (spec §3)
  is_web_support boolean not null default false,
  flags text[] not null default '{}',          -- a staff member's own; a manager has all the organisation has
  language text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint users_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('users', 'tenant');
select guard('users');
create unique index users_username on users (tenant_id, username);
create index users_of_organisation on users (tenant_id, organisation_id);

create table sessions (
  tenant_id int not null,
  id uuid not null,
  token_hash bytea not null,
  user_id uuid not null,
  chosen_tenant_id int,                        -- the tenant a superadmin looks at
  device_hash text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint sessions_user foreign key (tenant_id, user_id) references users (tenant_id, id));
select place('sessions', 'tenant');
select guard('sessions');
create unique index sessions_token on sessions (tenant_id, token_hash);
create index sessions_of_user on sessions (tenant_id, user_id) where ended_at is null;

-- Attempts of signing in, by account and by address, in windows (reliability.md §3.2); logged, old windows deleted by a job.
create table login_attempts (
  tenant_id int not null,
  subject text not null,
  window_start timestamptz not null,
  n int not null,
  primary key (tenant_id, subject, window_start));
select place('login_attempts', 'tenant');
select guard('login_attempts');
