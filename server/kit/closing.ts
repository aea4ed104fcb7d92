// Closing the books (server/money/1-closing.sql): what lies before the answer is there for good, so it may be counted and proven once.
import type { Services } from './services.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** Left open behind now, so that whoever asked a moment ago is not refused as too late. */
const OPEN_MS = 10 * 60_000
/** Announced, noted, sealed. Who is selling just then ends within a moment; who hangs is not waited for here: the next run goes on. */
const TRIES = 12
const PAUSE_MS = 25

/** As far as it goes now. One step a statement, each committed by itself. */
export async function closeBooks({ db, clock }: Needs, tenant_id: number): Promise<Date> {
  const until = new Date(clock().getTime() - OPEN_MS)
  for (let left = TRIES; ; left--) {
    const [row] = await db.call<{ sealed: Date }>({ name: 'close_books', text: 'select close_books($1, $2) as sealed', values: [tenant_id, until] })
    const sealed = row?.sealed ?? new Date(0)
    if (sealed >= until || left === 1) return sealed
    if (left < TRIES - 1) await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}
