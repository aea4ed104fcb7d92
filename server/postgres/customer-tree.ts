// SQL for the customers below an organisation, in a query that stays fast with ten thousand customers.

/**
 * SQL: the organisations from `top` down that have customers. Everybody below `top` is a customer of one of these: `parent_id = any (…)`. These organisations
 * are few and have their own index. With row level security an index on a plain column such as the parent can be used, but an index on a path cannot.
 */
export const PARENTS = (top: string) =>
  `array(select p.id from organisations p
          where p.tenant_id = :tenant_id and p.kind <> 'seller' and ${top} = any (p.path))`

/**
 * SQL: the name of the portal of organisation `o`: the portal of the nearest reseller upwards that has a host of its own; if there is none, the portal of the
 * topmost reseller, which may be `o` itself; for the platform's own people the platform's. It is never the portal of an organisation that is not in `o`'s path,
 * although people may sign in at such an organisation's host (decision 0084).
 */
export const PORTAL = `
  (select a.name from organisations a
     left join hosts h on h.tenant_id = :tenant_id and h.organisation_id = a.id
    where a.tenant_id = :tenant_id and a.id = any (o.path) and a.kind <> 'seller'
    order by a.kind = 'platform', h.host is null,
             case when h.host is null then cardinality(a.path) else -cardinality(a.path) end limit 1)`
