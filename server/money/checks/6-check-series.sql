-- Checks documents: each is unchanged and continues the hash of the document before it; the last number of a series is
-- that of its last document.

-- Checks documents with an id from p_from up to p_to.
create or replace function wrong_documents(p_tenant int, p_from uuid, p_to uuid) returns setof finding
language plpgsql stable as $$
begin
  return query
    select 'document_is_as_made', count(*)::int, min(d.id::text) from documents d
     where d.tenant_id = p_tenant and d.id >= p_from and d.id < p_to
       and d.hash <> document_hash(d.tenant_id, d.id, d.key, d.owner_id, d.kind, d.series, d.circle, d.number,
                                   d.snapshot, d.previous, d.created_at, d.created_by);
  return query
    select 'document_follows_the_one_before', count(*)::int, min(d.id::text) from documents d
     where d.tenant_id = p_tenant and d.id >= p_from and d.id < p_to
       and d.previous is distinct from case when d.number = 1 then ''::bytea else (
         select b.hash from documents b
          where b.tenant_id = p_tenant and b.owner_id = d.owner_id and b.kind = d.kind and b.series = d.series
            and b.circle = d.circle and b.number = d.number - 1) end;
end $$;

-- Checks each series of documents with one index look-up, however long the series is.
create or replace function wrong_series(p_tenant int) returns setof finding language plpgsql stable as $$
begin
  return query
    select 'series_ends_with_its_last_document', count(*)::int,
           min(concat_ws(' ', s.owner_id, s.kind, s.series, s.circle))
      from document_series s
     where s.tenant_id = p_tenant and s.last_number is distinct from (
       select max(d.number) from documents d
        where d.tenant_id = p_tenant and d.owner_id = s.owner_id and d.kind = s.kind and d.series = s.series
          and d.circle = s.circle);
  -- Only a restore begins a new series of numbers (circle), so the series after the first are at most as many as the
  -- restores.
  return query
    select 'series_are_of_a_restore', count(*)::int, min(concat_ws(' ', s.owner_id, s.kind, s.series, s.circle))
      from document_series s
     where s.tenant_id = p_tenant
       and s.circle > (select count(*) from restores r where r.tenant_id = p_tenant);
end $$;
