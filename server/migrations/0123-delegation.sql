-- In a cluster, a function with the argument p_tenant runs on the node of that tenant also inside a transaction.
-- Otherwise the coordinator would run it, and its statements could not use rows that the same transaction has changed
-- with the rights of another role, since the functions have the rights of their owner. The money check is always called
-- alone, and has joins that Citus does not accept in a function that must run on one node.
create or replace function place_function(p_signature text, p_arg text) returns void language plpgsql as $$
declare v_any regclass;
begin
  insert into schema_placement(object, kind, arg) values (p_signature, 'function', p_arg)
    on conflict (object) do update set arg = excluded.arg;
  if not has_citus() then return; end if;
  select logicalrelid into v_any from pg_dist_partition where partmethod = 'h' limit 1;
  if v_any is null then return; end if;
  perform create_distributed_function(p_signature::regprocedure, p_arg, colocate_with => v_any::text,
    force_delegation => p_signature not like 'check%');
  -- A plan for any tenant cannot be made in a cluster, where each tenant's rows are on a node of their own.
  if exists (select from pg_proc where oid = p_signature::regprocedure
                and array_to_string(proconfig, ' ') like '%plan_cache_mode%') then
    execute format('alter function %s reset plan_cache_mode', p_signature);
  end if;
end $$;

-- The statement that makes a function of SQL one of PL/pgSQL which answers the same. A function with rights or settings
-- of its own is refused, because it would lose them.
create or replace function in_plpgsql(p_function oid) returns text language plpgsql stable as $$
declare
  f pg_proc;
  v_body text;
  v_out text;
begin
  select p.* into f from pg_proc p where p.oid = p_function;
  if f.prosecdef or f.proconfig is not null then
    raise exception 'write % in PL/pgSQL: it has rights or settings of its own', f.proname;
  end if;
  v_body := rtrim(f.prosrc, E' ;\n');
  select string_agg(o.name, ', ' order by o.place) into v_out
    from unnest(f.proargnames, f.proargmodes) with ordinality as o(name, mode, place) where o.mode = 'o';
  v_body := case when f.proretset then 'return query ' || v_body
                 when f.prorettype = 'void'::regtype then v_body
                 when v_out is not null then 'select * into ' || v_out || ' from (' || v_body || E'\n) as answer'
                 else 'return (' || v_body || E'\n)' end;
  return format(E'create or replace function %I(%s) returns %s language plpgsql %s as %L',
                f.proname, pg_get_function_arguments(f.oid), pg_get_function_result(f.oid),
                case f.provolatile when 's' then 'stable' else 'volatile' end,
                E'\n#variable_conflict use_column\nbegin\n' || v_body || E';\nend ');
end $$;

/* Registers the functions that run on the node of their tenant. In a cluster, functions of SQL that read tables become
   functions of PL/pgSQL: Citus plans a statement for the tenant that it is given, and inside of a function of SQL it
   does not see that value. */
create or replace function place_functions() returns void language plpgsql as $$
declare v_function regprocedure;
begin
  if has_citus() then
    for v_function in
      select p.oid from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.provolatile <> 'i'
         and p.proname <> 'has_citus'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop
      execute in_plpgsql(v_function);
    end loop;
  end if;
  perform place_function(p.oid::regprocedure::text, 'p_tenant') from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proargnames[1] = 'p_tenant';
end $$;
revoke execute on function in_plpgsql(oid), place_functions() from public;
