// Rules of the transaction check: what one text may mean, and what an organisation is told of a supplier's words.
import { readNumber } from '../../till/live-selling/live-selling.ts'
import type { CheckRow } from './check.sql.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A text as a transaction number and as a number that is dialled; `text` itself may be the supplier's number. */
export function meantBy(search_text: string | undefined): { text: string; id: string | null; number: string | null } | null {
  if (!search_text) return null
  const id = search_text.toLowerCase()
  return { text: search_text, id: UUID.test(id) ? id : null, number: readNumber(search_text)?.mobile_number ?? null }
}

/** Too little money over there, or a request of ours that was wrong: the owner's matter, and nobody's below it. */
const OWN_MATTERS = /^(our_balance|our_mistake)\b/
const DIGITS = /\+?\d(?:[\d ()/.-]*\d)?/g

/** The sentence without people's numbers: without long ones, and without those that end as the recipient does. Codes of the supplier stay. */
function withoutNumbers(said: string, recipient_end: string): string {
  const last = /\d+$/.exec(recipient_end)?.[0]
  return said.replace(DIGITS, (written) => {
    const digits = written.replace(/\D/g, '')
    const isNumber = digits.length >= 8 || (digits.length > 4 && last !== undefined && digits.endsWith(last))
    return isNumber ? `•••${digits.slice(-3)}` : written
  })
}

/** What the supplier said, for whoever asks: of what was delivered its number is enough, and what a person wrote who ended it is the owner's. */
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
