-- Placement helpers: first migration. Runs on any PostgreSQL 15..18; does nothing distributed unless Citus is installed.
create table if not exists schema_placement(
  object text primary key,            -- table name, or function signature
  kind   text not null check (kind in ('tenant','reference','local','function')),
  arg    text);                       -- distribution argument for functions

insert into schema_placement(object, kind) values ('schema_placement', 'local') on conflict do nothing;

create or replace function has_citus() returns boolean language sql stable as
$$ select exists (select from pg_extension where extname = 'citus') $$;

-- place('pins','tenant') right after CREATE TABLE pins (...), before any other table refers to it
create or replace function place(p_table regclass, p_kind text) returns void language plpgsql as $$
declare v_first regclass;
begin
  insert into schema_placement(object, kind) values (p_table::text, p_kind)
    on conflict (object) do update set kind = excluded.kind;
  if not has_citus() or p_kind = 'local' then return; end if;
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  if exists (select from pg_dist_partition where logicalrelid = p_table and partmethod in ('h','n') and (partmethod = 'h' or repmodel = 't')) then return; end if;
  if p_kind = 'reference' then
    perform create_reference_table(p_table);
  else
    select logicalrelid into v_first from pg_dist_partition where partmethod = 'h' and partkey is not null
      and column_to_column_name(logicalrelid, partkey) = 'tenant_id' order by logicalrelid limit 1;
    if v_first is null then perform create_distributed_table(p_table, 'tenant_id', colocate_with => 'none');
    else perform create_distributed_table(p_table, 'tenant_id', colocate_with => v_first::text); end if;
  end if;
end $$;

create or replace function place_function(p_signature text, p_arg text) returns void language plpgsql as $$
declare v_any regclass;
begin
  insert into schema_placement(object, kind, arg) values (p_signature, 'function', p_arg)
    on conflict (object) do update set arg = excluded.arg;
  if not has_citus() then return; end if;
  select logicalrelid into v_any from pg_dist_partition where partmethod = 'h' limit 1;
  if v_any is not null then
    perform create_distributed_function(p_signature::regprocedure, p_arg, colocate_with => v_any::text);
  end if;
end $$;

-- The second lock on a tenant's rows (architecture.md): row level security, forced on the owner too. current_setting without missing_ok and
-- without NULLIF fails loudly where somebody forgot to say which tenant.
create or replace function guard(p_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('create policy tenant on %s using (tenant_id = current_setting(''app.tenant'')::int) with check (tenant_id = current_setting(''app.tenant'')::int)', p_table);
end $$;
