// Queries of the history: bookings on wallets and changes of credit limits in one list, of the actor's customers; for the platform, of all customers.
import type { bookingKinds, walletHistory } from '../../../../contract/customers/credit.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { UNTIL, untilOf } from '../../../figures/tallies.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

export type WalletHistoryInput = InputOf<typeof walletHistory>
export type Entry = {
  entry_id: string
  customer_id: string
  customer_name: string
  kind: (typeof bookingKinds)[number]
  amount: Money
  before: Money
  after: Money
  payment_mode: string
  remarks: string
  created_by: string
  created_at: Instant
  correction: 'possible' | 'waiting' | 'done' | null
  /** The number, within the wallet, of the booking that a correction reverses; null for any other entry. */
  wrong_seq: number | null
  wrong_amount: Money | null
  wrong_at: Instant | null
}

/** SQL over wallet `w`: whether it belongs to a direct customer of the actor; for the platform every wallet of the tenant does. */
export const OWN_CUSTOMER = 'w.tenant_id = :tenant_id and (w.parent_id = :organisation_id or :is_platform)'
export const ownCustomers = ({ tenant_id, organisation_id, kind }: SignedIn) => ({
  tenant_id,
  organisation_id,
  is_platform: kind === 'platform',
})

/** Up to this many wallets are read wallet by wallet. If there are more, all bookings are read in the order of time and filtered. */
const FEW = 200

/** The wallets that the filters select, if they are no more than FEW; null if there are more. */
export async function fewWallets(q: Query, actor: SignedIn, { filters, search_text }: WalletHistoryInput): Promise<string[] | null> {
  const whose = search_text
    ? `select o.id from organisations o
        where o.tenant_id = :tenant_id and (o.parent_id = :organisation_id or :is_platform)
          and (:customer_id::uuid is null or o.id = :customer_id) and strpos(o.full_search, :search) > 0`
    : `select w.organisation_id as id from wallets w
        where ${OWN_CUSTOMER} and (:customer_id::uuid is null or w.organisation_id = :customer_id)
          and :search::text is null`
  const rows = await q.query<{ id: string }>(`${whose} limit ${FEW + 1}`, {
    ...ownCustomers(actor),
    customer_id: filters.customer_id ?? null,
    search: searchFor(search_text),
  })
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

const kinds: Record<Exclude<Entry['kind'], 'credit_limit'>, readonly string[]> = {
  top_up: ['top_up'],
  auto_credit: ['auto_credit'],
  correction: ['credit', 'fee', 'correction'],
  refund: ['refund'],
  moved_in: ['correction'],
}
/** SQL: whether transfer `t` is what a customer owed when it was moved in, or the reversal of that. Both are stored as corrections (decision 0100). */
const IS_MOVED_IN = `t.payment_mode = 'moved_in'`
const ofKind: Partial<Record<Entry['kind'], string>> = {
  moved_in: `and ${IS_MOVED_IN}`,
  correction: `and not ${IS_MOVED_IN}`,
}
const kindsOf = (kind: Entry['kind'] | undefined) => (kind === undefined ? Object.values(kinds).flat() : kind === 'credit_limit' ? [] : kinds[kind])

const PERIOD = (at: string) => `
  (:date_from::date is null or ${at} >= ${dayStart(':date_from')})
  and (:date_to::date is null or ${at} < ${dayEnd(':date_to')})`

/**
 * SQL: the entries of the list (transfers and changes of credit limits) of the wallets that `whose` selects. `most`: SQL that limits each of these two parts.
 */
const entriesOf = (whose: (wallet: string) => string, { filters }: WalletHistoryInput, most = '') => {
  const transfers = `
    (select t.wallet_id, t.seq as no, t.wallet_id || '-' || t.seq as entry_id,
            case when t.kind in ('top_up', 'auto_credit', 'refund') then t.kind
                 when ${IS_MOVED_IN} then 'moved_in' else 'correction' end as kind,
            case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount, t.balance_after as after,
            case when ${IS_MOVED_IN} then '' else t.payment_mode end as payment_mode, t.remarks, t.created_by,
            t.created_at
       from transfers t
      where t.tenant_id = :tenant_id and t.kind <> 'sale' and ${whose('t.wallet_id')} and t.kind = any (:kinds::text[])
        ${(filters.kind && ofKind[filters.kind]) ?? ''}
        and (:payment_mode::text is null or t.payment_mode = :payment_mode) and ${PERIOD('t.created_at')}
      ${most && `order by t.created_at desc, t.wallet_id desc, t.seq desc ${most}`})`
  const limits = `
    (select c.wallet_id, 0::bigint as no, c.id::text as entry_id, 'credit_limit' as kind,
            c.limit_after - c.limit_before as amount, c.limit_after as after, '' as payment_mode,
            c.remarks, c.created_by, c.created_at
       from credit_limit_changes c
      where c.tenant_id = :tenant_id and ${whose('c.wallet_id')} and ${PERIOD('c.created_at')}
      ${most && `order by c.created_at desc, c.wallet_id desc, c.id desc ${most}`})`
  const hasLimits = (filters.kind ?? 'credit_limit') === 'credit_limit' && filters.payment_mode === undefined
  // Even if only changes of limits are asked for, the part with transfers is kept, with an empty list of kinds, because it gives the parameters their
  // types.
  return hasLimits ? `${transfers} union all ${limits}` : transfers
}

/** SQL: whether the list covers a wallet: the wallet is one of `few`; without `few`, its customer matches the search text, or no search text is given. */
const meant =
  (few: readonly string[] | null, { search_text }: WalletHistoryInput) =>
  (wallet: string) =>
    few
      ? `${wallet} = any (:few::uuid[])`
      : search_text
        ? `exists (select from wallets w join organisations o on o.tenant_id = :tenant_id and o.id = w.organisation_id
                    where ${OWN_CUSTOMER} and w.organisation_id = ${wallet} and strpos(o.full_search, :search) > 0)`
        : `exists (select from wallets w where ${OWN_CUSTOMER} and w.organisation_id = ${wallet})`

const parameters = (actor: SignedIn, few: readonly string[] | null, { filters, search_text }: WalletHistoryInput) => ({
  ...ownCustomers(actor),
  few,
  kinds: kindsOf(filters.kind),
  payment_mode: filters.payment_mode ?? null,
  date_from: filters.date_from ?? null,
  date_to: filters.date_to ?? null,
  search: searchFor(search_text),
})
/** SQL that mentions each parameter with its type, because PostgreSQL must know the type even of parameters that a statement does not use. */
const TYPED = `
  :organisation_id::uuid is not null and (:is_platform or true) and (:few::uuid[] is null or true)
               and (:search::text is null or true)`

const ORDER = 'e.created_at desc, e.wallet_id desc, e.no desc, e.entry_id desc'

/**
 * A page of the list. Its two parts (transfers, limits) each read no more rows than the page may need. If `few` is given, its wallets are read one by one, each
 * by its index.
 */
export const entries = (q: Query, actor: SignedIn, few: readonly string[] | null, asked: WalletHistoryInput) => {
  const most = 'limit :limit::bigint + :offset::bigint'
  const all = few
    ? `select x.* from unnest(:few::uuid[]) as k(id)
         cross join lateral (${entriesOf((wallet) => `${wallet} = k.id`, asked, most)}) x`
    : entriesOf(meant(few, asked), asked, most)
  return q.query<Entry>(
    pageOf(
      {
        select: 'e.*',
        from: `(${all}) e`,
        where: TYPED,
        order: ORDER,
        around: (page) => `
     select e.entry_id, o.id as customer_id, o.name as customer_name, e.kind, e.amount, e.after - e.amount as before,
            e.after, e.payment_mode, e.remarks,
            case when e.kind = 'auto_credit' then '' else coalesce(u.full_name, '') end as created_by, e.created_at,
            wrong.seq as wrong_seq, wrong.amount as wrong_amount, wrong.created_at as wrong_at,
            case when e.kind not in ('top_up', 'auto_credit') or e.amount < 0 then null
                 when exists (select from corrections c
                               where c.tenant_id = :tenant_id and c.wallet_id = e.wallet_id
                                 and c.corrects = e.no) then 'done'
                 when exists (select from credit_requests r
                               where r.tenant_id = :tenant_id and r.wallet_id = e.wallet_id and r.corrects = e.no
                                 and r.state = 'waiting') then 'waiting'
                 else 'possible' end as correction
       from (${page}) e
       join organisations o on o.tenant_id = :tenant_id and o.id = e.wallet_id
       left join users u on u.tenant_id = :tenant_id and u.id = e.created_by
       left join corrections right_one on right_one.tenant_id = :tenant_id and right_one.wallet_id = e.wallet_id
        and right_one.seq = e.no
       left join transfers wrong on wrong.tenant_id = :tenant_id and wrong.wallet_id = e.wallet_id
        and wrong.seq = right_one.corrects
      order by ${ORDER}`,
      },
      parameters(actor, few, asked),
      asked,
    ),
  )
}

export type Totals = { bookings: number; amount: Money; limits: Money }

const TOTALS = `
  select coalesce(sum(e.bookings), 0)::int as bookings,
         coalesce(sum(e.amount) filter (where e.kind <> 'credit_limit'), 0)::bigint as amount,
         coalesce(sum(e.amount) filter (where e.kind = 'credit_limit'), 0)::bigint as limits from`

/**
 * The totals of all matches, not only of the page. They come from the tally, except for days of single wallets, which the tally does not have, and except for
 * refunds, corrections or debts from moves alone, because the tally counts these as one kind.
 */
export async function totals(q: Query, actor: SignedIn, few: readonly string[] | null, asked: WalletHistoryInput): Promise<Totals> {
  const { kind, date_from, date_to } = asked.filters
  const all = parameters(actor, few, asked)
  const isOfSome = few !== null || asked.search_text !== undefined
  const whose = meant(few, asked)
  const isOfOne = kind === 'correction' || kind === 'refund' || kind === 'moved_in'
  if (isOfOne || (isOfSome && (date_from !== undefined || date_to !== undefined))) {
    const [row] = await q.query<Totals>(
      `${TOTALS} (select e.*, 1 as bookings from (${entriesOf(whose, asked)}) e
                   where ${TYPED}) e`,
      all,
    )
    return row ?? NOTHING
  }
  const until = await untilOf(q, actor.tenant_id, 'booked')
  const young = (wallet: string) =>
    `${whose(wallet)} and ${wallet.split('.')[0]}.created_at >= :until
     and ${wallet.split('.')[0]}.created_at >= ${UNTIL('booked')}`
  const old = isOfSome
    ? `select b.bookings, b.amount, b.kind from booked_wallets b
        where b.tenant_id = :tenant_id and ${whose('b.wallet_id')}`
    : `select b.bookings, b.amount, b.kind from booked_days b
        where b.tenant_id = :tenant_id and (b.parent_id = :organisation_id or :is_platform)
          and (:date_from::date is null or b.day >= :date_from::date)
          and (:date_to::date is null or b.day <= :date_to::date)`
  const [row] = await q.query<Totals>(
    `${TOTALS} (${old} and (:kind::text is null or b.kind = :kind)
                and (:payment_mode::text is null or b.payment_mode = :payment_mode)
                union all select 1, e.amount, e.kind from (${entriesOf(young, asked)}) e where ${TYPED}) e`,
    { ...all, until, kind: kind ?? null },
  )
  return row ?? NOTHING
}

const NOTHING: Totals = { bookings: 0, amount: 0, limits: 0 }
