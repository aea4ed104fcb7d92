-- Who starred one of the two screens of cases has the one screen starred, in the same place.
alter table users no force row level security;
update users u
   set preferences = jsonb_set(u.preferences, '{starred}', s.starred)
  from (
    select o.tenant_id, o.id, jsonb_agg(o.path order by o.place) as starred
      from (
        select n.tenant_id, n.id,
               case when p.path in ('/live-cases', '/statement-cases') then '/cases' else p.path end as path,
               min(p.place) as place
          from users n
          cross join lateral jsonb_array_elements_text(n.preferences -> 'starred') with ordinality as p(path, place)
         where n.preferences -> 'starred' ?| array['/live-cases', '/statement-cases']
         group by 1, 2, 3) o
     group by 1, 2) s
 where u.tenant_id = s.tenant_id and u.id = s.id;
alter table users force row level security;
