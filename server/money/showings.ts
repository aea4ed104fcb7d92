// Showings of clear PINs after the one in the sale's own answer. Each is counted under the sale's row lock and recorded before any PIN is opened.
import type { RunNamed } from '../postgres/db.ts'
import { type SaleFacts, type SealedPins, type Slip, slipStatements, slipsOf } from './slips.ts'

/** One occasion on which a sale's clear PINs were shown again, after the answer to the sale itself. */
export type Showing = {
  tenant_id: number
  id: string
  sale_id: string
  user_id: string
  session_id: string
  kind: 'repeated' | 'settled' | 'reprint' | 'download'
  reason: string
}

/**
 * Counts and records one showing under `id`; returns its number, or null if the download was used already. Throws PX401 if the session is over, or its user or
 * organisation is stopped, PX404 if there is no such sale.
 */
export async function reveal(run: RunNamed, now: Date, { tenant_id, id, sale_id, user_id, session_id, kind, reason }: Showing): Promise<number | null> {
  const [row] = await run<{ copy: number | null }>({
    name: 'reveal_sale',
    text: 'select reveal_sale(:tenant_id, :now, :id, :sale_id, :user_id, :session_id, :kind, :reason) as copy',
    values: { tenant_id, now, id, sale_id, user_id, session_id, kind, reason },
  })
  return row?.copy ?? null
}

/** Counts these showings and then reads the slips of their sales in the same transaction, without the PINs that were refunded before. */
export async function slipsShown(run: RunNamed, now: Date, showings: readonly [Showing, ...Showing[]]): Promise<Map<string, Slip>> {
  for (const showing of showings) await reveal(run, now, showing)
  const [facts, pins] = slipStatements(
    showings[0].tenant_id,
    showings.map(({ sale_id }) => sale_id),
  )
  return slipsOf(showings[0].tenant_id, await run<SaleFacts>(facts), await run<SealedPins>(pins))
}
