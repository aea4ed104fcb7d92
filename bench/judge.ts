// Compares the buyers' journals with the books: acknowledged sales that are missing, sales that exist twice or without a request, and outcomes that
// contradict each other or stay unknown. All counts must be zero.
import type { Entry, SaleRequest, Sold } from './journal.ts'

/** A sale as the database has it; `key` is the UUID inside the transaction key. */
export type Booked = { key: string; sale_id: string; quantity: number; pin_ids: string[] }

export type Evidence = {
  journal: readonly Entry[]
  /** The outcome of each transaction key that was left open: after the servers recover, the key is sent again or settled. */
  settled: ReadonlyMap<string, { sold: Sold } | { refused: string } | 'unknown'>
  books: readonly Booked[]
  /** The answer to the repeated request of each sold key. */
  repeated: ReadonlyMap<string, Sold | undefined>
  uuidOf: (asked: SaleRequest) => string
}

export type Verdict = {
  /** Sales that were acknowledged to the buyer, but that the books do not have with the PINs that the buyer received. */
  lost: number
  /** Keys whose second request got another answer than the first. */
  changed: number
  /** PINs that were sold under two keys. */
  double: number
  /** Sales under a key that no buyer sent. */
  stranger: number
  /** Sales that were refused or settled as not sold, but that are in the books. */
  contradicted: number
  /** Keys for which nobody could find out whether they were sold or refused. */
  undecided: number
  /** Sales in the books for which no buyer has an answer. */
  unanswered: number
}

export function judge({ journal, settled, books, repeated, uuidOf }: Evidence): Verdict {
  const asked = new Map(journal.flatMap((entry) => ('asked' in entry ? [[entry.asked.key, entry.asked]] : [])))
  const outcomes = new Map<string, { sold: Sold } | { refused: string } | 'unknown'>(settled)
  for (const entry of journal) if (!('asked' in entry)) outcomes.set(entry.key, entry)
  const booked = new Map(books.map((sale) => [sale.key, sale]))
  const verdict: Verdict = { lost: 0, changed: 0, double: 0, stranger: 0, contradicted: 0, undecided: 0, unanswered: 0 }
  const buyerOf = new Map<string, string>()
  const known = new Set<string>()

  for (const purchase of asked.values()) {
    const uuid = uuidOf(purchase)
    known.add(uuid)
    const outcome = outcomes.get(purchase.key) ?? 'unknown'
    const sale = booked.get(uuid)
    if (outcome === 'unknown') verdict.undecided++
    else if ('refused' in outcome) verdict.contradicted += sale ? 1 : 0
    else {
      if (!sale || !matches(outcome.sold, sale, purchase)) verdict.lost++
      if (JSON.stringify(repeated.get(purchase.key)) !== JSON.stringify(outcome.sold)) verdict.changed++
      for (const { pin } of outcome.sold.pins) {
        if ((buyerOf.get(pin) ?? purchase.key) !== purchase.key) verdict.double++
        buyerOf.set(pin, purchase.key)
      }
    }
    if (sale && (outcome === 'unknown' || 'refused' in outcome)) verdict.unanswered++
  }
  verdict.stranger = books.filter((sale) => !known.has(sale.key)).length
  return verdict
}

const matches = (sold: Sold, sale: Booked, { quantity }: SaleRequest) =>
  sold.sale_id === sale.sale_id && sale.quantity === quantity && sold.pins.length === quantity && sold.pins.every(({ pin_id }) => sale.pin_ids.includes(pin_id))
