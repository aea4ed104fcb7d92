// The customers below an organisation, in a query that stays fast with ten thousand of them.

/**
 * SQL: the organisations from `top` down that have customers; everybody below `top` is a customer of one of them: `parent_id = any (…)`. They are few and
 * have their own index. With row level security an index on a plain column such as the parent can be used, but not one on a path.
 */
export const PARENTS = (top: string) =>
  `array(select p.id from organisations p
          where p.tenant_id = :tenant_id and p.kind <> 'seller' and ${top} = any (p.path))`
