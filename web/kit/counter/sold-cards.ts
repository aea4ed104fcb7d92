// A finished sale as the till shows it: how its outcome became known, and whether its slip was printed.
import type { PaymentKind, Sale } from '../../../contract/till/selling.ts'

/**
 * `how`: `found` if the first answer was lost although the sale had been made; `late` if the sale was made only when the request was sent again; `copy` for a
 * reprint; otherwise `sold`.
 */
export type Sold = {
  sale: Sale
  more?: readonly Sale[] | undefined
  how: 'sold' | 'found' | 'late' | 'copy'
  download_id?: string | undefined
  is_fetched?: true
  /** The way in which the customer paid, if it was noted. */
  payment?: PaymentKind | undefined
}
/**
 * The result of the last print. `closed`: printing ended; browsers do not tell whether anything was printed. `failed`: nothing was printed. `doubtful`: part
 * of the slip may be on paper.
 */
export type Printed = { sale: Sale; outcome: 'closed' | 'failed' | 'doubtful' }

/**
 * Returns the sale for its first showing in this browser. If one answer was lost, the server counts the repeated answer as copy 1, although nobody has seen the
 * sale; its slip is printed as an original. After two lost answers, or a reprint in between, the slip stays a copy (0007).
 */
export const firstShown = (sale: Sale): Sale => (sale.copy === 1 ? { ...sale, copy: 0 } : sale)

/** Whether the cards were sold just now, and paid in cash or without a note of the payment, which counts as cash. */
export const takesCash = ({ how, payment = 'cash' }: Sold) => how === 'sold' && payment === 'cash'

/** Whether this is a bulk sale whose file has not been fetched yet. The slips can be printed only once the file has been fetched. */
export const awaitsFile = ({ download_id, is_fetched }: Sold) => download_id !== undefined && !is_fetched

/** Whether printing now makes no copy, because no slip was printed yet: the sale was found after its answer was lost, or the printer failed. */
export function isUnprinted({ sale, how }: Sold, printed: Printed | undefined): boolean {
  const outcome = printed?.sale === sale ? printed.outcome : undefined
  return sale.pins.length > 0 && (outcome === 'failed' || ((how === 'found' || how === 'late') && outcome === undefined))
}
