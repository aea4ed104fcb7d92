// The rows before and after sending: customer, balance, amount, what will be or what became of it.
import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Amount } from '../../kit/Amount.tsx'
import { type Column, ListTable } from '../../kit/ListTable.tsx'
import { amountOf, type MultiRow, repeated } from './multi-rows.ts'
import type { MultiState } from './use-multi.ts'
import type { Customer } from './use-own-customers.ts'

/** Why a row is refused; anything else is a failure of ours. */
const codes = ['not_found', 'amount_out_of_range', 'key_invalid', 'key_reused', 'key_void', 'request_over', 'in_progress', 'busy', 'internal'] as const

type Props = { multi: MultiState; customers: ReadonlyMap<string, Customer> | undefined }
type Line = MultiRow & { at: number; customer: Customer | undefined; isRepeated: boolean; isKnown: boolean }

export function MultiTable({ multi, customers }: Props) {
  const t = useTranslations('money.multi')
  const twice = repeated(multi.rows)
  const lines: Line[] = multi.rows.map((row, at) => ({
    ...row,
    at,
    customer: customers?.get(row.username),
    isRepeated: twice.has(at),
    isKnown: customers === undefined || customers.has(row.username),
  }))
  const change = (at: number, amount: string) => multi.setRows(multi.rows.map((row, i) => (i === at ? { ...row, amount } : row)))
  const without = (at: number) => multi.setRows(multi.rows.filter((_, i) => i !== at))
  const columns: Column<Line>[] = [
    { key: 'customer', header: t('customer'), cell: (row) => row.customer?.name ?? '–' },
    { key: 'username', header: t('username'), cell: (row) => row.username },
    { key: 'balance', field: null, header: t('balance'), cell: (row) => (row.customer ? <Amount value={row.customer.balance} /> : '–'), number: true },
    {
      key: 'amount',
      header: t('amount'),
      cell: (row) => (multi.was_sent ? <Amount value={amountOf(row) ?? 0} /> : <AmountCell row={row} change={change} />),
      number: true,
    },
    { key: 'after', field: null, header: t('after'), cell: (row) => <After row={row} />, number: true },
    { key: 'state', field: null, header: t('state'), cell: (row) => <State row={row} wasSent={multi.was_sent} /> },
    ...(multi.was_sent ? [] : [{ key: 'action', field: null, header: t('action'), cell: (row: Line) => <Leave row={row} leave={without} /> }]),
  ]
  return <ListTable columns={columns} rows={lines} rowKey={(row) => String(row.at)} />
}

function AmountCell({ row, change }: { row: Line; change: (at: number, amount: string) => void }) {
  const t = useTranslations('money.multi')
  const isBad = row.amount !== '' && amountOf(row) === undefined
  return (
    <TextInput
      aria-label={`${t('amount')}: ${row.customer?.name ?? row.username}`}
      inputMode="decimal"
      value={row.amount}
      error={isBad ? t('not_an_amount') : undefined}
      onChange={(event) => change(row.at, event.currentTarget.value)}
    />
  )
}

/** Proven by the server where it was sent, reckoned before. */
function After({ row }: { row: Line }) {
  const amount = amountOf(row)
  if (row.balance_after !== null) return <Amount value={row.balance_after} />
  return row.outcome === 'open' && row.customer && amount !== undefined ? <Amount value={row.customer.balance + amount} /> : '–'
}

function State({ row, wasSent }: { row: Line; wasSent: boolean }) {
  const t = useTranslations('money.multi')
  const errors = useTranslations('errors.refusals')
  if (row.outcome === 'booked') return <span className="badge success">{`✓ ${t('booked')}`}</span>
  if (row.outcome === 'approval') return <span className="badge warning">{t('waits')}</span>
  if (row.outcome === 'refused') return <span className="badge danger">{`✕ ${errors(codes.find((one) => one === row.code) ?? 'internal')}`}</span>
  if (wasSent) return <span className="badge">{t('unknown_yet')}</span>
  if (!row.isKnown) return <span className="badge warning">{t('not_yours')}</span>
  return row.isRepeated ? <span className="badge warning">{t('twice')}</span> : <span className="badge">{t('ready')}</span>
}

function Leave({ row, leave }: { row: Line; leave: (at: number) => void }) {
  const t = useTranslations('money.multi')
  return (
    <Button size="xs" variant="default" aria-label={`${t('leave_out')}: ${row.customer?.name ?? row.username}`} onClick={() => leave(row.at)}>
      {t('leave_out')}
    </Button>
  )
}
