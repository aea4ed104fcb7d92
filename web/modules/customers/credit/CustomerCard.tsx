// The customer that is being credited: its balance, how long it lasts, and its last bookings.
import { useQuery } from '@tanstack/react-query'
import { useMessages, useTranslations } from 'use-intl'
import { paymentModes } from '../../../../contract/customers/credit.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUntil } from '../../../kit/base/use-future-words.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'

const bookingKinds = ['top_up', 'credit', 'refund', 'fee', 'auto_credit', 'correction', 'moved_in'] as const

export function CustomerCard({ customer }: { customer: Row<'customersListShort'> }) {
  const t = useTranslations('sales')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const until = useUntil()
  const asked = useQuery(query('walletRecent', { customer_id: customer.customer_id })).data
  const recent = asked?.content
  const { words, sales } = useMessages()
  const kinds = { ...words.bookings, ...sales.booking.kinds }
  const kind = (name: string) => kinds[bookingKinds.find((known) => known === name) ?? 'correction']
  const mode = (name: string) => paymentModes.find((known) => known === name)
  return (
    <aside className="card stack">
      <div className="row">
        <h2>{customer.name}</h2>
        {!customer.is_active && <span className="badge">{word('suspended')}</span>}
      </div>
      <span className="muted">{[customer.username, customer.city, customer.mobile].filter(Boolean).join(' · ')}</span>
      <Facts
        facts={[
          { label: field('balance'), value: <Amount value={customer.balance} /> },
          { label: field('credit_limit'), value: <Amount value={customer.credit_limit} /> },
          { label: field('available'), value: <Amount value={customer.available} /> },
          ...(asked?.lasts_until ? [{ label: field('lasts_until'), value: until(asked.lasts_until) }] : []),
        ]}
      />
      <h3 className="heading">{t('booking.recent')}</h3>
      {recent?.length === 0 && <span className="muted">{t('booking.recent_none')}</span>}
      <ul className="lines">
        {recent?.map((one) => (
          <li key={`${one.created_at} ${one.balance_after}`} className="ends">
            <span>
              {format.dateTime(one.created_at)}{' '}
              <span className="muted">
                {[kind(one.kind), mode(one.payment_mode) && word(`payment_modes.${mode(one.payment_mode) ?? 'none'}`), one.created_by]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Amount value={one.amount} />
          </li>
        ))}
      </ul>
    </aside>
  )
}
