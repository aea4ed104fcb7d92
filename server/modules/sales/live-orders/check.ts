// Rules of the transaction check: what a search text may mean, and which of a supplier's messages an organisation may read.
import { readNumber } from '../../till/live-selling/live-selling.ts'
import type { CheckRow } from './check.sql.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a search text may mean: a transaction key or a sale's id, a telephone number, or, as it was typed, the supplier's reference. */
export function meantBy(search_text: string | undefined): { text: string; id: string | null; number: string | null } | null {
  if (!search_text) return null
  const id = search_text.toLowerCase()
  return { text: search_text, id: UUID.test(id) ? id : null, number: readNumber(search_text)?.mobile_number ?? null }
}

/**
 * Failures that only the owner of the connection reads about, because only the owner can mend them: the balance at the supplier is too low, or our
 * request was wrong.
 */
const OWN_MATTERS = /^(our_balance|our_mistake)\b/
const DIGITS = /\+?\d(?:[\d ()/.-]*\d)?/g

/**
 * A supplier's text without telephone numbers: rows of digits are masked if they are long, or if they end like the recipient's number. The supplier's codes
 * stay.
 */
function withoutNumbers(said: string, recipient_end: string): string {
  const last = /\d+$/.exec(recipient_end)?.[0]
  return said.replace(DIGITS, (written) => {
    const digits = written.replace(/\D/g, '')
    const isNumber = digits.length >= 8 || (digits.length > 4 && last !== undefined && digits.endsWith(last))
    return isNumber ? `•••${digits.slice(-3)}` : written
  })
}

/**
 * What the supplier said about an order, as far as this asker may read it. For a delivered order the text is empty, because the reference is enough. A note
 * by a user who ended the order is shown to the owner only.
 */
export function toldOf({
  hold_state,
  reason,
  is_by_hand,
  is_owner,
  said,
  recipient_end,
}: Pick<CheckRow, 'hold_state' | 'reason' | 'is_by_hand' | 'is_owner' | 'said' | 'recipient_end'>): string {
  const words = hold_state === 'posted' ? '' : hold_state === 'open' ? said : reason
  if (!is_owner && (is_by_hand || OWN_MATTERS.test(words))) return ''
  return withoutNumbers(words, recipient_end)
}
