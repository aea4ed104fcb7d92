// (g) of the purchase benchmark: one denomination is sold without a pause, so that its queue head is changed again and again. First come many sales; the last
// tenth of them is compared with the first tenth. Then tills sell for three minutes: one minute undisturbed, one minute while another connection holds a
// snapshot open, so that the database keeps all old versions of changed rows, and one minute after the snapshot has ended, which shows how soon the rate is
// back. Many tills change the queue head once for many sales, few tills once for each sale, so both numbers of tills are measured.
import pg from 'pg'
import type { Order } from './tills.ts'
import type { WorldSize } from './world.ts'

/** `sales`: how many sales are made without a pause. `minute_s`: how many seconds each of the minutes takes. */
export type Endurance = { sales: number; minute_s: number }

/** What differs from the usual load: its duration in seconds, its number of purchases, or its number of tills. */
export type Load = Partial<Pick<Order, 'seconds' | 'purchases' | 'warm_ms' | 'tills'>>

/** The numbers of tills that sell while a snapshot is open. */
export const TILLS_UNDER_SNAPSHOT = [32, 4] as const

/** More sales a second than any machine on which we measure makes, so that the stock lasts. */
const SALES_A_SECOND = 4_000
const PARTS = 10

/** The world of (g): few configurations, because only the last one is sold. */
export const worldOf = ({ wallets }: WorldSize, { sales, minute_s }: Endurance): WorldSize => ({
  ...{ wallets, configurations: 11, pins: 2_000 },
  hot: sales + 3 * TILLS_UNDER_SNAPSHOT.length * minute_s * SALES_A_SECOND,
})

/** Measures with `sell`, which lets tills sell the last denomination and stores the figures under a label. */
export async function endure(superuserUrl: string, { sales, minute_s: seconds }: Endurance, sell: (label: string, load: Load) => Promise<void>): Promise<void> {
  for (let part = 1; part <= PARTS; part++) await sell(`g tenth ${part}`, { purchases: sales / PARTS, warm_ms: 0 })
  for (const tills of TILLS_UNDER_SNAPSHOT) {
    await sell(`g no snapshot at ${tills}`, { seconds, tills })
    const end = await openSnapshot(superuserUrl)
    await sell(`g snapshot at ${tills}`, { seconds, tills }).finally(end)
    await sell(`g after it at ${tills}`, { seconds, tills })
  }
}

/** Opens a transaction in a connection of its own, lets it read, and holds it open until the returned function is called. */
async function openSnapshot(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin isolation level repeatable read; select count(*) from queue_heads')
  return () => client.end()
}
