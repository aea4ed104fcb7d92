// Finds reasons why the server may not start: a database that could lose committed data or mix up tenants, or a role that could bypass row level security.

import type { Db, Query } from './db.ts'
import { functionsHash, migrationHashes } from './migrate.ts'

const VERSION_MIN = 160_000

const LOCKS = `
  select 'the role ' || rolname || ' is a superuser or bypasses row level security' as reason from pg_roles
   where rolname = current_user and (rolsuper or rolbypassrls)
  union all select 'the role owns the table ' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'member')
  union all select name || ' is off' from pg_settings
             where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
  union all select name
                 || ' is off on this connection: a pooler between keeps the settings back, so the role needs them'
              from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
  union all select 'PostgreSQL is older than 16' where current_setting('server_version_num')::int < ${VERSION_MIN}
  union all select 'the distribution over the nodes of a cluster is not finished: npm run distribute'
             where to_regnamespace('distribution') is not null
  union all select 'tenant table without forced row level security: ' || c.relname from pg_class c
              join schema_placement p on p.object = c.relname and p.kind = 'tenant'
    where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`

/** The reasons why the server may not start; an empty list if it may. */
export async function reasonsNotToStart(db: Db): Promise<string[]> {
  return db.reference(async (q) => {
    const locks = await q.query<{ reason: string }>(LOCKS)
    return [...locks.map(({ reason }) => reason), ...(await reasonsOfMigrations(q))]
  })
}

async function reasonsOfMigrations(q: Query): Promise<string[]> {
  const done = new Set((await q.query<{ name: string }>('select name from migrations')).map(({ name }) => name))
  const [functions] = await q.query<{ hash: string }>('select hash from money_functions')
  const known = migrationHashes()
  const behind = [...known.keys()].filter((name) => !done.has(name))
  const [table] = await q.query<{ is: boolean }>(`select to_regclass('migration_hashes') is not null as is`)
  const kept = table?.is
    ? await q.query<{ name: string; hash: string }>(
        `select name, hash from migration_hashes
          order by name`,
      )
    : []
  const edited = kept.filter(({ name, hash }) => known.has(name) && known.get(name) !== hash)
  return [
    ...edited.map(({ name }) => `migration ${name} was edited after it ran`),
    ...behind.map((name) => `migration ${name} has not run`),
    ...(functions?.hash === functionsHash() ? [] : ['the money functions are not those of this code']),
  ]
}
