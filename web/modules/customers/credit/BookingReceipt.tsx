// Shows the result of a booking; the new balance comes from the server's answer.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import type { Booked } from './use-booking.ts'

export function BookingReceipt({ booked: { change, booking }, another }: { booked: Booked; another: () => void }) {
  const t = useTranslations('sales')
  const notYours = useTranslations('house.not_your_customer')
  const field = useTranslations('fields')
  const isLimit = booking.input.type === 'credit_limit'
  const figures = { amount: format.money(change.amount), customer: booking.customer_name }
  if (change.state === 'waiting')
    return (
      <section className="card stack">
        <div role="status" className="notice warning">
          <b>{t('booking.waiting', figures)}</b>
          <p>{t('booking.waiting_hint')}</p>
        </div>
        <div className="row">
          <Button onClick={another} autoFocus>
            {t('booking.another')}
          </Button>
        </div>
      </section>
    )
  return (
    <section className="card stack">
      <div role="status" className="notice success">
        <b>{isLimit ? t('booking.done_limit', figures) : t('booking.done_top_up', figures)}</b>
      </div>
      <Facts
        big
        facts={[
          { label: t('booking.new_balance'), value: <Amount value={change.balance_after} /> },
          { label: field('credit_limit'), value: <Amount value={change.credit_limit_after} /> },
          { label: field('available'), value: <Amount value={change.available} /> },
        ]}
      />
      <p className="muted">
        {isLimit
          ? t('booking.was_limit', { amount: format.money(change.credit_limit_before), time: format.dateTime(change.created_at) })
          : t('booking.was_balance', { amount: format.money(change.balance_before), time: format.dateTime(change.created_at) })}
      </p>
      <div className="row">
        <Button onClick={another} autoFocus>
          {t('booking.another')}
        </Button>
        <Button variant="default" component={Link} to="/customers/view">
          {notYours('to_customers')}
        </Button>
      </div>
    </section>
  )
}
