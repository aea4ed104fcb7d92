// Lets ten days pass after the sales. Two servers do the work that becomes due and read the daily statements, until no work is left that starts by itself.
import { readStatements } from '../../server/modules/live/statements/statements.ts'
import type { LiveSales } from '../../server/suppliers/live-sale.ts'

type Statements = Parameters<typeof readStatements>[0]
type Settling = {
  pair: readonly LiveSales[]
  statements: Statements
  /** Moves two clocks: ours and the supplier's. */
  pass: (ms: number) => Promise<unknown> | unknown
  tenant_id: number
}

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
/** Longer than a lease, in milliseconds. A lease is the time for which a server keeps an order to itself. */
const LEASE_MS = 101 * SECOND
const STEPS_MS = [
  3 * SECOND,
  8 * SECOND,
  30 * SECOND,
  4 * MINUTE,
  11 * MINUTE,
  20 * MINUTE,
  HOUR,
  HOUR,
  4 * HOUR,
  12 * HOUR,
  ...Array.from({ length: 9 }, () => 25 * HOUR),
]

export async function settle({ pair, statements, pass, tenant_id }: Settling): Promise<void> {
  const takeUp = async () => {
    for (let taken = [1]; taken.some((n) => n > 0); ) {
      taken = await Promise.all(pair.map((each) => each.takeUp(tenant_id)))
      await Promise.all(pair.map((each) => each.idle()))
    }
  }
  for (const ms of STEPS_MS) {
    await pass(ms)
    await takeUp()
    await pass(LEASE_MS)
    await takeUp()
    if (ms > 24 * HOUR) await readStatements(statements, tenant_id)
  }
}
