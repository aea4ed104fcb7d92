-- Who may come in: one-time codes, known devices, sign-ins under way, registrations; staff and their customers; messages, notices; the audit log.

alter table users
  add column email text not null default '',
  add column mobile text not null default '',
  add column job_role text not null default '',
  add column preferences jsonb not null default '{}',
  add column otp_type text not null default 'none',
  add column otp_required boolean not null default false,   -- the organisation asks for one: it can be changed, not switched off
  add column otp_secret bytea,                              -- of the authenticator app, sealed
  add column otp_last_step bigint not null default 0,       -- a code of an app works once
  add column otp_pending jsonb,                             -- being set up: type, sealed secret or hashed code, until when
  add column recovery_codes bytea[] not null default '{}',  -- hashed, each works once
  add column login_approval boolean not null default false, -- an unknown device waits for a manager
  add column login_token bytea,                             -- hashed, single use, lets one new device in
  add column login_token_until timestamptz,
  add column must_change_password boolean not null default false,
  add column last_login_at timestamptz,
  add column notices_seen_at timestamptz not null default '-infinity',
  add constraint users_otp_type check (otp_type in ('none', 'email', 'sms', 'app'));

alter table organisations
  add column shop_timings jsonb,
  add column support_user_id uuid;

alter table sessions
  add column cookie_hash bytea,                             -- the browser's half: a token alone opens nothing
  add column device_id uuid,
  add column device text not null default '',               -- browser and system, for people
  add column ends_at timestamptz not null default 'infinity',
  add column view_tenant_id int,                            -- a support view: what is looked at, and until when
  add column view_organisation_id uuid,
  add column view_until timestamptz;

-- A browser that signed in with everything its account asks for. Known by a secret in a cookie; the fingerprint is a hint.
create table devices_known (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  fingerprint text not null default '',
  name text not null default '',
  address text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, id),
  constraint devices_known_user foreign key (tenant_id, user_id) references users (tenant_id, id));
select place('devices_known', 'tenant');
select guard('devices_known');
create unique index devices_known_secret on devices_known (tenant_id, user_id, secret_hash);

-- Signing in, between the password and the token: a one-time code, then approval.
create table logins (
  tenant_id int not null,
  id uuid not null,                            -- reference_id: public
  secret_hash bytea not null,                  -- reference: the asking browser's
  user_id uuid not null,
  state text not null,
  code_hash bytea,                             -- none for an authenticator app
  code_channel text not null default 'none',
  code_tries smallint not null default 0,
  codes_sent smallint not null default 0,
  code_sent_at timestamptz,
  needs_approval boolean not null default false,
  approval_code text not null default '',
  approval_number text not null default '',
  number_tries smallint not null default 0,
  decided_by text not null default '',
  decided_at timestamptz,
  reason text not null default '',
  fingerprint text not null default '',
  device text not null default '',
  device_hash bytea,                           -- of the device cookie it was asked with
  address text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint logins_user foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint logins_state check (state in ('code', 'waiting', 'approved', 'refused', 'done', 'over')));
select place('logins', 'tenant');
select guard('logins');
create index logins_of_user on logins (tenant_id, user_id, created_at);

create table registrations (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  organisation_id uuid not null,
  secret_hash bytea not null,
  step text not null default 'username',
  code_hash bytea,
  code_tries smallint not null default 0,
  codes_sent smallint not null default 0,
  code_sent_at timestamptz,
  proof_hash bytea,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz,
  cancelled_at timestamptz,
  primary key (tenant_id, id),
  constraint registrations_user foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint registrations_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  constraint registrations_step check (step in ('username', 'code', 'password', 'done')));
select place('registrations', 'tenant');
select guard('registrations');
create index registrations_of_user on registrations (tenant_id, user_id);

create table staff_assignments (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  organisation_id uuid not null,               -- the customer
  assigned_by text not null,
  assigned_at timestamptz not null,
  ended_by text not null default '',
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint staff_assignments_user foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint staff_assignments_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('staff_assignments', 'tenant');
select guard('staff_assignments');
create unique index staff_assignments_current on staff_assignments (tenant_id, user_id, organisation_id) where ended_at is null;
create index staff_assignments_of_customer on staff_assignments (tenant_id, organisation_id);

-- On their way out. The text is sealed, and gone once it was sent.
create table messages (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,               -- in whose name
  channel text not null,
  kind text not null,
  recipient text not null,
  recipient_search text not null,
  language text not null,
  subject text not null,
  body bytea,
  state text not null default 'waiting',
  attempts smallint not null default 0,
  next_try_at timestamptz not null,
  error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id),
  constraint messages_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  constraint messages_channel check (channel in ('email', 'sms')),
  constraint messages_state check (state in ('waiting', 'sent', 'failed', 'kept')));
select place('messages', 'tenant');
select guard('messages');
create index messages_waiting on messages (tenant_id, next_try_at) where state = 'waiting';

create table notices (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,               -- its managers, or the one user
  user_id uuid,
  kind text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint notices_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id));
select place('notices', 'tenant');
select guard('notices');
create index notices_of_organisation on notices (tenant_id, organisation_id, id);

-- Every change: who, when, from where, before, after, why. Rows are only added; the chain over them is written seconds later by one worker,
-- so that no two changes of a tenant wait for each other.
create table audit (
  tenant_id int not null,
  id uuid not null,
  at timestamptz not null,
  user_id uuid,
  username text not null,
  full_name text not null,
  organisation_id uuid,                        -- of the person
  organisation_name text not null,
  session_id uuid,
  address text not null,
  device text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text not null,
  subject_organisation_id uuid,                -- whose the changed thing is: decides who may read the row
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text not null default '',
  primary key (tenant_id, id));
select place('audit', 'tenant');
select guard('audit');

create table audit_chain (
  tenant_id int not null,
  seq bigint not null,
  audit_id uuid not null,
  hash bytea not null,                         -- keyed, over the hash before and the row
  sealed_at timestamptz not null,
  primary key (tenant_id, seq));
select place('audit_chain', 'tenant');
select guard('audit_chain');
create unique index audit_chain_row on audit_chain (tenant_id, audit_id);

grant select on devices_known, logins, registrations, staff_assignments, messages, notices, audit, audit_chain to portal_app;
grant insert, update on devices_known, logins, registrations, staff_assignments, messages to portal_app;
grant delete on devices_known, logins, notices to portal_app;
grant insert on notices, audit, audit_chain to portal_app;
grant update (shop_timings, support_user_id, support_name, support_phone, support_email, template, default_language, show_print_popup, merge_receipts,
              download_csv, enable_web_view) on organisations to portal_app;
