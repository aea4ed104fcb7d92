// A world whose till sells top-ups of DT One's simulator, through the test's own servers. The world compares our books of each order with what truly happened
// at the supplier.
import { afterAll, beforeEach } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { DT_ONE_KEY, startDtOne } from '../../simulators/dt-one.ts'
import type { OrderState } from '../money/orders.ts'
import type { Order } from '../suppliers/supplier.ts'
import { giveWallet, rowsOf } from './arrange.ts'
import { connect, serverOn } from './connections.ts'
import type { Taken } from './dt-one.ts'
import { liveGoods } from './holds.ts'
import { fileWorld } from './world.ts'

/** A top-up of eight Singapore dollars, to a number whose ending determines the outcome. */
export const topUp = (ending = '100'): Order => ({ product_id: '103101', quantity: 1, amount: null, recipient: { mobile_number: `+6595123${ending}` } })
export const START = 5_000 * EURO
/** After this time other servers may take up a dead server's orders. */
export const LEASE_MS = 101_000

type Row = { key: string; hold: 'open' | 'posted' | 'void'; state: OrderState; sale_id: string | null }

/** Makes a world for one test file, which ends with the file and is reset before each test. */
export async function liveWorld() {
  const w = await fileWorld()
  const till = await w.signIn('kiosque')
  const goods = await liveGoods(w, till)
  const sim = await startDtOne()
  await w.server.listen({ port: 0, host: '127.0.0.1' })
  const address = w.server.server.address()
  const callbackOrigin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const base = { base_url: `http://127.0.0.1:${sim.port}/v1`, settings: { currency: 'EUR' } }
  const connection_id = await connect(w, { adapter: 'dt_one', credentials: DT_ONE_KEY, ...base })
  const servers: ReturnType<typeof serverOn>[] = []
  const server: typeof serverOn = (world, more, options) => {
    const made = serverOn(world, more, { callbackOrigin, ...options })
    servers.push(made)
    return made
  }
  afterAll(async () => {
    for (const { suppliers } of servers) await suppliers.close()
    await sim.close()
  })
  const opened = await server(w).suppliers.open(1, connection_id)
  const quoted = opened?.kind === 'top_ups' ? await opened.supplier.quote(topUp()) : undefined
  const cost = quoted?.outcome === 'done' ? quoted.value.cost : 0
  beforeEach(async () => {
    for (const { key } of await rowsOf<{ key: string }>(w, `select key from holds where tenant_id = 1 and state = 'open'`)) {
      await w.services.money.void(1, key, null, 'left over')
    }
    sim.control('reset', {})
    sim.control('callbacks', { mode: 'none' })
    await giveWallet(w, till.customer_id, START)
  })

  const taken = (key: string) => (sim.control('journal', {}) as { orders: Taken[] }).orders.filter(({ external_id }) => external_id === key)
  const rows = (keys: readonly string[]) =>
    rowsOf<Row>(
      w,
      `select h.key, h.state as hold, o.state, h.sale_id from holds h join live_orders o on o.tenant_id = 1 and o.key = h.key
        where h.tenant_id = 1 and h.key = any ($1) order by h.key`,
      [keys],
    )
  return {
    ...{ w, till, sim, connection_id, cost, callbackOrigin, taken, rows },
    server: (more?: Parameters<typeof serverOn>[1], options?: Parameters<typeof serverOn>[2]) => server(w, more, options),
    /** A server with long timeouts, so that a slow machine causes no repeated requests. Every request for an order's state waits for `before` first. */
    asking(before: () => Promise<unknown> = async () => undefined) {
      const { suppliers } = server(w, {}, { limits: { whole_ms: 30_000, silence_ms: 30_000, again_after_ms: 1, failures: 10_000 } })
      const open = async (...of: Parameters<typeof suppliers.open>) => {
        const found = await suppliers.open(...of)
        if (found?.kind !== 'top_ups') return found
        const { supplier } = found
        const status: typeof supplier.status = async (...about) => {
          await before()
          return supplier.status(...about)
        }
        return { ...found, supplier: { ...supplier, status } }
      }
      return server(w, { suppliers: { open } })
    },
    purchase: () => goods.purchase({ supplier_id: connection_id, cost }),
    pass(ms: number): void {
      w.clock.advance(ms)
      sim.control('advance', { ms })
    },
    /** Returns a text for each order about which our books and the supplier's journal differ: the order's key, its state in our books, and its true state. */
    async quarrels(keys: readonly string[]): Promise<string[]> {
      const of = await rows(keys)
      return of.flatMap(({ key, hold }) => {
        const there = taken(key).map(({ is }) => is)
        const isDelivered = there.includes('COMPLETED')
        const fits = hold === 'posted' ? isDelivered : hold === 'void' ? there.every((is) => GONE.includes(is)) : true
        return fits && there.length < 2 ? [] : [`${key} ${hold}, there ${there}`]
      })
    },
    cases: () => rowsOf<{ kind: string }>(w, 'select kind from cases where tenant_id = 1 order by opened_at').then((all) => all.map(({ kind }) => kind)),
  }
}
const GONE = ['CANCELLED', 'DECLINED', 'REJECTED', 'REVERSED']
