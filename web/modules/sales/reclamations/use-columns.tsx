// The columns of lists of claims: the card, its age, and the time that the supplier still has.
import { useTranslations } from 'use-intl'
import { reclaimReasons, reclaimStates, reclaimsAbove } from '../../../../contract/sales/reclamations.ts'
import { useUser } from '../../../kit/base/api.ts'
import type { Filter } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { aboveLooks, ageLook, type Claim, daysSince, daysUntil, dueLook, isOver, looks } from './claim.ts'

const HOUR_MS = 3_600_000

export function useWords() {
  const t = useTranslations('reclamations')
  return {
    states: wordsOf(reclaimStates, (state) => t(`states.${state}`)),
    above: wordsOf(reclaimsAbove, (state) => t(`above.${state}`)),
    reasons: wordsOf(reclaimReasons, (reason) => t(`reasons.${reason}`)),
  }
}

export function useColumns(of: 'desk' | 'own' | 'sent'): Column<Claim>[] {
  const t = useTranslations('reclamations')
  const field = useTranslations('fields')
  const { states, above, reasons } = useWords()
  const isMasked = useUser().mask_seller_discount === 1
  const age: Column<Claim> = { key: 'age', field: null, header: t('age'), cell: (row) => !isOver(row) && <Age row={row} /> }
  const due: Column<Claim> = { key: 'due_at', header: t('due'), cell: (row) => <Due row={row} />, sort: 'due_at', fact: true }
  const whole: Column<Claim>[] = [
    { key: 'number', header: field('number_short') },
    { key: 'product', field: ['product_name', 'serial', 'pin_last4'], cell: (row) => <Product row={row} />, fact: true },
    { key: 'value', ...(of === 'own' && { fact: true as const }) },
    { key: 'state', words: states, looks, fact: true },
    ...(of === 'own' ? [] : [{ key: 'seller_name' as const, header: field('customer') }]),
    ...(of === 'own' ? [] : [{ key: 'username' as const, header: t('claimed_by'), extra: true as const }]),
    { key: 'sold_at', header: t('sold'), extra: true },
    { key: 'created_at', header: t('claimed'), sort: 'created_at' },
    { key: 'claimed_after', field: null, header: t('claimed_after'), cell: (row) => <ClaimedAfter row={row} />, extra: true },
    { key: 'reason', words: reasons },
    ...(of === 'sent' ? [{ key: 'above' as const, words: above, looks: aboveLooks, header: t('level_above'), fact: true as const }] : []),
    { key: 'reject_reason', header: t('reject_reason'), ...(of === 'desk' && { extra: true as const }) },
    ...(of === 'desk' ? [age, due, { key: 'taken_name' as const, header: t('taken') }] : [{ key: 'changed_at' as const, header: t('changed') }]),
    ...(of === 'sent' ? [{ key: 'desk_name' as const, header: field('decided_by'), cell: (row: Claim) => row.desk_name || t('level_above') }] : []),
    ...(isMasked ? [] : [{ key: 'amount' as const, header: t('amount'), extra: true as const }]),
  ]
  return whole
}

/** The PIN is never shown. Its serial and last four digits are shown instead, because people read these out. */
export const Product = ({ row }: { row: Pick<Claim, 'product_name' | 'serial' | 'pin_last4'> }) => (
  <div>
    {row.product_name}
    <div className="muted mono">{`${row.serial}\u00a0••${row.pin_last4}`}</div>
  </div>
)

/** From this many hours on, a time is shown in days. */
const MANY_HOURS = 48

/** Shows how long after its sale a card was claimed. */
export function ClaimedAfter({ row: { created_at, sold_at } }: { row: Pick<Claim, 'created_at' | 'sold_at'> }) {
  const t = useTranslations('reclamations')
  const hours = Math.floor((Date.parse(created_at) - Date.parse(sold_at)) / HOUR_MS)
  return hours < MANY_HOURS ? t('hours', { count: hours }) : t('days', { count: Math.floor(hours / 24) })
}

function Age({ row }: { row: Claim }) {
  const t = useTranslations('reclamations')
  const days = daysSince(row.created_at)
  return <span className={ageLook(days)}>{t('days', { count: days })}</span>
}

export function Due({ row }: { row: Pick<Claim, 'due_at' | 'state'> }) {
  const t = useTranslations('reclamations')
  if (!row.due_at) return '–'
  const days = daysUntil(row.due_at)
  const text = days < 0 ? t('due_over') : t('due_in', { count: days })
  return isOver(row) ? text : <span className={dueLook(days)}>{text}</span>
}

export function useStateFilter(): Filter {
  const t = useTranslations('reclamations')
  const field = useTranslations('fields')
  return { name: 'state', label: field('state'), options: reclaimStates.map((value) => ({ value, label: t(`states.${value}`), is: value })) }
}
