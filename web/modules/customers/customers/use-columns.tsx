// The columns of the customer list. Those that only the call `customersList` fills are hidden until the user chooses them.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { codeChannels } from '../../../../contract/people/auth.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { inUse } from '../../../kit/page/field-format.tsx'
import { Link } from '../../../kit/router/Pages.tsx'

export type Customer = Row<'customersListShort'>
type Whole = Row<'customersList'>

export function useColumns(): Column<Customer>[] {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const mayCredit = can(useUser(), 'walletChange')
  // On a phone a card shows the three columns after the name.
  return [
    { key: 'name', header: field('organisation'), sort: 'name' },
    { key: 'city' },
    { key: 'is_active', words: yesNo(field('is_active'), word('suspended')), looks: inUse, header: field('state') },
    { key: 'balance', sort: 'balance' },
    { key: 'credit_limit' },
    { key: 'available', sort: 'available' },
    {
      key: 'plan_name',
      header: field('plan'),
      cell: (row) => (row.sells_nothing ? <span className="badge warning">{t('sells_nothing')}</span> : (row.plan_name ?? '–')),
    },
    { key: 'last_sale_at', sort: 'last_sale_at' },
    { key: 'username' },
    { key: 'action', field: null, cell: (row) => mayCredit && row.may_credit && <CreditButton row={row} /> },
  ]
}

export function useMoreColumns(): Column<Whole>[] {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const columns = useColumns()
  const number: Column<Whole> = { key: 'customer_number', extra: true }
  const more: Column<Whole>[] = [
    { key: 'terminals', field: ['terminals', 'terminal_limit'], header: t('list.terminals'), cell: terminalsOf, number: true, extra: true },
    { key: 'last_login_at', extra: true },
    {
      key: 'otp_type',
      words: wordsOf(codeChannels, (code) => word(`code_channels.${code}`)),
      header: t('list.code'),
      extra: true,
    },
  ]
  return [...columns.slice(0, 1), number, ...columns.slice(1, -1), ...more, ...columns.slice(-1)]
}

/** The number of a customer's terminals, with the limit if there is one: a limit of 0 means unlimited. */
const terminalsOf = ({ terminals, terminal_limit }: Whole) =>
  terminal_limit > 0 ? `${format.count(terminals)} / ${format.count(terminal_limit)}` : format.count(terminals)

function CreditButton({ row }: { row: Customer }) {
  const word = useTranslations('words')
  const named = useNamed()
  return (
    <Button component={Link} to={`/customer/${row.customer_id}/credit/add`} size="xs" variant="default" aria-label={named(word('top_up_balance'), row.name)}>
      {word('top_up_balance')}
    </Button>
  )
}
