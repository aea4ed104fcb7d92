// Queries about ledgers. A wallet's transfers are numbered without gaps and are read by their numbers. A binary search finds the numbers at which a period
// begins and ends.

import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ledgerCustomer, ledgerKinds } from '../../../../contract/papers/ledgers.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Cut } from './ledgers.ts'

export type LedgerInput = Omit<InputOf<typeof ledgerCustomer>, 'customer_id'>
export type Wallet = { id: string; name: string; balance: Money; transfers: number; begins: Instant; ends: Instant }

const BEGINS = `coalesce(${dayStart(':date_from')}, '-infinity')`
const ENDS = `coalesce(${dayEnd(':date_to')}, 'infinity')`
const daysOf = ({ filters }: LedgerInput) => ({ date_from: filters.date_from ?? null, date_to: filters.date_to ?? null })

/**
 * The wallet of the actor's organisation, or of one below it. `begins` and `ends` are the ends of the period, limited to the time in which the wallet has
 * existed.
 */
export const walletOf = (q: Query, actor: SignedIn, organisation_id: string, asked: LedgerInput, now: Date) =>
  q.query<Wallet>(
    `select w.organisation_id as id, o.name, w.balance, w.transfers,
            greatest(${BEGINS}, o.created_at) as begins, least(${ENDS}, :now) as ends
       from organisations o join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
      where o.tenant_id = :tenant_id and o.id = :id and :organisation_id = any (o.path)`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, id: organisation_id, now, ...daysOf(asked) },
  )

/**
 * How far the time of a transfer may be from its place in the order of numbers. A till sends the time of its request, and the books close at most twenty
 * minutes later (decision 0035). Transfers this close to an end of the period are compared by their time.
 */
const APART = `interval '1 hour'`

const SIGNED = (t: string) => `case when ${t}.payee_id = ${t}.wallet_id then ${t}.amount else -${t}.amount end`

/**
 * SQL: at which transfers of a wallet the moments `e(n, at)` lie. A binary search finds each of them; it needs as many look-ups by key as the number
 * of transfers has bits. The middle of the searched interval is a column, because row level security lets only plain comparisons use an index.
 */
const CUTS = (instants: string) => `
     with recursive e as materialized (${instants}),
     search as (
       select e.n, m.is_open, m.mark, 0::bigint as low, :transfers::bigint + 1 as high,
              (:transfers::bigint + 1) / 2 as middle
         from e cross join lateral (values (false, e.at - ${APART}), (true, e.at + ${APART})) m(is_open, mark)
       union all
       select s.n, s.is_open, s.mark, x.low, x.high, (x.low + x.high) / 2
         from search s
         join transfers t on t.tenant_id = :tenant_id and t.wallet_id = :wallet_id and t.seq = s.middle
        cross join lateral (select case when t.created_at < s.mark then t.seq else s.low end as low,
                                   case when t.created_at < s.mark then s.high else t.seq end as high) x
        where s.high - s.low > 1),
     found as (select s.n, s.is_open, max(s.low) as low from search s group by 1, 2),
     ends as (
       select e.n, sure.low as sure, open.low as open, e.at from e
         join found sure on sure.n = e.n and not sure.is_open
         join found open on open.n = e.n and open.is_open)
     select e.n, e.sure, e.open, e.sure + mixed.n as passed, coalesce(last.balance_after, 0) + mixed.amount as balance
       from ends e
       left join transfers last on last.tenant_id = :tenant_id and last.wallet_id = :wallet_id and last.seq = e.sure
      cross join lateral (
        select count(*) as n, coalesce(sum(${SIGNED('t')}), 0)::bigint as amount from transfers t
         where t.tenant_id = :tenant_id and t.wallet_id = :wallet_id and t.seq > e.sure and t.seq <= e.open
           and t.created_at < e.at) mixed
      order by e.n`

/** Where the two ends of a period lie among the wallet's transfers. */
export const cuts = (q: Query, tenant_id: number, wallet: Wallet, asked: LedgerInput) =>
  q.query<Cut>(CUTS(`select * from (values (1, ${BEGINS}), (2, ${ENDS})) e(n, at)`), {
    tenant_id,
    wallet_id: wallet.id,
    transfers: wallet.transfers,
    ...daysOf(asked),
  })

/** The balances at the ends of the given days. */
export const balancesAt = (q: Query, tenant_id: number, wallet: Wallet, days: readonly string[]) =>
  q.query<{ day: string; balance: Money }>(
    `select d.day, c.balance from unnest(:days::text[]) with ordinality as d(day, n)
       join (${CUTS(`select x.n, ${dayEnd('x.day')} as at
                       from unnest(:days::text[]) with ordinality as x(day, n)`)}) c on c.n = d.n
      order by d.n`,
    { tenant_id, wallet_id: wallet.id, transfers: wallet.transfers, days },
  )

/**
 * The users of the reader's organisation, or of those below it, whose name contains the text. Names of users above are not searched, because the ledger does
 * not show them.
 */
export const people = (q: Query, actor: SignedIn, search: string) =>
  q.query<{ id: string }>(
    `select u.id from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
      where u.tenant_id = :tenant_id and :organisation_id = any (o.path)
        and strpos(lower(u.username || ' ' || u.full_name), lower(:search)) > 0`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, search },
  )

export type Of = { tenant_id: number; wallet: Wallet; from: Cut; to: Cut; asked: LedgerInput; persons: readonly string[] | null }

/** SQL: bookings, which are all transfers except sales. They have an index of their own, in the order of their time. */
const BOOKINGS = `t.kind <> 'sale'`
const isOfBookings = (kind: LedgerInput['filters']['kind']) => kind !== undefined && kind !== 'sale'

const TIMES = `t.created_at >= ${BEGINS} and t.created_at < ${ENDS}`
const OF_WALLET = 't.tenant_id = :tenant_id and t.wallet_id = :wallet_id'
/**
 * SQL: the transfers of a period by their numbers. Only transfers near an end of the period, where the order of numbers may differ from that of time (`Cut`
 * in ledgers.ts), are compared by their time. For a condition on time alone the planner would use the index on times, which is coarse.
 */
const BY_NUMBER = `
  ${OF_WALLET} and t.seq > :sure and t.seq <= :until
  and (t.seq > :from_open and t.seq <= :to_sure or ${TIMES})`
const BY_TIME = `${OF_WALLET} and ${BOOKINGS} and ${TIMES} and t.seq <= :until`
/** SQL: the kind of a transfer as a ledger shows it. What a customer owed when it was moved in is stored as a correction (decision 0100). */
const KIND = `case when t.payment_mode = 'moved_in' then t.payment_mode else t.kind end`
const FILTERED = `
  (:kind::text is null or ${KIND} = :kind)
  and (:amount_from::bigint is null or t.amount >= :amount_from)
  and (:amount_to::bigint is null or t.amount <= :amount_to)
  and (:persons::uuid[] is null or t.created_by = any (:persons::uuid[]) and t.kind <> 'auto_credit')`

const filtered = ({ asked: { filters }, persons }: Of) => ({
  kind: filters.kind ?? null,
  amount_from: filters.amount_from ?? null,
  amount_to: filters.amount_to ?? null,
  persons,
})

export type Sums = { movements: number; credit_total: Money; debit_total: Money }

const SUMS = `
  select count(*) as movements,
         total(t.amount) filter (where t.payee_id = t.wallet_id) as credit_total,
         total(t.amount) filter (where t.payee_id <> t.wallet_id) as debit_total from transfers t`

/** The sums of the filtered rows, added up row by row. */
export const filteredSums = (q: Query, of: Of) => {
  const { where, values } = isOfBookings(of.asked.filters.kind) ? byTime(of, of.to.open) : byNumber(of, of.to.open)
  return q.query<Sums>(`${SUMS} where ${where} and ${FILTERED}`, { ...values, ...filtered(of) })
}

/** The sums of the bookings in the period, which are few. */
export const bookingSums = (q: Query, of: Of) => {
  const { where, values } = byTime(of, of.to.open)
  return q.query<Sums>(`${SUMS} where ${where}`, values)
}

/** The sums of all transfers in the period, added up row by row. */
export const provenSums = (q: Query, of: Of) => {
  const { where, values } = byNumber(of, of.to.open)
  return q.query<Sums>(`${SUMS} where ${where}`, values)
}

const byTime = (of: Of, until: number) => ({ where: BY_TIME, values: { ...walletAndDays(of), until } })
const byNumber = (of: Of, until: number) => ({
  where: BY_NUMBER,
  values: { ...walletAndDays(of), until, sure: of.from.sure, from_open: of.from.open, to_sure: of.to.sure },
})

const walletAndDays = ({ tenant_id, wallet, asked }: Of) => ({ tenant_id, wallet_id: wallet.id, ...daysOf(asked) })

export type Movement = {
  entry_id: string
  created_at: Instant
  kind: (typeof ledgerKinds)[number]
  product_name: string
  quantity: number | null
  seller_name: string
  person: string
  remarks: string
  debit: Money | null
  credit: Money | null
  balance_after: Money
  cause: 'sale' | 'refund' | 'booking'
  cause_id: string
}

/**
 * SQL: the sum of transfers whose time lies outside the period although their numbers lie within it. With these sums
 * the balance beside a row includes every transfer from before the period, even one with a higher number than the row,
 * and no transfer from after the period.
 */
const STRAY = (which: string) => `
  (select coalesce(sum(${SIGNED('x')}), 0) from transfers x
    where x.tenant_id = :tenant_id and x.wallet_id = :wallet_id and ${which})`

/** The movements of a wallet in a period, newest first. */
export const movements = (q: Query, actor: SignedIn, of: Of, { until, ...page }: { until: number; offset: number; limit: number }) => {
  const isBookings = isOfBookings(of.asked.filters.kind)
  const { where } = isBookings ? byTime(of, until) : byNumber(of, until)
  const order = isBookings ? 't.created_at desc, t.seq desc' : 't.seq desc'
  return q.query<Movement>(
    `select t.wallet_id || '-' || t.seq as entry_id, t.created_at, ${KIND} as kind,
            coalesce(s.product_name, r.product_name, '') as product_name, coalesce(s.quantity, r.quantity) as quantity,
            coalesce(shop.name, '') as seller_name,
            case when t.kind = 'auto_credit' then ''
                 else coalesce(nullif(u.full_name, ''), u.username, '') end as person,
            case when u.id is null then '' else t.remarks end as remarks,
            case when t.payer_id = t.wallet_id then t.amount end as debit,
            case when t.payee_id = t.wallet_id then t.amount end as credit,
            (t.balance_after
             + ${STRAY(`x.seq > t.seq and x.seq <= :from_open and x.created_at < ${BEGINS}`)}
             - ${STRAY(`x.seq > :to_sure and x.seq < t.seq and x.created_at >= ${ENDS}`)})::bigint as balance_after,
            case when s.id is not null then 'sale' when r.id is not null then 'refund' else 'booking' end as cause,
            coalesce(s.id::text, r.reclamation_id::text, t.wallet_id || '-' || t.seq) as cause_id
       from (select t.* from transfers t
              where ${where} and ${FILTERED}
              order by ${order} limit :limit offset :offset) t
       left join sales s on s.tenant_id = :tenant_id and s.id = t.cause_id and t.kind = 'sale'
       left join refunds r on r.tenant_id = :tenant_id and r.id = t.cause_id and t.kind = 'refund'
       left join organisations shop on shop.tenant_id = :tenant_id and shop.id = coalesce(s.seller_id, r.seller_id)
       left join lateral (select u.id, u.full_name, u.username from users u
                            join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
                           where u.tenant_id = :tenant_id and u.id = t.created_by
                             and :organisation_id = any (o.path)) u on true
      order by ${order}`,
    {
      ...walletAndDays(of),
      ...filtered(of),
      organisation_id: actor.organisation_id,
      until,
      from_open: of.from.open,
      to_sure: of.to.sure,
      ...(isBookings ? {} : { sure: of.from.sure }),
      ...page,
    },
  )
}

/** The last transfer of a wallet. Transfers are numbered without gaps, so its number is also how many transfers the wallet has. */
export const lastOf = (q: Query, tenant_id: number, { id, transfers }: Wallet) =>
  q.query<{ balance_after: Money }>(
    `select balance_after from transfers
      where tenant_id = :tenant_id and wallet_id = :id and seq = :transfers`,
    {
      tenant_id,
      id,
      transfers,
    },
  )
