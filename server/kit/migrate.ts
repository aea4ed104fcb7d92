// Brings a database to the state of the code: forward-only migrations, then the money functions whenever their text changed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { folder } from './config.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }

/** File names without .sql, as node-pg-migrate records them. */
export const migrationNames = (): string[] => sqlFiles('migrations').map((file) => file.name)

const sqlFiles = (name: string) =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), text: readFileSync(join(folder(name), file), 'utf8') }))

/** What the money functions are made of, as one fingerprint. */
export function functionsHash(): string {
  const hash = createHash('sha256')
  for (const { name, text } of sqlFiles('money')) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

/** As the owner, on a direct connection: the runner holds a session lock. */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await runner({
      dbClient: client,
      dir: folder('migrations'),
      ignorePattern: '(?!.*\\.sql$).*',
      direction: 'up',
      migrationsTable: 'migrations',
      advisoryLockMode: 'wait',
      logger: silent,
    })
    await applyFunctions(client)
  } finally {
    await client.end()
  }
}

/** All in one transaction: functions that left the files leave the database, a changed signature leaves no overload behind. */
async function applyFunctions(client: pg.Client): Promise<void> {
  const hash = functionsHash()
  await client.query(`begin; set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = warning`)
  try {
    await client.query(`create table if not exists money_functions (hash text primary key); lock table money_functions;
      select place('money_functions', 'local'), place('migrations', 'local'); grant select on money_functions, migrations to portal_app`)
    const { rowCount } = await client.query('select 1 from money_functions where hash = $1', [hash])
    if (!rowCount) {
      await client.query(DROP_ALL)
      for (const { text } of sqlFiles('money')) await client.query(text)
      await client.query('delete from money_functions')
      await client.query('insert into money_functions (hash) values ($1)', [hash])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const DROP_ALL = `
  do $$ declare r record; begin
    for r in select p.oid::regprocedure as signature from pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname not in ('has_citus', 'place', 'place_function', 'guard') loop execute 'drop function ' || r.signature; end loop;
    for r in select t.oid::regtype as name from pg_type t join pg_class c on c.oid = t.typrelid
      where t.typnamespace = 'public'::regnamespace and c.relkind = 'c' loop execute 'drop type ' || r.name; end loop;
    delete from schema_placement where kind = 'function';
  end $$`
