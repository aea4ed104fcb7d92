// Rehearses a sale when the server starts, so that the first customers do not wait: a new connection reads the catalogue of the database and plans every
// statement of a sale, which takes as long as twenty sales (decision 0059).
import type { Services } from '../../../http/services.ts'
import { newSecret } from '../../../http/sessions.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { createMoney, type Outcome, type Purchase } from '../../../money/money.ts'
import { lastActive, lastSale } from './rehearsal.sql.ts'

/** How many milliseconds the start waits for the rehearsal, which goes on beside the first requests if it takes longer. */
const WAIT_MS = 250

type Parts = Pick<Services, 'db' | 'clock' | 'log' | 'sessions'>

/** Waits until a sale was rehearsed, but not for long. A rehearsal that fails is only logged, because sales themselves do not need it. */
export async function rehearseFirstSales(parts: Parts): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, WAIT_MS)
  })
  const rehearsal = rehearseSales(parts).then(
    (outcomes) => parts.log.info({ outcomes }, 'a sale was rehearsed'),
    (error: unknown) => parts.log.warn({ why: String(error) }, 'no sale could be rehearsed'),
  )
  await Promise.race([rehearsal, late]).finally(() => clearTimeout(timer))
}

/**
 * Repeats the last sale of the tenant that was active last, under new keys, in transactions that are rolled back. If that shop can no longer buy, or nothing was
 * sold yet, the rehearsed sale is refused, which still plans most statements. Also looks a session up, as every sale does. Returns what became of the rehearsed sales.
 */
export async function rehearseSales({ db, clock, sessions }: Omit<Parts, 'log'>): Promise<Outcome['code'][]> {
  const [active] = await db.reference(lastActive)
  const tenant_id = active?.tenant_id ?? 0
  const [last] = await db.read(tenant_id, (q) => lastSale(q, tenant_id))
  const nobody = { seller_id: newId(), user_id: newId(), session_id: newId(), configuration_id: newId() }
  const purchase = (): Purchase => ({ ...nobody, ...last, tenant_id, quantity: 1, key: newId(), sale_id: newIdAt(clock()), download_id: null })
  await sessions.find(tenant_id, { token: newSecret(), cookie: undefined }).catch(() => undefined)
  const outcomes = await db.rehearseMoney((calls) => {
    const { sell } = createMoney(calls, clock)
    // The first of these is sold alone; the others wait for it and are sold together, which takes other statements.
    return Promise.all([sell(purchase()), sell(purchase()), sell(purchase())])
  })
  return outcomes.flat().map(({ code }) => code)
}
