// A line chart of the balance at the end of each day of a ledger's period, for the user's own organisation or for a customer. The period with which it is
// compared is drawn as a second line.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { EURO } from '../../../contract/kit/money.ts'
import { type Output, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Chart, type Look } from './Chart.tsx'
import { rangeOf, type Span } from './days.ts'
import TimeLine, { type Line } from './TimeLine.tsx'

type Balances = NonNullable<Output<'ledgerOwn'>['balances']>
type Props = { span: Span; compared: Span | undefined; customer_id?: string }

/** Draws a customer's balance; without `customer_id`, that of the user's own organisation. */
export default function BalanceLine({ span, compared, customer_id }: Props) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const answer = useBalances(span, customer_id)
  const other = useBalances(compared, customer_id).data?.balances
  const balances = answer.data?.balances
  const days = useMemo(() => balances?.map(({ day }) => day) ?? [], [balances])
  const range = compared && rangeOf(compared)
  const lines = useMemo<readonly Line[]>(() => {
    const valuesOf = (of: Balances) => days.map((_, i) => (of[i] ? of[i].balance / EURO : null))
    const main: Line = { label: field('balance'), values: valuesOf(balances ?? []), look: 'main' }
    return range && other ? [main, { label: `${field('balance')} ${range}`, values: valuesOf(other), look: 'before' }] : [main]
  }, [days, balances, other, range, field])
  const last = balances?.at(-1)
  if (!balances || !last) return <Chart title={t('balance_over_time')} asked={answer} content={undefined} />
  const least = balances.reduce((lowest, one) => (one.balance < lowest.balance ? one : lowest))
  const told = (of: Balances | null | undefined, i: number) => (of?.[i] ? format.money(of[i].balance) : '–')
  return (
    <Chart
      title={t('balance_over_time')}
      asked={answer}
      content={{
        sentence: t('balance_sentence', { last: format.money(last.balance), day: format.day(least.day), least: format.money(least.balance) }),
        head: [field('day'), ...lines.map(({ label }) => label)],
        looks: lines.map(({ look }): Look => look),
        points: balances.map(({ day }, i) => ({ label: format.day(day), values: [told(balances, i), ...(lines.length > 1 ? [told(other, i)] : [])] })),
        draw: (at, read) => <TimeLine days={days} lines={lines} at={at} read={read} />,
      }}
    />
  )
}

function useBalances(span: Span | undefined, customer_id: string | undefined) {
  const asked = { filters: { date_from: span?.from ?? '', date_to: span?.to ?? '' }, with_balances: true, limit: 1 }
  const own = useQuery({ ...query('ledgerOwn', asked), enabled: span !== undefined && customer_id === undefined })
  const other = useQuery({ ...query('ledgerCustomer', { ...asked, customer_id: customer_id ?? '' }), enabled: span !== undefined && customer_id !== undefined })
  return customer_id === undefined ? own : other
}
