-- Browsers that are told of notices while the page is closed (docs/decisions/0070): one row a browser, as long as its
-- session lasts. Whoever knows a browser's address may write to it, so that address and keys are sealed.
create table push_browsers (
  tenant_id int not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_index bytea not null,               -- keyed fingerprint of its address
  sealed bytea not null,                       -- address and keys
  asked_at timestamptz not null,
  told_id uuid not null,                       -- notices up to this one are told
  next_at timestamptz not null,                -- before then it is not told again
  failures int not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, endpoint_index),
  constraint push_browsers_user foreign key (tenant_id, user_id) references users (tenant_id, id),
  constraint push_browsers_session foreign key (tenant_id, session_id) references sessions (tenant_id, id));
select place('push_browsers', 'tenant');
select guard('push_browsers');
create index push_browsers_due on push_browsers (tenant_id, next_at);
create index push_browsers_of_user on push_browsers (tenant_id, user_id);
create index push_browsers_of_session on push_browsers (tenant_id, session_id);
grant select, insert, update, delete on push_browsers to portal_app;
