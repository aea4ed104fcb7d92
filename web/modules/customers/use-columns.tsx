// The columns of the customer list; those that need the call with more fields are hidden until somebody chooses them.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { codeChannels } from '../../../contract/auth.ts'
import { Amount } from '../../kit/Amount.tsx'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import type { Column } from '../../kit/ListTable.tsx'
import { wordsOf, yesNo } from '../../kit/list-columns.ts'
import type { Row } from '../../kit/list-state.ts'
import { useNamed } from '../../kit/named.ts'
import { StatusBadge } from './StatusBadge.tsx'

export type Customer = Row<'customersListShort'>
type Whole = Row<'customersList'>

const at = (instant: string | null) => (instant ? format.dateTime(instant) : '–')

export function useColumns(): Column<Customer>[] {
  const t = useTranslations('people')
  const mayCredit = can(useUser(), 'walletChange')
  return [
    { key: 'name', header: t('name'), cell: (row) => row.name, sort: 'name' },
    { key: 'username', header: t('username'), cell: (row) => row.username },
    { key: 'city', header: t('city'), cell: (row) => row.city || '–' },
    { key: 'is_active', words: yesNo(t('active'), t('stopped')), header: t('state'), cell: (row) => <StatusBadge is_active={row.is_active} /> },
    { key: 'balance', header: t('balance'), cell: (row) => <Amount value={row.balance} />, number: true, sort: 'balance' },
    { key: 'credit_limit', header: t('credit_limit'), cell: (row) => <Amount value={row.credit_limit} />, number: true },
    { key: 'available', header: t('available'), cell: (row) => <Amount value={row.available} />, number: true, sort: 'available' },
    {
      key: 'plan_name',
      header: t('plan'),
      cell: (row) => (row.sells_nothing ? <span className="badge warning">{t('sells_nothing')}</span> : (row.plan_name ?? '–')),
    },
    { key: 'last_sale_at', header: t('last_sale'), cell: (row) => at(row.last_sale_at), sort: 'last_sale_at' },
    { key: 'action', field: null, header: t('action'), cell: (row) => mayCredit && row.may_credit && <CreditButton row={row} /> },
  ]
}

export function useMoreColumns(): Column<Whole>[] {
  const t = useTranslations('people')
  const columns = useColumns()
  const more: Column<Whole>[] = [
    { key: 'terminals', field: ['terminals', 'terminal_limit'], header: t('list.terminals'), cell: terminalsOf, number: true, extra: true },
    { key: 'last_login_at', header: t('list.last_login'), cell: (row) => at(row.last_login_at), extra: true },
    {
      key: 'otp_type',
      words: wordsOf(codeChannels, (code) => t(`access.codes.${code}`)),
      header: t('list.code'),
      cell: (row) => t(`access.codes.${row.otp_type}`),
      extra: true,
    },
  ]
  return [...columns.slice(0, -1), ...more, ...columns.slice(-1)]
}

/** A limit of 0 means unlimited. */
const terminalsOf = ({ terminals, terminal_limit }: Whole) =>
  terminal_limit > 0 ? `${format.count(terminals)} / ${format.count(terminal_limit)}` : format.count(terminals)

function CreditButton({ row }: { row: Customer }) {
  const t = useTranslations('people.list')
  const named = useNamed()
  return (
    <Button component={Link} to={`/customer/${row.customer_id}/credit/add`} size="xs" variant="default" aria-label={named(t('credit'), row.name)}>
      {t('credit')}
    </Button>
  )
}
