// Brings a database to the state of the code: migrations forwards, then the money functions whenever their text changed. Older code refuses a newer database.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { folder } from '../kit/config.ts'
import { codeOf } from '../kit/errors.ts'
import { positional } from './parameters.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }

/** The SQL files of a folder and the folders below it, ordered by file name, whichever folder they are in. */
const sqlFiles = (name: string) =>
  readdirSync(folder(name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: basename(file, '.sql'), text: readFileSync(join(folder(name), file), 'utf8') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** A single fingerprint of the source of all money functions. */
export function functionsHash(): string {
  const hash = createHash('sha256')
  for (const { name, text } of sqlFiles('money')) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

/**
 * The version of the money functions. It grows with every change of them (`npm run generate`), so that an older server never replaces newer
 * functions.
 */
export function functionsVersion(): number {
  return Number(readFileSync(join(folder('money'), 'VERSION'), 'utf8').split(' ')[0])
}

/** The hash of each migration's text, by the migration's name. */
export const migrationHashes = (): Map<string, string> =>
  new Map(sqlFiles('migrations').map(({ name, text }) => [name, createHash('sha256').update(text).digest('hex')]))

/** The error for a database and code that do not belong together; trying again does not help. */
export class MigrationError extends Error {}

const STARTING = 7_302_017

/** Makes servers that start on one database do `work` one after the other. Needs a direct connection, because the lock belongs to the session. */
export async function oneAtATime<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(positional('select pg_advisory_lock(:lock)', { lock: STARTING }))
    return await work()
  } finally {
    await client.end()
  }
}

/**
 * The longest wait for a table, in milliseconds: shorter than a sale's wait for a lock (DEADLINES.lock_ms in pool.ts), because everything that wants the table
 * queues behind the migration.
 */
const LOCK_MS = 1_000
/** The pause before the migration tries again, in which what had queued behind it is done; and for how long it tries. */
const [PAUSE_MS, PATIENCE_MS] = [2_000, 15 * 60_000]
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Does work that locks tables which servers of the version before are using. If a table is not free soon, because a report or a check reads it for minutes, the
 * work is rolled back and tried again later: sales must not queue behind the migration meanwhile. `work` has to continue where a rolled back attempt stopped.
 */
export async function givingWay<T>(
  client: pg.Client,
  work: () => Promise<T>,
  { lock_ms = LOCK_MS, pause_ms = PAUSE_MS, most_ms = PATIENCE_MS, tell = (_: string): void => undefined } = {},
): Promise<T> {
  await client.query(`set lock_timeout = '${lock_ms}ms'`)
  for (const begun = performance.now(); ; await new Promise((done) => setTimeout(done, pause_ms))) {
    try {
      return await work()
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      if (performance.now() - begun > most_ms)
        throw new MigrationError('a table was in use for a quarter of an hour: end the report or the backup that reads it, and start again')
      tell('the migration waits for a table that a report or a check is reading')
    }
  }
}

/** Runs the migrations as the owner, on a direct connection, because the runner holds a session lock. `tell`: is told what the migration waits for. */
export async function migrate(ownerUrl: string, tell?: (what: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const before = await refuseStrange(client)
    const isUpgrade = before > 0 && before < migrationHashes().size
    const steps = async () => {
      await runner({
        dbClient: client,
        dir: folder('migrations'),
        ignorePattern: '(?!.*\\.sql$).*',
        direction: 'up',
        migrationsTable: 'migrations',
        advisoryLockMode: 'wait',
        logger: silent,
      })
      await keepHashes(client)
      await applyFunctions(client)
      await prepareJobs(client, ownerUrl)
      if (isUpgrade) await lookAnew(client)
    }
    await givingWay(client, steps, tell ? { tell } : {})
  } finally {
    await client.end()
  }
}

/**
 * Analyses all tables after an upgrade, because some may have a new column. A new column changes no row, so PostgreSQL itself analyses the table only after a
 * tenth of it has changed. Until then the planner assumes that one row in two hundred is null in the new column, although all rows are, and it may choose a
 * plan that compares each of a thousand rows with each of a thousand others.
 */
export async function lookAnew(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(c.oid::regclass::text, ', ') as names from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')`,
  )
  if (rows[0]?.names) await client.query(`analyze ${rows[0].names}`)
}

/**
 * Checks, before anything changes, that every migration that ran on this database is known to this code and unchanged. Returns how many there are.
 */
async function refuseStrange(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relname in ('migrations', 'migration_hashes')`,
  )
  const has = (name: string) => tables.some((table) => table.name === name)
  const known = migrationHashes()
  const ran = has('migrations') ? (await client.query<{ name: string }>('select name from migrations order by id')).rows : []
  const newer = ran.filter(({ name }) => !known.has(name))
  if (newer.length > 0) throw new MigrationError(`the database is newer than this code: ${newer.map(({ name }) => name).join(', ')} ran there`)
  const kept = has('migration_hashes')
    ? (
        await client.query<{ name: string; hash: string }>(
          `select name, hash from migration_hashes
            order by name`,
        )
      ).rows
    : []
  const edited = kept.filter(({ name, hash }) => known.get(name) !== hash)
  if (edited.length > 0)
    throw new MigrationError(`edited after it ran: ${edited.map(({ name }) => name).join(', ')}. A migration only goes forward: write a new one`)
  return ran.length
}

async function keepHashes(client: pg.Client): Promise<void> {
  const hashes = migrationHashes()
  const text = `
    insert into migration_hashes (name, hash)
    select * from unnest(:names::text[], :hashes::text[]) on conflict do nothing`
  await client.query(positional(text, { names: [...hashes.keys()], hashes: [...hashes.values()] }))
}

/** Makes graphile-worker's tables as the owner and grants them to the server's role, so that a server needs no owner's password. */
async function prepareJobs(client: pg.Client, ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl, maxPoolSize: 1 })
  await client.query(`
    grant usage on schema graphile_worker to portal_app;
    grant select, insert, update, delete on all tables in schema graphile_worker to portal_app;
    grant usage on all sequences in schema graphile_worker to portal_app;
    grant execute on all functions in schema graphile_worker to portal_app;
    do $$ declare r record; begin
      for r in select c.oid::regclass as name from pg_class c
                where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'portal_app') loop
        execute format('create policy portal_app on %s to portal_app using (true) with check (true)', r.name);
      end loop;
    end $$`)
}

/**
 * Brings the money functions up to date in one transaction. Functions that are no longer in the files are dropped; if a signature changes, the old overload is
 * dropped too.
 */
async function applyFunctions(client: pg.Client): Promise<void> {
  const hash = functionsHash()
  const version = functionsVersion()
  await client.query(`begin; set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = warning`)
  try {
    await client.query(`create table if not exists money_functions (hash text primary key);
      alter table money_functions add column if not exists version int not null default 0; lock table money_functions;
      select place('money_functions', 'local'),
             place('migrations', 'local'); grant select on money_functions, migrations to portal_app`)
    const [known] = (await client.query<{ hash: string; version: number }>('select hash, version from money_functions')).rows
    if (known && known.version > version)
      throw new MigrationError(`the money functions of the database are newer (${known.version}) than this code's (${version}): start the newer server`)
    if (known?.hash !== hash) {
      await client.query(DROP_ALL)
      for (const { text } of sqlFiles('money')) await client.query(text)
      await client.query('delete from money_functions')
      await client.query(positional('insert into money_functions (hash, version) values (:hash, :version)', { hash, version }))
    }
    await client.query(positional('update money_functions set version = :version where version < :version', { version }))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const DROP_ALL = `
  do $$ declare r record; begin
    for r in select p.oid::regprocedure as signature from pg_proc p where p.pronamespace = 'public'::regnamespace
      and p.proname not in ('has_citus', 'place', 'place_function', 'place_functions', 'in_plpgsql',
                            'guard') loop execute 'drop routine ' || r.signature; end loop;
    for r in select t.oid::regtype as name from pg_type t join pg_class c on c.oid = t.typrelid
      where t.typnamespace = 'public'::regnamespace and c.relkind = 'c' loop execute 'drop type ' || r.name; end loop;
    delete from schema_placement where kind = 'function';
  end $$`
