// A plain database becomes a cluster: what stands against it is named before anything changes, and a server does not start while it is half done. With
// CITUS=host:port the distribution itself is run, too: interrupted, started again, and with every row where it was.
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { createKeys } from '../kit/keys.ts'
import { seedDemo } from '../seeds/demo.ts'
import { rowsOf } from '../test/arrange.ts'
import { ask, createOn, dropOn, joinNodes, on } from '../test/nodes.ts'
import { emptyDatabase, world } from '../test/world.ts'
import { reasonsNotToStart } from './boot-check.ts'
import { createDb } from './db.ts'
import { distribute } from './distribution.ts'
import { migrate } from './migrate.ts'

const { nodes } = inject('cluster')
const [coordinator = ''] = nodes
const isCluster = nodes.length > 1

/** The number of rows of every table that has a place in the cluster. */
async function counts(url: string): Promise<Record<string, number>> {
  const tables = await ask<{ name: string }>(url, `select object as name from schema_placement where kind in ('reference', 'tenant') order by 1`)
  const [found] = await ask<Record<string, number>>(url, `select ${tables.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`).join(', ')}`)
  return found ?? {}
}

const ground = await emptyDatabase()
afterAll(() => ground.end())
const name = new URL(ground.url).pathname.slice(1)

test.skipIf(isCluster)('a database that cannot be distributed is refused with all reasons at once, and stays as it is', async () => {
  await migrate(ground.ownerUrl)
  await expect(distribute(ground.ownerUrl)).rejects.toThrow(/connect as a superuser.*extension citus is missing/)
  const server = new pg.Client({ connectionString: ground.url })
  await server.connect()
  await expect(distribute(on(coordinator, name))).rejects.toThrow(/extension citus is missing.*servers are connected/)
  await server.end()
  expect(await ask(on(coordinator, name), `select 1 from pg_namespace where nspname = 'distribution'`)).toEqual([])
})

test.skipIf(isCluster)('a server does not start on a database whose distribution is half done; control: it starts on one that is whole', async () => {
  const db = createDb({ url: ground.url, max: 1 })
  const told = async () => (await reasonsNotToStart(db)).filter((reason) => reason.includes('distribution'))
  expect(await told()).toEqual([])
  await ask(on(coordinator, name), 'create schema distribution')
  expect(await told()).toEqual(['the distribution over the nodes of a cluster is not finished: npm run distribute'])
  await ask(on(coordinator, name), 'drop schema distribution')
  await db.close()
})

test.skipIf(isCluster)(
  'a function of SQL answers the same as the function of PL/pgSQL that it becomes in a cluster; control: they are written anew',
  async () => {
    const w = await world()
    const SQL = `select p.oid::int as oid from pg_proc p join pg_language l on l.oid = p.prolang
                where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.provolatile <> 'i' and p.proname <> 'has_citus'`
    // Offers are found by the functions of prices; a shortage is a function with two answers, a loss one with a yes or a no.
    const answers = () =>
      rowsOf(
        w,
        `select o.id, f.*, s.code, s.left_over, has_loss_left(1, current_date, array[o.id], array[o.parent_id], array[100::bigint], 200, 1) as has_left
         from organisations o cross join lateral offers_to(1, o.id) f cross join lateral shortage_of(1, f.configuration_id, 1, now()) s
        where o.tenant_id = 1 and o.kind = 'seller' order by o.id, f.configuration_id`,
      )
    const before = await answers()
    const functions = (await w.owner.query<{ oid: number }>(SQL)).rows
    for (const { oid } of functions) {
      const [made] = (await w.owner.query<{ text: string }>(`select in_plpgsql(${oid}) as text`)).rows
      await w.owner.query(made?.text ?? '')
    }
    expect(before.length).toBeGreaterThan(50)
    expect(functions.length).toBeGreaterThan(10)
    expect((await w.owner.query(SQL)).rows).toEqual([])
    expect(await answers()).toEqual(before)
    await w.end()
  },
)

test.runIf(isCluster)(
  'a distribution that breaks off goes on where it was: every row is there, and so is every foreign key',
  { timeout: 300_000 },
  async () => {
    const plain = `${name}_plain`
    await createOn([coordinator], plain)
    const [ownerUrl, url] = [ground.ownerUrl.replace(`/${name}`, `/${plain}`), on(coordinator, plain)]
    await migrate(ownerUrl)
    await seedDemo({ ownerUrl, keys: createKeys(Buffer.alloc(32, 1)), clock: () => new Date() })
    const before = await counts(url)
    const KEYS = `select conrelid::regclass::text as at, conname from pg_constraint join schema_placement on object = conrelid::regclass::text
                    where contype = 'f' order by 1, 2`
    const keys = await ask(url, KEYS)
    await joinNodes(nodes, plain)
    const all = await distribute(url, { isDry: true })
    expect(all.waiting).toHaveLength(all.steps)
    let steps = 0
    const breakOff = () => {
      if (++steps === 40) throw new Error('the power fails')
    }
    await expect(distribute(url, { tell: breakOff })).rejects.toThrow('the power fails')
    const server = ground.url.replace(`/${name}`, `/${plain}`)
    await expect(ask(server, 'select 1')).rejects.toMatchObject({ code: '42501' })
    const rest = await distribute(url)
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }])
    // The door is closed again, and the foreign keys are looked for again, as long as there are tables without a place.
    expect(rest.done).toBe(all.steps - 40 + 2)
    expect(await counts(url)).toEqual(before)
    expect(await ask(url, KEYS)).toEqual(keys)
    expect((await distribute(url)).done).toBe(1)
    await dropOn(nodes, plain)
  },
)
