-- Makes documents: each has a number without gaps, a snapshot that never changes, and a hash that proves both
-- (decision 0030).

-- The fields that a document's hash covers: all but the hash. The columns are listed one by one, so that a column added
-- later does not change the hashes of earlier documents.
create or replace function document_hash(p_tenant int, p_id uuid, p_key uuid, p_owner uuid, p_kind text,
  p_series text, p_circle int, p_number bigint, p_snapshot jsonb, p_previous bytea, p_created_at timestamptz,
  p_created_by uuid) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    p_tenant, p_id, p_key, p_owner, p_kind, p_series, p_circle, p_number, p_snapshot, encode(p_previous, 'hex'),
    extract(epoch from p_created_at), p_created_by)::text, 'UTF8'))
$$;

/* Makes a document under the next number of its series; a repeated key answers the document made before. The number is
   part of the caller's transaction: a rollback gives it back, and other documents of the series wait until the
   transaction ends, so the caller makes this call as late as it can. PX409 the key belongs to another series or
   person. */
create or replace function put_document(p_tenant int, p_now timestamptz, p_id uuid, p_key uuid, p_owner uuid,
  p_kind text, p_series text, p_snapshot jsonb, p_user uuid) returns documents
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before documents;
  v_document documents;
begin
  perform set_config('app.tenant', p_tenant::text, true);
  perform not_closed(p_tenant, p_now, array[p_id]);
  v_document.circle := (select count(*) from restores r where r.tenant_id = p_tenant);
  -- Creates the series, or waits for the transaction that holds the row of the series.
  insert into document_series as s (tenant_id, owner_id, kind, series, circle)
  values (p_tenant, p_owner, p_kind, p_series, v_document.circle)
  on conflict (tenant_id, owner_id, kind, series, circle) do update set last_number = s.last_number;

  -- This transaction holds the series now, so any earlier transaction with the same key has ended.
  select d.* into v_before from documents d where d.tenant_id = p_tenant and d.key = p_key;
  if found then
    if (v_before.owner_id, v_before.kind, v_before.series, v_before.created_by)
        is distinct from (p_owner, p_kind, p_series, p_user) then
      raise exception 'key reused' using errcode = 'PX409';
    end if;
    return v_before;
  end if;

  update document_series s set last_number = s.last_number + 1
   where s.tenant_id = p_tenant and s.owner_id = p_owner and s.kind = p_kind and s.series = p_series
     and s.circle = v_document.circle
  returning s.last_number into v_document.number;
  v_document.tenant_id := p_tenant;
  v_document.id := p_id;
  v_document.key := p_key;
  v_document.owner_id := p_owner;
  v_document.kind := p_kind;
  v_document.series := p_series;
  v_document.snapshot := p_snapshot;
  select d.* into v_before from documents d
   where d.tenant_id = p_tenant and d.owner_id = p_owner and d.kind = p_kind and d.series = p_series
     and d.circle = v_document.circle and d.number = v_document.number - 1;
  v_document.previous := coalesce(v_before.hash, '');
  -- A transaction that waited may have an earlier time than the document before its own, but a later number must never
  -- have an earlier time.
  v_document.created_at := greatest(p_now, v_before.created_at);
  v_document.created_by := p_user;
  v_document.hash := document_hash(p_tenant, v_document.id, v_document.key, v_document.owner_id, v_document.kind,
    v_document.series, v_document.circle, v_document.number, v_document.snapshot, v_document.previous,
    v_document.created_at, v_document.created_by);
  insert into documents select v_document.* on conflict on constraint documents_key do nothing;
  -- Another series used the same key first, so this transaction is rolled back, which gives its number back.
  if not found then raise exception 'key reused' using errcode = 'PX409'; end if;
  return v_document;
end $$;
