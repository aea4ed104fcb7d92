// The state of a row in a list of credits for many customers: its problem, the booking to be made, or its outcome.
import { useTranslations } from 'use-intl'
import { faultOf, type MultiRow } from './multi-rows.ts'
import type { Customer } from './use-own-customers.ts'

export type Line = MultiRow & { at: number; customer: Customer | undefined; isRepeated: boolean; isKnown: boolean }
export type RowState = { look: 'plain' | 'success' | 'warning' | 'danger'; text: string }

/** Refusals of a row that have a text; any other code means an error in our software. */
const codes = [
  'not_found',
  'amount_out_of_range',
  'key_invalid',
  'key_reused',
  'key_void',
  'request_over',
  'changed_meanwhile',
  'in_progress',
  'busy',
  'internal',
] as const

export function useRowState() {
  const t = useTranslations('credit.multi')
  const word = useTranslations('words')
  const errors = useTranslations('errors.refusals')

  function sent({ outcome, code }: MultiRow): RowState {
    if (outcome === 'booked') return { look: 'success', text: t('booked') }
    if (outcome === 'approval') return { look: 'warning', text: t('waits') }
    if (outcome === 'open') return { look: 'plain', text: word('not_known_yet') }
    return { look: 'danger', text: code === 'not_found' ? t('not_yours') : errors(codes.find((one) => one === code) ?? 'internal') }
  }

  return (row: Line, wasSent: boolean): RowState => {
    if (wasSent) return sent(row)
    const fault = faultOf(row)
    if (fault) return { look: 'danger', text: t(fault) }
    if (!row.isKnown) return { look: 'warning', text: t('not_yours') }
    return row.isRepeated ? { look: 'warning', text: t('twice') } : { look: 'plain', text: t('ready') }
  }
}
