// Migrations lead from an empty database to the current schema, which keeps its guarantees: placement, row level security, the few rights of the server's role.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrationText } from '../../tools/new/contract.ts'
import { fieldFrom } from '../../tools/new/resource.ts'
import { readConfig } from '../kit/config.ts'
import { openPortal } from '../open.ts'
import { reasonsNotToStart } from '../postgres/boot-check.ts'
import { setupSql } from '../postgres/bootstrap.ts'
import { createDb, type Db } from '../postgres/db.ts'
import { startJobs } from '../postgres/jobs.ts'
import { functionsHash, functionsVersion, migrate } from '../postgres/migrate.ts'
import { makeFirst } from '../seeds/first.ts'
import { durable } from '../test/durable.ts'
import { emptyDatabase, worldOn } from '../test/world.ts'
import { schemaText } from './schema-text.ts'

await durable()
let ground: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Client
let db: Db
beforeAll(async () => {
  ground = await emptyDatabase()
  await migrate(ground.ownerUrl)
  owner = new pg.Client({ connectionString: ground.ownerUrl })
  await owner.connect()
  db = createDb({ url: ground.url, max: 2 })
})
afterAll(() => Promise.all([owner.end(), db.close()]).then(() => ground.end()))

const lint = readFileSync(join(import.meta.dirname, '../../tools/placement-lint.sql'), 'utf8')
const denied = { code: '42501' }

/** The calls of the database's functions that servers of an older version make. Such servers may still run while a newer server migrates. */
const calledBefore = readFileSync(join(import.meta.dirname, 'fixtures/called-before.txt'), 'utf8')
  .trim()
  .split('\n')

test('a server from before a migration can still call every function as it did; control: a call with one argument less fails', async () => {
  const resolves = async (call: string) => {
    const [name = '', types = ''] = call.slice(0, -1).split('(')
    const places = types.split(', ').map((_, i) => `$${i + 1}`)
    await owner.query(`prepare called (${types}) as select * from ${name}(${places.join(', ')})`)
    await owner.query('deallocate called')
  }
  expect(calledBefore.length).toBeGreaterThan(30)
  for (const call of calledBefore) await resolves(call)
  for (const call of calledBefore)
    await expect(resolves(call.replace(/\(\w+(\[\])?(, )?/, '(')), call).rejects.toMatchObject({ code: expect.stringMatching(/^42/) })
})

test('the committed schema text is that of the migrated database (npm run generate)', async () => {
  expect(await schemaText(owner)).toBe(readFileSync(join(import.meta.dirname, '../../docs/schema.txt'), 'utf8'))
})

test('the committed version of the money functions is that of their present text (npm run generate)', () => {
  expect(readFileSync(join(import.meta.dirname, '../money/VERSION'), 'utf8')).toBe(`${functionsVersion()} ${functionsHash()}\n`)
})

test('an edited migration is refused by a server that migrates and by one that only serves', async () => {
  await owner.query(`update migration_hashes set hash = 'as it was' where name = '0003-goods'`)
  await expect(migrate(ground.ownerUrl)).rejects.toThrow('edited after it ran: 0003-goods')
  expect(await reasonsNotToStart(db)).toEqual(['migration 0003-goods was edited after it ran'])
  await owner.query(`delete from migration_hashes where name = '0003-goods'`)
  await migrate(ground.ownerUrl)
  expect(await reasonsNotToStart(db)).toEqual([])
})

test('an older server neither migrates a newer database nor puts its functions over newer ones', async () => {
  await owner.query(`update money_functions set hash = 'newer', version = version + 1`)
  await expect(migrate(ground.ownerUrl)).rejects.toThrow('are newer')
  expect((await owner.query('select hash from money_functions')).rows).toEqual([{ hash: 'newer' }])
  await owner.query('update money_functions set version = version - 1')
  await migrate(ground.ownerUrl)
  expect((await owner.query('select hash from money_functions')).rows).toEqual([{ hash: functionsHash() }])
  await owner.query(`insert into migrations (name, run_on) values ('9999-later', now())`)
  await expect(migrate(ground.ownerUrl)).rejects.toThrow('newer than this code: 9999-later')
  await owner.query(`delete from migrations where name = '9999-later'`)
})

test('jobs run with the server’s own role; without that role’s row-level policy they cannot be enqueued', async () => {
  const log = { error: () => undefined, debug: () => undefined } as never
  let done: () => void = () => undefined
  const ran = new Promise<void>((resolve) => {
    done = resolve
  })
  const jobs = await startJobs(ground.url, { something: { work: async () => done() } }, log)
  await jobs.enqueue('something', {})
  await ran
  await owner.query('drop policy portal_app on graphile_worker._private_jobs')
  await expect(jobs.enqueue('something', {})).rejects.toThrow('row-level security')
  await jobs.stop()
  await migrate(ground.ownerUrl)
})

test('two servers that start together on an empty database both come up, a third does so without the owner’s password; a first user can be made', async () => {
  const empty = await emptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-first-'))
  const pools = Array.from({ length: 3 }, () => createDb({ url: empty.url, max: 2 }))
  try {
    const begin = (i: number, ownerUrl: string) => {
      const shared = { FILES_DIR: dataDir, MASTER_KEY_FILE: join(dataDir, 'master.key'), DATABASE_URL: empty.url }
      const config = readConfig({ DATA_DIR: join(dataDir, String(i)), ...shared })
      return openPortal({ db: pools[i] as Db, clock: () => new Date(), ownerUrl, config, isOwn: false, log: { error: () => undefined } as never })
    }
    const both = await Promise.all([begin(0, empty.ownerUrl), begin(1, empty.ownerUrl)])
    const third = await begin(2, '')
    for (const { isDemo, stop } of [...both, third]) {
      expect(isDemo).toBe(false)
      stop()
    }
    const platform = { name: 'Platform', host: 'portal.example.test', username: 'petra', full_name: 'Petra', email: 'petra@example.test' }
    const first = { platform, tenant: { name: 'Shops', host: 'shops.example.test' } }
    const { password } = await makeFirst(empty.ownerUrl, first, new Date())
    await expect(makeFirst(empty.ownerUrl, first, new Date())).rejects.toThrow('there is a platform already')
    const w = await worldOn({ ...empty, dataDir, keys: third.keys, end: async () => undefined })
    const petra = await w.signIn('petra', { host: 'portal.example.test', password })
    await expect(petra.calls.tenantsList({})).rejects.toMatchObject({ code: 'password_new_needed' })
    await w.end()
  } finally {
    await Promise.all(pools.map((pool) => pool.close()))
    await empty.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a demo world is made only if no real portal was requested', () => {
  const asked = (env: NodeJS.ProcessEnv) => readConfig(env).isDemo
  expect([asked({}), asked({ DEMO: '0' }), asked({ DATABASE_URL: 'postgres://x' }), asked({ DATABASE_URL: 'postgres://x', DEMO: '1' })]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test('the README creates the same roles as the embedded database has (npm run generate)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')).toContain(`\`\`\`sql\n${setupSql()}\`\`\`\n`)
})

test('migrating a second time changes nothing', async () => {
  const before = await schemaText(owner)
  await migrate(ground.ownerUrl)
  expect(await schemaText(owner)).toBe(before)
})

describe('the placement of tables in a database cluster', () => {
  test('follows the rules for every table', async () => {
    expect((await owner.query(lint)).rows).toEqual([])
  })

  test('control: the lint finds a table that breaks the placement rules', async () => {
    await owner.query('begin')
    await owner.query('create table stray (id int)')
    expect((await owner.query(lint)).rows).toMatchObject([{ object: 'stray', problem: 'no placement registered' }])
    await owner.query('rollback')
  })

  test('obeys the rules also for a table that `npm run new call` makes; it has row level security, and the server may read and write it', async () => {
    await owner.query('begin')
    const fields = ['title:text', 'amount:money', 'share:percent', 'pieces:count', 'due:day', 'level:low,high'].flatMap((text) => fieldFrom(text) ?? [])
    await owner.query(migrationText({ wing: 'till', rows: 'till-notes', row: 'till-note', fields }))
    expect((await owner.query(lint)).rows).toEqual([])
    const { rows } = await owner.query(
      `select relforcerowsecurity as is_locked, array(
         select privilege_type::text from information_schema.role_table_grants where grantee = 'portal_app' and table_name = relname order by 1) as rights
         from pg_class where relname = 'till_notes'`,
    )
    expect([fields.length, rows]).toEqual([6, [{ is_locked: true, rights: ['INSERT', 'SELECT', 'UPDATE'] }]])
    await owner.query('rollback')
  })
})

describe('a function with its owner’s rights', () => {
  /** SQL: functions in which a temporary table could hide one of our tables: their search path does not put pg_temp last. */
  const strays = `select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and not coalesce('search_path=public, pg_temp' = any (p.proconfig), false)`

  test('has a search path set: one schema first, and temporary tables last', async () => {
    expect((await owner.query(strays)).rows).toEqual([])
  })

  test('control: the lint finds a function without such a search path, and that function reads a planted temporary table', async () => {
    await owner.query('begin')
    await owner.query(`create function stray() returns bigint language sql security definer set search_path = public as 'select count(*) from tenants'`)
    await owner.query('create temporary table tenants (planted int); insert into tenants values (1), (2)')
    expect((await owner.query(strays)).rows).toEqual([{ name: 'stray()' }])
    expect((await owner.query('select stray() as n')).rows).toEqual([{ n: '2' }])
    await owner.query('alter function stray() set search_path = public, pg_temp')
    expect((await owner.query('select stray() as n')).rows).toEqual([{ n: '0' }])
    await owner.query('rollback')
  })
})

describe('row level security', () => {
  test('is forced on every tenant table', async () => {
    const { rows } = await owner.query(`select p.object from schema_placement p join pg_class c on c.relname = p.object and c.relkind in ('r', 'p')
      where p.kind = 'tenant' and not (c.relrowsecurity and c.relforcerowsecurity)`)
    expect(rows).toEqual([])
  })

  test('lets nobody, not even the owner, read rows without setting the tenant', async () => {
    await expect(db.reference((q) => q.query('select * from organisations'))).rejects.toThrow(/app\.tenant/)
    await expect(owner.query('select * from organisations')).rejects.toThrow(/app\.tenant/)
  })

  test('shows no row of another tenant, even to a statement that asks for its rows', async () => {
    expect(await db.read(1, (q) => q.query('select * from organisations where tenant_id = 2'))).toEqual([])
  })
})

describe('the server’s role', () => {
  test.each(['transfers', 'sales', 'pins', 'wallets', 'queue_heads', 'reveals', 'credit_limit_changes', 'documents', 'document_series'])(
    'can neither change nor delete %s',
    async (table) => {
      await expect(db.write(1, (q) => q.query(`update ${table} set tenant_id = tenant_id`))).rejects.toMatchObject(denied)
      await expect(db.write(1, (q) => q.query(`delete from ${table}`))).rejects.toMatchObject(denied)
      await expect(db.write(1, (q) => q.query(`truncate ${table}`))).rejects.toMatchObject(denied)
    },
  )

  test.each(['pin_blocks', 'transaction_keys'])('cannot read %s', async (table) => {
    await expect(db.read(1, (q) => q.query(`select * from ${table}`))).rejects.toMatchObject(denied)
  })

  test('cannot make temporary tables; control: if the database grants that to everybody, it can', async () => {
    await expect(db.write(1, (q) => q.query('create temporary table pins (seq int)'))).rejects.toMatchObject(denied)
    const name = new URL(ground.url).pathname.slice(1)
    await owner.query(`grant temporary on database ${name} to public`)
    await db.write(1, (q) => q.query('create temporary table pins (seq int) on commit drop'))
    await owner.query(`revoke temporary on database ${name} from public`)
  })

  test('owns no table, so a server with this role may start', async () => {
    expect(await reasonsNotToStart(db)).toEqual([])
  })

  test('is not the owner of the tables: a server that connects as their owner may not start', async () => {
    const asOwner = createDb({ url: ground.ownerUrl, max: 1 })
    expect(await reasonsNotToStart(asOwner).finally(asOwner.close)).toContainEqual(expect.stringContaining('owns the table'))
  })

  test('does not let a server start on a schema that is not the one of the server’s code', async () => {
    await owner.query(`delete from migrations where name = '0006-rights'; update money_functions set hash = 'another'`)
    expect(await reasonsNotToStart(db)).toEqual(['migration 0006-rights has not run', 'the money functions are not those of this code'])
  })
})
