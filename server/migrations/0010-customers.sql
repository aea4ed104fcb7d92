-- Customers are found by one folded text; a sub-domain is somebody's alone.

create unique index organisations_sub_domain on organisations (tenant_id, sub_domain) where sub_domain <> '';

-- What stands there already; from now on the server writes it (modules/customers).
do $$
declare v_tenant int;
begin
  for v_tenant in select tenant_id from tenants loop
    perform set_config('app.tenant', v_tenant::text, true);
    update organisations o set full_search = replace(replace(replace(translate(lower(translate(regexp_replace(normalize(concat_ws(' ', o.name,
        (select u.username from users u where u.tenant_id = v_tenant and u.organisation_id = o.id and u.internal_role = 0 order by u.id limit 1), o.mobile, o.city), NFKD),
        '[\u0300-\u036f]', '', 'g'), 'ıİI', 'iii')), 'øłđ', 'old'), 'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae')
     where o.tenant_id = v_tenant;
  end loop;
end $$;
