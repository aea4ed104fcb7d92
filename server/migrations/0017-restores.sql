-- How a restored database is told from one that went on, what is held back after a restore, which master key fits, and
-- what made the schema (docs/decisions/0021, 0022).

-- A count every server raises here and then writes down beside the database: a database that is behind its server's
-- file is an older one.
create table watermarks (
  server_id uuid primary key,
  beat bigint not null,
  at timestamptz not null);
select place('watermarks', 'local');
grant select, insert, update on watermarks to portal_app;

-- One row a restore and tenant; open while released_at is null. What is made ready meanwhile is held back too: it may
-- have been sold after the point.
create table restores (
  tenant_id int not null,
  id uuid not null,
  cause text not null,
  point timestamptz,                           -- what the database remembers ends here; null where nobody knows
  held_at timestamptz not null,
  released_at timestamptz,
  primary key (tenant_id, id),
  constraint restores_cause check (cause in ('restored', 'older', 'asked')));
select place('restores', 'tenant');
select guard('restores');
grant select on restores to portal_app;

-- Not null: held back, and is_published is false. What release puts back into is_published. A sale neither reads nor
-- writes it.
alter table queue_heads add column held_published boolean,
  add constraint queue_heads_held check (held_published is null or not is_published);
create index queue_heads_held on queue_heads (tenant_id, configuration_id, batch_no) where held_published is not null;

-- Master keys that fit, by a keyed fingerprint: a server with another one does not start. The newest wraps. `root` is
-- the secret that signatures and fingerprints of PINs are derived from, wrapped by that key: it outlives rotations,
-- because what was signed stays signed.
create table master_keys (
  key_id text primary key,
  replaces text not null unique,               -- '' for the first: of two servers that begin at once one is
  fingerprint bytea not null,
  root bytea not null,
  created_at timestamptz not null);
select place('master_keys', 'local');
grant select, insert on master_keys to portal_app;

-- The text of every migration as it ran.
create table migration_hashes (
  name text primary key,
  hash text not null);
select place('migration_hashes', 'local');
grant select on migration_hashes to portal_app;
