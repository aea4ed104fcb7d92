// Makes a cluster of PostgreSQL nodes (Citus) out of a plain database: each tenant's rows come to one of the nodes. Every step is a transaction of its own and
// is left out once it is done, so that an interrupted run is started again and goes on. Decision 0107.
import pg from 'pg'

/** One step. `isDone`: the step is left out. */
type Step = { what: string; isDone: boolean; run: () => Promise<void> }
export type Distribution = { steps: number; done: number; waiting: string[] }

/** The reason why a distribution does not begin, or does not go on. Nothing was deleted. */
export class DistributionError extends Error {}

/** Where the remembered foreign keys and row counts are while a distribution is under way. A server does not start meanwhile (boot-check.ts). */
const SCHEMA = 'distribution'

/** Reasons not to begin. Whoever runs this must see all rows of all tenants: a copy of rows under row level security would be a copy of a part. */
const REASONS = `
  select 'connect as a superuser, who creates tables on all nodes and sees the rows of all tenants' as reason
    from pg_roles where rolname = current_user and not rolsuper
  union all select 'the extension citus is missing: create extension citus, here and on each node, then citus_add_node'
             where not has_citus()
  union all select 'servers are connected: stop them, since rows that are written meanwhile would be lost'
              from pg_stat_activity where datname = current_database() and usename = 'portal_app' having count(*) > 0
  union all select 'the table ' || c.relname || ' is not registered with place()' from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
               and not exists (select from schema_placement p where p.object = c.relname and p.kind <> 'function')
               and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Tables in the order in which they are distributed: reference tables first, because tenants' tables refer to them. */
const TABLES = `
  select p.object as name, p.kind,
         exists (select from pg_dist_partition d where d.logicalrelid = p.object::regclass) as is_done
    from schema_placement p where p.kind in ('reference', 'tenant') order by p.kind, p.object`

/**
 * Functions in the order in which they were made, because a function may be called by later ones. Functions with an argument p_tenant run on the node of that
 * tenant, all others wherever they are called.
 */
const FUNCTIONS = `
  select p.oid::regprocedure::text as name, s.arg,
         exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid) as is_done
    from pg_proc p left join schema_placement s on s.kind = 'function' and to_regprocedure(s.object) = p.oid
   where p.pronamespace = 'public'::regnamespace
     and p.proname not in ('has_citus', 'place', 'place_function', 'place_functions', 'in_plpgsql', 'guard')
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by s.arg nulls first, p.oid`

const REMEMBER = `
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.foreign_keys (
    name text, on_table text, definition text, primary key (on_table, name));
  create table if not exists ${SCHEMA}.row_counts (name text primary key, rows bigint not null);
  insert into ${SCHEMA}.foreign_keys
  select c.conname, c.conrelid::regclass::text, pg_get_constraintdef(c.oid) from pg_constraint c
    join schema_placement p on p.object = c.conrelid::regclass::text and p.kind in ('reference', 'tenant')
   where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
     and not exists (select from pg_dist_partition d where d.logicalrelid = c.conrelid)
      on conflict do nothing`

/**
 * Settings of the server's role in a cluster. `set local app.tenant` reaches the nodes, and each plan is made for its tenant's node. A function that reads tables
 * may be called by a query on a node, because it reads rows of the query's tenant only, and these are on the same node.
 */
const ROLE = [
  "alter role portal_app set citus.propagate_set_commands = 'local'",
  'alter role portal_app set citus.allow_nested_distributed_execution = on',
  'alter role portal_app reset plan_cache_mode',
]

/**
 * Distributes the database to which `url` leads, as a superuser, while no server runs. `tell` hears each step. With `isDry` nothing is changed, and the
 * steps that would be done are returned.
 */
export async function distribute(url: string, { isDry = false, tell = (_: string): void => undefined } = {}): Promise<Distribution> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await refuse(client)
    const steps = await stepsOf(client)
    const waiting = steps.filter(({ isDone }) => !isDone)
    if (!isDry) for (const { what, run } of waiting) await run().then(() => tell(what))
    return { steps: steps.length, done: isDry ? 0 : waiting.length, waiting: isDry ? waiting.map(({ what }) => what) : [] }
  } finally {
    await client.end()
  }
}

async function refuse(client: pg.Client): Promise<void> {
  const reasons = await rowsOf<{ reason: string }>(client, REASONS)
  if (reasons.length > 0) throw new DistributionError(reasons.map(({ reason }) => reason).join('; '))
}

async function stepsOf(client: pg.Client): Promise<Step[]> {
  const tables = await rowsOf<{ name: string; kind: string; is_done: boolean }>(client, TABLES)
  const functions = await rowsOf<{ name: string; arg: string | null; is_done: boolean }>(client, FUNCTIONS)
  const areTablesDone = tables.every(({ is_done }) => is_done)
  const [open] = await rowsOf<{ is: boolean }>(client, `select to_regnamespace('${SCHEMA}') is not null as is`)
  const isWhole = areTablesDone && open?.is === false
  const inOne = (...statements: string[]) =>
    alone(client, async () => {
      for (const statement of statements) await client.query(statement)
    })
  return [
    { what: 'keep the servers away', isDone: isWhole, run: () => keepAway(client) },
    { what: 'remember and drop the foreign keys', isDone: areTablesDone, run: () => dropForeignKeys(client) },
    ...tables.map(({ name, kind, is_done }) => ({
      what: `distribute ${name} (${kind})`,
      isDone: is_done,
      run: () =>
        inOne(
          `insert into ${SCHEMA}.row_counts
           select '${name}', count(*) from ${name} on conflict (name) do update set rows = excluded.rows`,
          `select place('${name}', '${kind}')`,
        ),
    })),
    { what: 'compare the rows with those of before, and make the foreign keys again', isDone: isWhole, run: () => restoreForeignKeys(client) },
    ...functions.map(({ name, arg, is_done }) => ({
      what: `distribute ${name}`,
      isDone: is_done,
      run: () => inOne(arg ? `select place_function('${name}', '${arg}')` : `select create_distributed_function('${name}')`),
    })),
    // The functions keep their owner, with whose rights they run.
    { what: 'make functions of SQL readable for all nodes', isDone: isWhole, run: () => inOne('set local role portal_owner', 'select place_functions()') },
    { what: 'set up the role of the servers', isDone: false, run: () => inOne(...ROLE) },
    { what: 'free the rows that this node has twice', isDone: isWhole, run: () => freeLocalRows(client, tables) },
    {
      what: 'analyse the tables',
      isDone: isWhole,
      run: () =>
        inOne(
          `analyze ${tables.map(({ name }) => name).join(', ')}`,
          `drop schema if exists ${SCHEMA} cascade`,
          `grant connect on ${databaseOf(client)} to portal_app`,
        ),
    },
  ]
}

const databaseOf = (client: pg.Client): string => `database ${client.escapeIdentifier(client.database ?? '')}`

/** Servers of any version stay away until the last step, also those that were only cut off. One that came before the door was closed is refused here. */
async function keepAway(client: pg.Client): Promise<void> {
  await client.query(`revoke connect on ${databaseOf(client)} from public, portal_app`)
  await refuse(client)
}

const dropForeignKeys = (client: pg.Client): Promise<void> =>
  alone(client, async () => {
    await client.query(REMEMBER)
    for (const { name, on_table } of await rowsOf<ForeignKey>(client, `select * from ${SCHEMA}.foreign_keys`))
      await client.query(`alter table ${on_table} drop constraint if exists ${client.escapeIdentifier(name)}`)
  })

type ForeignKey = { name: string; on_table: string; definition: string }

/** Refuses to go on if a table has not the rows that it had; the plain rows are still there then. */
async function restoreForeignKeys(client: pg.Client): Promise<void> {
  const before = await rowsOf<{ name: string; rows: string }>(client, `select * from ${SCHEMA}.row_counts order by name`)
  for (const { name, rows } of before) {
    const [now] = await rowsOf<{ rows: string }>(client, `select count(*) as rows from ${name}`)
    if (now?.rows !== rows) throw new DistributionError(`${name} has ${now?.rows} rows on the nodes instead of ${rows}: nothing was deleted here`)
  }
  const missing = await rowsOf<ForeignKey>(
    client,
    `select k.* from ${SCHEMA}.foreign_keys k
      where not exists (select from pg_constraint c where c.conname = k.name and c.conrelid = k.on_table::regclass)`,
  )
  for (const { name, on_table, definition } of missing)
    await alone(client, () => client.query(`alter table ${on_table} add constraint ${client.escapeIdentifier(name)} ${definition}`))
}

async function freeLocalRows(client: pg.Client, tables: readonly { name: string; kind: string }[]): Promise<void> {
  for (const { name } of tables.filter(({ kind }) => kind === 'tenant')) await client.query(`select truncate_local_data_after_distributing_table('${name}')`)
}

/** Does work in one transaction, in which Citus changes all nodes one after the other, as it needs for tables that refer to each other. */
async function alone(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query(`begin; set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = warning`)
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const rowsOf = async <Row>(client: pg.Client, text: string): Promise<Row[]> => (await client.query(text)).rows as Row[]
