// DT One's adapter and its simulator, with a real connection between them, for a test file. The test sets the clocks of both.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { DT_ONE_KEY, startDtOne } from '../../simulators/dt-one.ts'
import { createDtOne, type DtOneOptions } from '../suppliers/dt-one/dt-one.ts'
import type { Answer, Order, Standing } from '../suppliers/supplier.ts'
import type { Exchange } from '../suppliers/wire.ts'

export type Taken = { id: number; external_id: string; is: string; cost: number; number: string | null }

/** The initial balance at the supplier. */
export const START = 10_000 * EURO
export const reference = () => randomUUID()
/** A top-up of eight Singapore dollars, to a number whose ending determines the outcome. */
export const topUp = (ending = '100', product_id = '103101'): Order => {
  return { product_id, quantity: 1, amount: null, recipient: { mobile_number: `+6595123${ending}` } }
}
export const referenceOf = (answer: Answer<Standing>) => (answer.outcome === 'done' ? answer.value.supplier_reference : '')

/** Whether an answer about an order is consistent with what the simulator really did. */
export function agrees(answer: Answer<Standing | null>, taken: readonly Taken[]): boolean {
  const is = taken.map((order) => order.is)
  if (is.length > 1) return false
  if (answer.outcome === 'refused') return is.every((each) => ['CANCELLED', 'DECLINED', 'REJECTED', 'REVERSED'].includes(each))
  if (answer.outcome === 'unknown' || !answer.value) return true
  return is[0] === (answer.value.state === 'created' ? 'CREATED' : 'COMPLETED')
}

/** Starts the simulator for one test file: it ends with the file, and is reset before each test. */
export async function dtOneThere() {
  const sim = await startDtOne()
  const exchanges: Exchange[] = []
  let ahead_ms = 0
  const now = () => new Date(Date.now() + ahead_ms)
  const options: DtOneOptions = {
    ...{ base: new URL(`http://127.0.0.1:${sim.port}/v1`), ...DT_ONE_KEY, account: () => ({ currency: 'EUR', rate: '1' }), now },
    onExchange: (exchange) => exchanges.push(exchange),
    limits: { whole_ms: 500, again_after_ms: 1, failures: 1000 },
  }
  const supplier = createDtOne(options)
  afterAll(() => Promise.all([supplier.close(), sim.close()]))
  beforeEach(() => {
    sim.control('reset', {})
    exchanges.length = 0
  })
  const journal = () => sim.control('journal', {}) as { orders: Taken[]; balance: { available: number; holding: number } }
  return {
    ...{ sim, exchanges, options, supplier, now, journal },
    takenAs: (mine: string) => journal().orders.filter(({ external_id }) => external_id === mine),
    pass(ms: number): void {
      ahead_ms += ms
      sim.control('advance', { ms })
    },
  }
}
