// Yesterday's backup is restored today, so only the supplier knows the live sales made since then. The supplier is asked about orders that are open in our
// books. Orders that our books lack are found in the supplier's statement. A till that still has its key pays for its goods once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { berlinDay } from '../kit/berlin.ts'
import { rowsOf, wrongs } from '../test/arrange.ts'
import { serverOn } from '../test/connections.ts'
import { LEASE_MS, liveWorld, topUp } from '../test/live-world.ts'
import { type World, worldOn } from '../test/world.ts'

const live = await liveWorld()
const { w, sim, server, purchase, pass, taken } = live
const worlds: World[] = []
afterAll(() => Promise.all(worlds.map((world) => world.end())))

const named = (url: string, name: string) => url.replace(/\/[^/]*$/, `/${name}`)

async function onCluster(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('cluster').superuserUrl })
  await client.connect()
  await work(client).finally(() => client.end())
}

/** Copies the database as it is now; all connections are closed while it is copied. */
async function backup(): Promise<string> {
  const [from, copy] = [new URL(w.url).pathname.slice(1), `backup_${Date.now()}`]
  await onCluster(async (client) => {
    await client.query(`alter database ${from} connection limit 0`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
    await client.query(`create database ${copy} template ${from} owner portal_owner`)
    for (const name of [from, copy]) await client.query(`alter database ${name} connection limit -1`)
  })
  return copy
}

async function restored(name: string): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-restored-'))
  const end = async () => {
    await onCluster((client) => client.query(`drop database ${name} with (force)`))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const world = await worldOn({ url: named(w.url, name), ownerUrl: named(w.ownerUrl, name), dataDir, keys: w.services.keys, end })
  worlds.push(world)
  world.clock.advance(w.clock.now().getTime() - Date.now())
  return world
}
const markRestored = (world: World) =>
  rowsOf(world, `insert into restores (tenant_id, id, cause, held_at, released_at) values (1, gen_random_uuid(), 'restored', $1, $1)`, [world.clock.now()])
const holdOf = async (world: World, key: string) =>
  (await rowsOf<{ state: string }>(world, 'select state from holds where tenant_id = 1 and key = $1', [key]))[0]?.state

/** Lets time pass for the restored world and for the supplier, and lets the job ask the supplier about the open orders. */
async function asked(world: World): Promise<void> {
  const job = serverOn(world)
  for (const ms of [LEASE_MS, 11 * 60_000, LEASE_MS]) {
    world.clock.advance(ms)
    sim.control('advance', { ms })
    await job.takeUp(1)
    await job.idle()
  }
  await job.suppliers.close()
}

test('after a restore the supplier is asked about open orders; an order sold since the backup is in the supplier’s statement, and is paid once if the till repeats it', async () => {
  const [before, slow, paused, unsent, since] = Array.from({ length: 5 }, purchase) as [ReturnType<typeof purchase>, ...ReturnType<typeof purchase>[]]
  const [first, keys] = [server(), { slow: slow?.key ?? '', paused: paused?.key ?? '', unsent: unsent?.key ?? '', since: since?.key ?? '' }]
  if (!slow || !paused || !unsent || !since) throw new Error('no purchase')
  await first.sell(before, topUp())
  pass(3_000)
  await first.ask(1, before.key)
  await first.sell(slow, topUp('300'))
  let wake: () => void = () => undefined
  const sleepy = server({ patience_ms: 50, between: (at) => (at === 'held' ? new Promise((go) => (wake = go)) : Promise.resolve()) })
  await sleepy.sell(paused, topUp())
  await server({ patience_ms: 50, between: () => new Promise<void>(() => undefined) }).sell(unsent, topUp())
  const [copy, other] = [await backup(), await backup()]

  // After the backup three things happen: an order that is unsent in the backup is sent, another order ends, and a third, which the backup does not contain,
  // is sold.
  wake()
  await sleepy.idle()
  // The test requests the statement of the day of the sale, even if the test's own clock has reached the next day by now.
  const day = berlinDay(w.clock.now())
  await server().sell(since, topUp())
  pass(300_000)
  for (const key of [keys.slow, keys.paused, keys.since]) await first.ask(1, key)
  expect(await Promise.all(Object.values(keys).map((key) => holdOf(w, key)))).toEqual(['posted', 'posted', 'open', 'posted'])

  const back = await restored(copy)
  expect(await Promise.all([before.key, ...Object.values(keys)].map((key) => holdOf(back, key)))).toEqual(['posted', 'open', 'open', 'open', undefined])
  await markRestored(back)
  await asked(back)
  expect(await Promise.all(Object.values(keys).map((key) => holdOf(back, key)))).toEqual(['posted', 'posted', 'void', undefined])
  expect([taken(keys.unsent), await wrongs(back)]).toEqual([[], []])

  const again = serverOn(back)
  const opened = await again.suppliers.open(1, live.connection_id)
  const statement = opened?.kind === 'top_ups' ? await opened.supplier.statement(day) : undefined
  const lines = statement?.outcome === 'done' ? statement.value : []
  const known = await rowsOf<{ key: string }>(back, 'select key from holds where tenant_id = 1')
  expect(lines.filter(({ reference }) => !known.some(({ key }) => key === reference)).map(({ reference }) => reference)).toEqual([keys.since])
  expect(await again.sell(since, topUp())).toMatchObject({ outcome: 'sold' })
  expect([taken(keys.since).map(({ is }) => is), await holdOf(back, keys.since), await wrongs(back)]).toEqual([['COMPLETED'], 'posted', []])
  await again.suppliers.close()

  // Control: a server that does not know of the restore treats orders that are unsent in the backup as never sent.
  const unaware = await restored(other)
  await asked(unaware)
  expect([await holdOf(unaware, keys.paused), taken(keys.paused).map(({ is }) => is)]).toEqual(['void', ['COMPLETED']])
})
