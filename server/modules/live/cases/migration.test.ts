// Tests the migration that moves cases of both kinds (about orders, about suppliers' statements) into one table. Every case is found there unchanged, and a
// server of the previous version, which may still be running, continues to work.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { migrate } from '../../../postgres/migrate.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { connect } from '../../../test/connections.ts'
import { liveGoods } from '../../../test/holds.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const MIGRATION = '0098-cases'
/** The migration that replaces starred screens of cases in users' preferences. */
const STARS = '0100-stars-of-cases'
const folder = join(import.meta.dirname, '../../../migrations')
const denied = { code: '42501' }

/** The SQL statements of earlier migrations about the tables live_cases and statement_cases. */
const before = readdirSync(folder)
  .filter((file) => file < MIGRATION)
  .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(';\n'))
  .filter((statement) => /\b(live_cases|statement_cases)\b/.test(statement))

await w.owner.query(`
  drop view live_cases, statement_cases; drop table cases;
  delete from schema_placement where object = 'cases';
  ${before.join(';\n')}`)

const connection_id = await connect(w, { adapter: 'paysafecard', provider: 'softapi', base_url: 'http://127.0.0.1:9', credentials: {} })
const goods = await liveGoods(w, await w.signIn('kiosque'))
const keys = [newId(), newId(), newId()] as const
for (const key of keys) expect(await w.services.money.hold(goods.asked({ key }))).toMatchObject({ code: 'held' })
const [first, second, third] = keys
const [statement, foreign, open, closed] = [newId(), newId(), newId(), newId()]

const filled = (of: string, connection: string) => `
  insert into statements (tenant_id, id, connection_id, day, created_at) values (:tenant_id, '${of}', '${connection}', '2026-11-25', now());
  insert into statement_cases (tenant_id, id, statement_id, connection_id, kind, subject, key, theirs, ours, proposal, lines, opened_at)
  values (:tenant_id, gen_random_uuid(), '${of}', '${connection}', 'extra', 'S-1', null, 70000, 0, 'claim', 900, now() - interval '3 days')`
await rowsOf(
  w,
  `insert into live_cases (tenant_id, id, key, kind, said, cost, opened_at, closed_at, closed_by, reason)
   values (1, '${open}', '${first}', 'other_cost', 'it is dearer', 83000, now() - interval '2 days', null, null, ''),
          (1, '${closed}', '${first}', 'late_refusal', 'taken back', null, now() - interval '2 days', now(), '${newId()}', 'claimed'),
          (1, '${newId()}', '${second}', 'late_delivery', '', null, now(), null, null, '');
   ${filled(statement, connection_id).replaceAll(':tenant_id', '1')};
   insert into statement_cases (tenant_id, id, statement_id, connection_id, kind, subject, key, theirs, ours, proposal, opened_at, closed_at, closed_by, reason)
   values (1, '${newId()}', '${statement}', '${connection_id}', 'state', '${third}', '${third}', 0, 80000, 'give_back', now(), now(), '${newId()}', 'given back')`,
)
// Adds cases of a second tenant, which the migration has to move too.
await rowsOf(
  w,
  `insert into suppliers (tenant_id, id, owner_id, company, created_at)
   select 2, '${connection_id}', id, 'Foreign', now() from organisations where parent_id is null;
   insert into connections (tenant_id, id, adapter, provider, base_url, credentials, account, account_end, is_sandbox, created_at, changed_at)
   values (2, '${connection_id}', 'soft_api', 'softapi', 'http://127.0.0.1:9', '', '', '', true, now(), now());
   ${filled(foreign, connection_id).replaceAll(':tenant_id', '2')}`,
  [],
  2,
)

const starred = (paths: readonly string[]) => `update users set preferences = '${JSON.stringify({ mode: 'dark', starred: paths })}' where username = $1`
await rowsOf(w, starred(['/sales', '/statement-cases', '/live-orders', '/live-cases']), ['kiosque'])
await rowsOf(w, starred(['/sales']), ['nord'])

const tables = ['live_cases', 'statement_cases'] as const
/** All rows of the two older tables, with all their columns. */
const written = async () => {
  const all = [1, 2].flatMap((tenant) => tables.map((table) => ({ tenant, table })))
  return Promise.all(all.map(({ tenant, table }) => rowsOf(w, `select * from ${table} order by id`, [], tenant)))
}
const kept = await written()
// Runs these files only: the later migrations have already changed this database and cannot be run twice.
for (const name of [MIGRATION, STARS]) await w.owner.query(readFileSync(join(folder, `${name}.sql`), 'utf8'))
await migrate(w.ownerUrl)

test('after the migration every case of each tenant has its earlier content, open or closed; control: without one case the comparison fails', async () => {
  expect(kept.map((rows) => rows.length)).toEqual([3, 2, 0, 1])
  expect(await written()).toEqual(kept)
  expect([await rowsOf(w, 'select id from cases'), await rowsOf(w, 'select id from cases', [], 2)].map((rows) => rows.length)).toEqual([5, 1])
  expect(await rowsOf(w, 'select kind, statement_id, theirs, closed_at from cases where id = $1', [open])).toEqual([
    { kind: 'other_cost', statement_id: null, theirs: 83_000, closed_at: null },
  ])
  await rowsOf(w, `delete from cases where id = '${closed}'`)
  expect(await written()).not.toEqual(kept)
})

test('a user who starred a screen that was replaced has the new screen starred instead, once, and keeps all other preferences', async () => {
  const kept = await rowsOf(w, `select preferences from users where username = any ('{kiosque,nord}') order by username`)
  expect(kept).toEqual([
    { preferences: { mode: 'dark', starred: ['/sales', '/cases', '/live-orders'] } },
    { preferences: { mode: 'dark', starred: ['/sales'] } },
  ])
})

const asServer = (text: string, values: Record<string, unknown>) => w.db.write(1, (q) => q.query(text, values))

test('after the migration a server of the previous version still works: it lists cases, opens each case once, and closes cases', async () => {
  const opened = (id: string) =>
    asServer(
      `insert into statement_cases (tenant_id, id, statement_id, connection_id, kind, subject, key, theirs, ours,
                                    proposal, lines, opened_at)
       values (1, :id, :statement, :connection_id, 'duplicate', 'S-2', null, 1, 0, 'claim', 1, now())
       on conflict (tenant_id, connection_id, kind, subject) do nothing returning id`,
      { id, statement, connection_id },
    )
  expect([await opened(newId()), await opened(newId())].map((rows) => rows.length)).toEqual([1, 0])
  const close = (table: string, id: string) =>
    asServer(`update ${table} set closed_at = now(), closed_by = :id, reason = 'done' where tenant_id = 1 and id = :id returning id`, { id })
  const [other] = await rowsOf<{ id: string }>(w, `select id from statement_cases where subject = 'S-2'`)
  expect([await close('live_cases', open), await close('statement_cases', other?.id ?? '')].map((rows) => rows.length)).toEqual([1, 1])
  // As long as the database functions of the older version are not replaced by those of this version, they still open cases, each case only once.
  const byFunction = `insert into live_cases (tenant_id, id, key, kind, said, cost, opened_at)
                      values (1, gen_random_uuid(), $1, 'not_found', '', null, now()) on conflict (tenant_id, key, kind) do nothing returning id`
  expect([await rowsOf(w, byFunction, [third]), await rowsOf(w, byFunction, [third])].map((rows) => rows.length)).toEqual([1, 0])
})

test('the server’s database role cannot insert a case about an order, and can change only how a case was closed', async () => {
  const id = newId()
  const insert = (table: string) =>
    asServer(`insert into ${table} (tenant_id, id, key, kind, said, opened_at) values (1, :id, :key, 'not_found', '', now())`, { id, key: second })
  await expect(insert('cases')).rejects.toMatchObject(denied)
  await expect(insert('live_cases')).rejects.toMatchObject(denied)
  for (const change of [`update cases set theirs = 0`, `update cases set kind = 'state'`, 'delete from cases', 'delete from live_cases'])
    await expect(asServer(change, {}), change).rejects.toMatchObject(denied)
})
