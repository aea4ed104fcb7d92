-- What waits is counted for the menu once a minute for everybody (docs/decisions/0064): each kind is found by an index that
-- holds nothing but what waits, however much is done already.
create index reclamations_waiting on reclamations (tenant_id, desk_id) where state not in ('accepted', 'rejected');
create index logins_waiting on logins (tenant_id, expires_at) where state = 'waiting';
create index registrations_waiting on registrations (tenant_id, expires_at)
  where completed_at is null and cancelled_at is null;
create index live_orders_open on live_orders (tenant_id, created_at) where ended_at is null;

-- Which kinds of notices somebody has read since: by kind, when. What is read as a whole empties it.
alter table users add column notices_read jsonb not null default '{}';
