// The balance at the end of each day of a ledger's period: of the user's own organisation, or of a customer.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { EURO } from '../../../contract/kit/money.ts'
import { type Output, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Chart } from './Chart.tsx'
import { ChartFailed } from './ChartFailed.tsx'
import type { Span } from './days.ts'
import TimeLine from './TimeLine.tsx'

type Balances = NonNullable<Output<'ledgerOwn'>['balances']>

/** Draws a customer's balance; without `customer_id`, that of the user's own organisation. */
export default function BalanceLine({ span, customer_id }: { span: Span; customer_id?: string }) {
  const asked = { filters: { date_from: span.from, date_to: span.to }, with_balances: true, limit: 1 }
  const own = useQuery({ ...query('ledgerOwn', asked), enabled: customer_id === undefined })
  const other = useQuery({ ...query('ledgerCustomer', { ...asked, customer_id: customer_id ?? '' }), enabled: customer_id !== undefined })
  const answer = customer_id === undefined ? own : other
  if (answer.isError && !answer.data) return <ChartFailed asked={answer} />
  const balances = answer.data?.balances
  return balances && balances.length > 1 && <Line balances={balances} />
}

function Line({ balances }: { balances: Balances }) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const days = useMemo(() => balances.map(({ day }) => day), [balances])
  const lines = useMemo(() => [{ label: field('balance'), values: balances.map(({ balance }) => balance / EURO) }], [balances, field])
  const least = balances.reduce((lowest, one) => (one.balance < lowest.balance ? one : lowest))
  return (
    <Chart
      title={t('balance_over_time')}
      sentence={t('balance_sentence', { last: format.money(balances.at(-1)?.balance ?? 0), day: format.day(least.day), least: format.money(least.balance) })}
      head={[field('day'), field('balance')]}
      points={balances.map(({ day, balance }) => ({ label: format.day(day), values: [format.money(balance)] }))}
    >
      {(at) => <TimeLine days={days} lines={lines} at={at} />}
    </Chart>
  )
}
