// Closes the books up to an instant (server/money/1-closing.sql). Rows before that instant never change, so they need be counted and proven only
// once.
import type { Instant } from '../../contract/kit/field.ts'
import type { Timed } from '../postgres/clock.ts'

/** The books of the last minutes stay open, so that a request already under way is not refused as too late. */
const OPEN_MS = 10 * 60_000
/**
 * The most steps of one closing. A closing needs three steps (announced, noted, sealed) and waits for running sales between them. Sales end within a moment; if
 * one sale hangs, the next run of the job tries again.
 */
const TRIES = 12
const PAUSE_MS = 25

/** Closes the books as far as possible now and returns the instant up to which they are closed. Each statement is one step and commits by itself. */
export async function closeBooks({ db, clock }: Timed, tenant_id: number): Promise<Date> {
  const until = new Date(clock().getTime() - OPEN_MS)
  for (let left = TRIES; ; left--) {
    const [row] = await db.call<{ sealed: Instant }>({
      name: 'close_books',
      isQuiet: true,
      text: 'select close_books(:tenant_id, :until) as sealed',
      values: { tenant_id, until },
    })
    const sealed = new Date(row?.sealed ?? 0)
    if (sealed >= until || left === 1) return sealed
    if (left < TRIES - 1) await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
}
