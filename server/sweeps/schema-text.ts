// Writes the schema as a text that a reviewer can read: columns, constraints, indexes, policies, and the rights of the server's role.
import type pg from 'pg'

const PARTS = {
  columns: `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`,
  constraints: `select conrelid::regclass || ': ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c') and conrelid <> 0 order by 1`,
  indexes: `select indexdef as line from pg_indexes where schemaname = 'public' order by 1`,
  policies: `select tablename || ': ' || policyname || case when permissive = 'RESTRICTIVE' then ' restrictive ' else ' ' end || cmd
      || coalesce(' using ' || qual, '') || coalesce(' check ' || with_check, '') as line from pg_policies where schemaname = 'public' order by 1`,
  views: `select relname || coalesce(' with ' || array_to_string(reloptions, ', '), '') || ':' || regexp_replace(pg_get_viewdef(oid), '\\s+', ' ', 'g') as line
    from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace order by 1`,
  rights: `select table_name || ': ' || string_agg(privilege_type, ', ' order by privilege_type) as line from information_schema.role_table_grants
    where grantee = 'portal_app' and table_schema = 'public' group by table_name order by 1`,
  functions: `select p.oid::regprocedure || case when p.prosecdef then ' security definer' else '' end as line from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
}

export async function schemaText(client: pg.Client): Promise<string> {
  const parts: string[] = []
  for (const [name, text] of Object.entries(PARTS)) {
    const { rows } = await client.query<{ line: string }>(text)
    parts.push(`${name}\n${rows.map(({ line }) => `  ${line}`).join('\n')}\n`)
  }
  return parts.join('\n')
}
