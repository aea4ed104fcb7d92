-- Reminders to customers whose credit runs low, the weekday on which a customer's credit is booked, and reports that are sent by mail.

-- When an organisation's customers are reminded. done_on: the last Berlin day on which they were looked at.
create table credit_reminder_rules (
  tenant_id int not null,
  organisation_id uuid not null,
  remind_when text not null,
  available_below bigint not null,
  lasts_days smallint not null,
  hour smallint not null,
  done_on date not null,
  primary key (tenant_id, organisation_id),
  constraint credit_reminder_rules_when check (remind_when in ('off', 'amount', 'days', 'round')),
  constraint credit_reminder_rules_below check (available_below >= 0),
  constraint credit_reminder_rules_days check (lasts_days between 1 and 31),
  constraint credit_reminder_rules_hour check (hour between 0 and 23),
  constraint credit_reminder_rules_organisation foreign key (tenant_id, organisation_id)
    references organisations (tenant_id, id));
select place('credit_reminder_rules', 'tenant');
select guard('credit_reminder_rules');
grant select, insert, update on credit_reminder_rules to portal_app;

-- How a customer wants to be reminded; without a row by mail.
create table credit_reminder_choices (
  tenant_id int not null,
  organisation_id uuid not null,
  remind_by text not null,
  primary key (tenant_id, organisation_id),
  constraint credit_reminder_choices_by check (remind_by in ('email', 'sms', 'off')),
  constraint credit_reminder_choices_organisation foreign key (tenant_id, organisation_id)
    references organisations (tenant_id, id));
select place('credit_reminder_choices', 'tenant');
select guard('credit_reminder_choices');
grant select, insert, update on credit_reminder_choices to portal_app;

-- What was sent: at most one a Berlin day to a customer, whoever or whatever caused it.
create table credit_reminders (
  tenant_id int not null,
  wallet_id uuid not null,
  day date not null,
  parent_id uuid not null,                     -- in whose name
  cause text not null,
  available bigint not null,
  days_left int,                               -- null: nothing was sold lately
  message_id uuid not null,
  created_by uuid,                             -- who sent it by hand; null: the rule
  created_at timestamptz not null,
  primary key (tenant_id, wallet_id, day),
  constraint credit_reminders_cause check (cause in ('amount', 'days', 'round', 'hand')),
  constraint credit_reminders_organisation foreign key (tenant_id, wallet_id) references organisations (tenant_id, id));
select place('credit_reminders', 'tenant');
select guard('credit_reminders');
create index credit_reminders_of on credit_reminders (tenant_id, parent_id, created_at);
grant select, insert, update, delete on credit_reminders to portal_app;

-- On which weekday, and in which rhythm, a customer's credit is booked; every second week is counted from starts_on.
create table credit_round_days (
  tenant_id int not null,
  organisation_id uuid not null,
  weekday smallint not null,                   -- Monday is 1
  rhythm text not null,
  starts_on date not null,
  primary key (tenant_id, organisation_id),
  constraint credit_round_days_weekday check (weekday between 1 and 7),
  constraint credit_round_days_rhythm check (rhythm in ('weekly', 'fortnightly', 'monthly')),
  constraint credit_round_days_organisation foreign key (tenant_id, organisation_id)
    references organisations (tenant_id, id));
select place('credit_round_days', 'tenant');
select guard('credit_round_days');
grant select, insert, update, delete on credit_round_days to portal_app;

-- The mail address that a user has proven to read: by the link of a registration or by a code. Reports go to no other.
alter table users add column email_proven text not null default '';
alter table users no force row level security;
update users set email_proven = email where otp_type = 'email';
alter table users force row level security;

-- Reports that are sent by mail. They belong to a user, in the user's home tenant.
create table report_schedules (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  organisation_id uuid not null,
  list text not null,
  title text not null,
  format text not null,
  asked jsonb not null,                        -- the list's input and the columns, as of an export
  rhythm text not null,
  weekday smallint not null,                   -- of a weekly one; Monday is 1
  hour smallint not null,
  recipients uuid[] not null,                  -- users of the same organisation
  state text not null,
  why text not null default '',                -- why it was stopped
  next_at timestamptz not null,
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint report_schedules_format check (format in ('csv', 'xlsx')),
  constraint report_schedules_rhythm check (rhythm in ('daily', 'weekly', 'monthly')),
  constraint report_schedules_weekday check (weekday between 1 and 7),
  constraint report_schedules_hour check (hour between 0 and 23),
  constraint report_schedules_state check (state in ('active', 'paused', 'stopped')),
  constraint report_schedules_user foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint report_schedules_organisation foreign key (tenant_id, organisation_id)
    references organisations (tenant_id, id));
select place('report_schedules', 'tenant');
select guard('report_schedules');
create index report_schedules_due on report_schedules (tenant_id, next_at) where state = 'active';
create index report_schedules_of on report_schedules (tenant_id, organisation_id, id);
grant select, insert, update, delete on report_schedules to portal_app;

-- What came of it, for each recipient and each time it was due.
create table report_deliveries (
  tenant_id int not null,
  schedule_id uuid not null,
  due_at timestamptz not null,
  user_id uuid not null,
  outcome text not null,
  created_at timestamptz not null,
  primary key (tenant_id, schedule_id, due_at, user_id),
  constraint report_deliveries_outcome check (outcome in ('sent', 'link', 'no_right', 'no_address', 'failed', 'restored')),
  constraint report_deliveries_schedule foreign key (tenant_id, schedule_id)
    references report_schedules (tenant_id, id) on delete cascade);
select place('report_deliveries', 'tenant');
select guard('report_deliveries');
grant select, insert, update, delete on report_deliveries to portal_app;
