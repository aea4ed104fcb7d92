// Top-ups in a test's own world: a connection to DT One's simulator, with its catalogue read and switched on. The test sets the clocks of the portal and of the
// simulator.

import { afterAll } from 'vitest'
import type { Provider } from '../../contract/goods/live-prices.ts'
import type { CallInput } from '../../contract/kit/client.ts'
import { type dtOne, steps } from '../../contract/till/top-ups.ts'
import { DT_ONE_KEY, startDtOne } from '../../simulators/dt-one.ts'
import { newId } from '../kit/ids.ts'
import { keepCatalogue } from '../modules/live/live-products/catalogue.ts'
import { insert, inTenant } from '../seeds/demo-people.ts'
import { credentialsBound } from '../suppliers/connections.ts'
import { rowsOf } from './arrange.ts'
import type { Taken } from './dt-one.ts'
import type { Person, World } from './world.ts'

/** A number in Singapore, whose ending determines the outcome. */
export const numberOf = (ending: string): string => `+6595123${ending}`
export const SINGAPORE = 'Merlion Mobile'

type To = { adapter: string; provider: Provider; base_url: string; settings: object; credentials: object }

/** Adds a connection, reads its catalogue and switches all its products on; `read` reads the catalogue again. */
export async function connected(w: World, { credentials, ...to }: To) {
  const connection_id = newId()
  const created_at = w.clock.now()
  await inTenant(w.owner, 1, async (q) => {
    const [root] = (await q.query<{ id: string }>('select id from organisations where tenant_id = 1 and parent_id is null')).rows
    await insert(q, 'suppliers', { tenant_id: 1, id: connection_id, owner_id: root?.id, company: to.adapter, created_at })
    await insert(q, 'connections', {
      ...{ tenant_id: 1, id: connection_id, ...to, is_sandbox: true, is_active: true, created_at, changed_at: created_at },
      credentials: w.services.keys.seal(credentialsBound(1, connection_id), JSON.stringify(credentials)),
      ...{ account: Buffer.from(connection_id), account_end: 'key' },
    })
  })
  async function read(): Promise<void> {
    await rowsOf(w, `update catalogues set next_at = '-infinity' where tenant_id = 1`)
    await keepCatalogue({ db: w.db, now: w.clock.now }, 1, { connection_id, provider: to.provider, name: to.adapter }, async () => {
      const opened = await w.services.suppliers.open(1, connection_id)
      if (!opened || opened.kind === 'trips') throw new Error('no connection')
      return opened.supplier.list()
    })
  }
  await read()
  const ids = await rowsOf<{ id: string }>(w, 'select id from live_products where tenant_id = 1 and connection_id = $1', [connection_id])
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
  await platform.calls.liveProductsUpdate({ live_product_ids: ids.map(({ id }) => id), is_on: true })
  return { connection_id, read }
}

export async function topUpsThere(w: World) {
  const there = await topUpsOpened(w)
  afterAll(() => there.sim.close())
  return there
}

/** Opens a connection for top-ups, whose simulator the caller closes. */
export async function topUpsOpened(w: World) {
  const sim = await startDtOne()
  const { read } = await connected(w, {
    ...{ adapter: 'dt_one', provider: 'dt_one', base_url: `http://127.0.0.1:${sim.port}/v1` },
    ...{ settings: { currency: 'EUR' }, credentials: DT_ONE_KEY },
  })
  return {
    sim,
    read,
    /** Returns the orders that the supplier really has, from the simulator's journal. */
    taken: () => (sim.control('journal', {}) as { orders: Taken[] }).orders,
    pass(ms: number): void {
      w.clock.advance(ms)
      sim.control('advance', { ms })
    },
  }
}

/** The products for a number. `operator`: 0 for the number's likely operator, 1 for the next possible one. */
export async function productsFor(person: Person, mobile_number = numberOf('100'), operator = 0, region?: string) {
  const { operators } = await person.calls.dtOne({ configuration: steps.look_up, mobile_number })
  const operator_id = operators[operator]?.operator_id ?? ''
  return (await person.calls.dtOne({ configuration: steps.products, operator_id, ...(region && { region }) })).products
}

export type TopUpAsked = Partial<CallInput<typeof dtOne>>

/** Returns the input of a top-up under a new key, in which the number is given twice, as the call requires. */
export async function askedBy(person: Person, more: TopUpAsked): Promise<CallInput<typeof dtOne>> {
  const { mobile_number = numberOf('100') } = more
  const { transaction_key } = await person.calls.transactionKey({})
  return { configuration: steps.send, transaction_key, mobile_number, mobile_number_again: mobile_number, ...more }
}
