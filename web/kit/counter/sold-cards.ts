// A finished sale as the counter shows it: how the sale came about, and whether its slip is on paper.
import type { PaymentKind, Sale } from '../../../contract/till/selling.ts'

/** `how`: `found` if the first answer was lost but the sale had been made; `late` if the sale was made only when it was sent again. */
export type Sold = {
  sale: Sale
  more?: readonly Sale[] | undefined
  how: 'sold' | 'found' | 'late' | 'copy'
  download_id?: string | undefined
  is_fetched?: true
  /** How the customer paid, where it was noted. */
  payment?: PaymentKind | undefined
}
/** The result of the last print. `closed`: the printing ended; browsers do not tell whether anything came out. `doubtful`: some of it may be on paper. */
export type Printed = { sale: Sale; outcome: 'closed' | 'failed' | 'doubtful' }

/** Whether the cards were sold just now, and either paid in cash or sold without a note of how the customer paid. */
export const takesCash = ({ how, payment = 'cash' }: Sold) => how === 'sold' && payment === 'cash'

/** Whether the file of a bulk sale has to be fetched first; only then its slips can be printed. */
export const awaitsFile = ({ download_id, is_fetched }: Sold) => download_id !== undefined && !is_fetched

/** Whether printing now is no copy, because no slip came out yet: the sale was found after its answer was lost, or the printer failed. */
export function isUnprinted({ sale, how }: Sold, printed: Printed | undefined): boolean {
  const outcome = printed?.sale === sale ? printed.outcome : undefined
  return sale.pins.length > 0 && (outcome === 'failed' || ((how === 'found' || how === 'late') && outcome === undefined))
}
