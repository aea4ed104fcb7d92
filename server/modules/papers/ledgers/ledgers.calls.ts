// Calls about ledgers: an organisation reads the ledger of its own wallet and those of its customers' wallets.

import type { Language } from '../../../../contract/kit/languages.ts'
import { ACCOUNT_STATEMENT_ROWS_MAX } from '../../../../contract/papers/ledgers.ts'
import type { Agreement } from '../../../figures/agreement.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { reported } from '../../../postgres/row-pages.ts'
import { startExport } from '../exports/exports.ts'
import {
  balancesAt,
  bookingSums,
  cuts,
  filteredSums,
  type LedgerInput,
  lastOf,
  type Movement,
  movements,
  type Of,
  people,
  provenSums,
  type Sums,
  walletOf,
} from './ledgers.sql.ts'
import { type Cut, dayEnds, pageOf, seek } from './ledgers.ts'
import { words } from './words.ts'

export const ledgers: Pick<Handlers, 'ledgerOwn' | 'ledgerCustomer' | 'ledgerStatement'> = {
  ledgerOwn: async (asked, { actor, db, now }) => db.list(actor, (q) => ledgerOf(q, actor, actor.organisation_id, asked, now())),

  ledgerCustomer: async ({ customer_id, ...asked }, { actor, db, now }) => {
    if (customer_id === actor.organisation_id) throw new Refusal('not_found')
    return db.list(actor, (q) => ledgerOf(q, actor, customer_id, asked, now()))
  },

  ledgerStatement: async ({ customer_id, ...days }, context) => {
    const { actor, db, now, lists } = context
    const list = customer_id === undefined ? 'ledgerOwn' : 'ledgerCustomer'
    lists.admit(list, actor)
    if (customer_id === actor.organisation_id) throw new Refusal('not_found')
    const asked: LedgerInput = { page: 0, limit: 1, sort: 'created_at', filters: days, search_text: undefined, with_balances: false }
    const ledger = await db.list(actor, (q) => ledgerOf(q, actor, customer_id ?? actor.organisation_id, asked, now()))
    if (ledger.totals.movements > ACCOUNT_STATEMENT_ROWS_MAX) throw new Refusal('too_large')
    const { title, columns, kinds } = words[actor.language as Language]
    const header = (key: keyof typeof columns) => ({ key, header: columns[key] })
    return startExport(
      {
        ...{ list, format: 'pdf', title: `${title} ${ledger.organisation_name} ${germanDay(days.date_from)}–${germanDay(days.date_to)}` },
        input: { ...(customer_id && { customer_id }), sort: 'created_at', filters: JSON.stringify(days) },
        columns: [
          header('created_at'),
          { ...header('kind'), words: kinds },
          { ...header('product_name'), and: ['quantity', 'seller_name'] },
          ...(['debit', 'credit', 'balance_after'] as const).map(header),
        ],
      },
      context,
    )
  },
}

const germanDay = (day: string) => day.split('-').reverse().join('.')

/** Up to this many rows are added up one by one, to check the sums while a user waits. For more rows the ledger does not say whether it agrees. */
const PROVEN_MOST = 50_000
const START: Cut = { sure: 0, open: 0, passed: 0, balance: 0 }

async function ledgerOf(q: Query, actor: SignedIn, organisation_id: string, asked: LedgerInput, now: Date) {
  const { tenant_id } = actor
  const [wallet] = await walletOf(q, actor, organisation_id, asked, now)
  if (!wallet) throw new Refusal('not_found')
  const [from = START, to = START] = await cuts(q, tenant_id, wallet, asked)
  const persons = asked.search_text ? (await people(q, actor, asked.search_text)).map(({ id }) => id) : null
  const of: Of = { tenant_id, wallet, from, to, asked, persons }
  const sums = await sumsOf(q, of)
  const page = pageOf(asked, sums.movements)
  const isAll = !isNarrowed(of) && asked.filters.kind === undefined
  const place = isAll ? seek(page.offset, from, to) : { until: to.open, offset: page.offset }
  const found = page.limit > 0 ? await movements(q, actor, of, { ...place, limit: page.limit }) : []
  const rows = [
    ...(page.hasClosing ? [end('closing', wallet.ends, to)] : []),
    ...found.map(shownTo(actor)),
    ...(page.hasOpening ? [end('opening', wallet.begins, from)] : []),
  ]
  const days = asked.with_balances ? dayEnds(wallet) : undefined
  return {
    ...reported(asked, page.isOldestFirst ? rows.reverse() : rows, { ...sums, opening_balance: from.balance, closing_balance: to.balance }, sums.movements + 2),
    organisation_name: wallet.name,
    balance: wallet.balance,
    agrees: await agreementOn(q, of),
    balances: days ? await balancesAt(q, tenant_id, wallet, days) : null,
  }
}

/** Whether the user filters by amount or by person. No index supports these filters. */
const isNarrowed = ({ asked: { filters }, persons }: Of) => filters.amount_from !== undefined || filters.amount_to !== undefined || persons !== null

const NONE: Sums = { movements: 0, credit_total: 0, debit_total: 0 }

/**
 * The sums of a period. If rows are filtered by amount or person, or are of one kind of booking, they are added up. Otherwise the sum of the sales is computed:
 * the difference of the balances at both ends, minus the bookings, which are few.
 */
async function sumsOf(q: Query, of: Of): Promise<Sums> {
  const { from, to } = of
  const { kind } = of.asked.filters
  if (isNarrowed(of) || (kind !== undefined && kind !== 'sale')) return (await filteredSums(q, of))[0] ?? NONE
  const [booked = NONE] = await bookingSums(q, of)
  const all = { movements: to.passed - from.passed, credit_total: booked.credit_total, debit_total: booked.credit_total - (to.balance - from.balance) }
  return kind === undefined ? all : { movements: all.movements - booked.movements, credit_total: 0, debit_total: all.debit_total - booked.debit_total }
}

async function agreementOn(q: Query, of: Of): Promise<Agreement> {
  const { tenant_id, wallet, from, to } = of
  if (to.open - from.sure > PROVEN_MOST) return { agrees: null, difference: null, finding: null }
  const [sums = NONE] = await provenSums(q, of)
  const [last] = await lastOf(q, tenant_id, wallet)
  const ofPeriod = Math.abs(from.balance + sums.credit_total - sums.debit_total - to.balance)
  const ofWallet = Math.abs((last?.balance_after ?? 0) - wallet.balance)
  return { agrees: sums.movements === to.passed - from.passed && ofPeriod + ofWallet === 0, difference: ofPeriod + ofWallet, finding: null }
}

/** Shows a row without its goods to users from whom discounts are hidden, because the goods beside the price paid would reveal the discount. */
const shownTo =
  ({ mask_seller_discount }: SignedIn) =>
  (row: Movement) =>
    mask_seller_discount ? { ...row, product_name: '', quantity: null } : row

const end = (kind: 'opening' | 'closing', created_at: string, { balance }: Cut) => ({
  entry_id: kind,
  created_at,
  kind,
  product_name: '',
  quantity: null,
  seller_name: '',
  person: '',
  remarks: '',
  debit: null,
  credit: null,
  balance_after: balance,
  cause: null,
  cause_id: null,
})
