// Rules of the transaction check: the possible meanings of a search text, and which supplier messages an organisation may see.
import { readNumber } from '../../till/live-selling/live-selling.ts'
import type { CheckRow } from './check.sql.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A text as a transaction number and as a dialled number; `text` itself may be the supplier's reference. */
export function meantBy(search_text: string | undefined): { text: string; id: string | null; number: string | null } | null {
  if (!search_text) return null
  const id = search_text.toLowerCase()
  return { text: search_text, id: UUID.test(id) ? id : null, number: readNumber(search_text)?.mobile_number ?? null }
}

/** Failures by too little money at the supplier, or by a wrong request of ours: they are shown to the owner of the connection, not to those below. */
const OWN_MATTERS = /^(our_balance|our_mistake)\b/
const DIGITS = /\+?\d(?:[\d ()/.-]*\d)?/g

/** The sentence without people's numbers: without long digits, and without those that end as the recipient does. The supplier's codes stay. */
function withoutNumbers(said: string, recipient_end: string): string {
  const last = /\d+$/.exec(recipient_end)?.[0]
  return said.replace(DIGITS, (written) => {
    const digits = written.replace(/\D/g, '')
    const isNumber = digits.length >= 8 || (digits.length > 4 && last !== undefined && digits.endsWith(last))
    return isNumber ? `•••${digits.slice(-3)}` : written
  })
}

/** The supplier's message for this asker: of a delivered order its reference is enough, and a person's note that ended the order is shown to the owner only. */
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
