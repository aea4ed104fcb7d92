-- Webhooks of organisations, and what is sent to them (docs/decisions/0092).
create table webhooks (
  tenant_id int not null,
  id uuid not null,
  organisation_id uuid not null,
  url text not null,
  events text[] not null,
  is_active boolean not null default true,
  stopped text not null default '',            -- why the portal stopped it
  failures int not null default 0,             -- in a row
  failing_since timestamptz,
  next_try_at timestamptz not null,            -- while it is claimed by a server: when the claim ends
  read_until timestamptz not null,             -- everything older has been written as a delivery
  prices jsonb,                                -- the purchase prices told last, by denomination; null: not read yet
  prices_read_at timestamptz,
  tested_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint webhooks_organisation foreign key (tenant_id, organisation_id) references organisations (tenant_id, id),
  constraint webhooks_events check (cardinality(events) > 0),
  constraint webhooks_stopped check (stopped in ('', 'gone', 'failing', 'behind')),
  constraint webhooks_active check (not is_active or stopped = ''));
select place('webhooks', 'tenant');
select guard('webhooks');
create index webhooks_of_organisation on webhooks (tenant_id, organisation_id);
grant select, insert, update, delete on webhooks to portal_app;

create table webhook_deliveries (
  tenant_id int not null,
  id uuid not null,
  webhook_id uuid not null,
  organisation_id uuid not null,
  event text not null,
  message_id text not null,                    -- the same for the same event, however often it is sent, also after a restore
  body text not null,
  state text not null default 'waiting',
  attempts int not null default 0,
  status int,
  error text not null default '',
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (tenant_id, id),
  constraint webhook_deliveries_once unique (tenant_id, webhook_id, message_id),
  constraint webhook_deliveries_webhook foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id),
  constraint webhook_deliveries_state check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_delivered check ((state = 'delivered') = (delivered_at is not null)));
select place('webhook_deliveries', 'tenant');
select guard('webhook_deliveries');
create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, webhook_id, id) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (tenant_id, organisation_id, id desc);
grant select, insert, update, delete on webhook_deliveries to portal_app;
