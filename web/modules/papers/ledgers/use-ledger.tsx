// The columns of a ledger, the same for the user's own organisation and for a customer.
import { useMessages, useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { ledgerKinds } from '../../../../contract/papers/ledgers.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

type Entry = Row<'ledgerOwn'>

/** Options for the smallest amount that the ledger shows, in euros. */
const STEPS = [10, 100, 1_000, 10_000]

export function useLedger() {
  const t = useTranslations('ledgers')
  const field = useTranslations('fields')
  const kinds = useKinds()
  const columns: Column<Entry>[] = [
    { key: 'created_at', header: field('at'), sort: 'created_at' },
    { key: 'kind', fact: true, words: kinds, cell: (row) => <Kind row={row} /> },
    { key: 'product_name', header: t('goods') },
    { key: 'quantity' },
    { key: 'seller_name' },
    { key: 'debit', fact: true, header: t('debit') },
    { key: 'credit', fact: true, header: t('credit') },
    { key: 'balance_after', fact: true, header: field('balance') },
    { key: 'person' },
    { key: 'remarks', header: field('note'), extra: true },
  ]
  const filters: Filter[] = [
    { name: 'kind', label: field('kind'), options: ledgerKinds.map((value) => ({ value, label: kinds[value], is: value })) },
    {
      name: 'amount_from',
      label: field('amount'),
      options: STEPS.map((euro) => ({ value: String(euro), label: t('from', { amount: format.money(euro * EURO) }), is: euro * EURO })),
    },
  ]
  return {
    columns,
    filters,
    sort: '-created_at',
    rowKey: (row: Entry) => row.entry_id,
    searchLabel: t('search'),
    labels: {
      opening_balance: t('opening_balance'),
      credit_total: t('credit'),
      debit_total: t('debit'),
      closing_balance: t('closing_balance'),
      movements: t('movements'),
    },
  }
}

function useKinds() {
  const { words, ledgers } = useMessages()
  return { ...words.bookings, ...ledgers.kinds }
}

/** The kind of a ledger row, as a link to the sale, claim or booking behind it for users who may see that. */
function Kind({ row }: { row: Entry }) {
  const path = usePathOf(row)
  const word = useKinds()[row.kind]
  if (row.kind === 'opening' || row.kind === 'closing') return <b>{word}</b>
  return path ? <InnerLink to={path}>{word}</InnerLink> : word
}

function usePathOf({ cause, cause_id, created_at, kind }: Entry): string | undefined {
  const user = useUser()
  const day = format.berlinDay(new Date(created_at))
  const of = `period=custom&from=${day}&to=${day}`
  const isShop = user.account_role === accountRole.seller
  if (cause === 'refund') return can(user, 'reclaimDetails') ? `/${isShop ? 'seller-reclaim' : 'reclaim-request'}/${cause_id}` : undefined
  if (cause === 'sale') return can(user, 'salesList') ? `/${isShop ? 'seller/sales' : 'reports-sales'}?${of}&sale=${cause_id}` : undefined
  if (cause === null) return undefined
  if (can(user, 'walletHistory')) return `/customer/credit/history?${of}&kind=${kind}`
  return can(user, 'walletOwn') ? `/seller/credit?${of}` : undefined
}
