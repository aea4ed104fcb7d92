// Bookings on wallets and changes of limits as one list: of the actor's customers, and of all for the platform.
import type { bookingKinds, walletHistory } from '../../../contract/credit.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { dayEnd, dayStart } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import { searchFor } from '../../kit/search.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { UNTIL, untilOf } from '../../kit/tallies.ts'

export type Asked = InputOf<typeof walletHistory>
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
  /** For a correction: the booking it reverses. */
  wrong_seq: number | null
  wrong_amount: Money | null
  wrong_at: Instant | null
}

/** SQL over wallet `w`: the actor may see it. $1 tenant, $2 actor's organisation, $3 whether it is the platform. */
export const OWN_CUSTOMER = 'w.tenant_id = $1 and (w.parent_id = $2 or $3)'
export const ownCustomers = ({ tenant_id, organisation_id, kind }: SignedIn) => [tenant_id, organisation_id, kind === 'platform']

/** Up to this many wallets are read one by one; for more, all bookings are read in order of time. */
const FEW = 200

/** The wallets that a search or a customer filter selects if they are few; null if they are many. */
export async function fewWallets(q: Query, actor: SignedIn, { filters, search_text }: Asked): Promise<string[] | null> {
  const whose = search_text
    ? `select o.id from organisations o where o.tenant_id = $1 and (o.parent_id = $2 or $3) and ($4::uuid is null or o.id = $4) and strpos(o.full_search, $5) > 0`
    : `select w.organisation_id as id from wallets w where ${OWN_CUSTOMER} and ($4::uuid is null or w.organisation_id = $4) and $5::text is null`
  const rows = await q.query<{ id: string }>(`${whose} limit ${FEW + 1}`, [...ownCustomers(actor), filters.customer_id ?? null, searchFor(search_text)])
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

const kinds: Record<Exclude<Entry['kind'], 'credit_limit'>, readonly string[]> = {
  top_up: ['top_up'],
  auto_credit: ['auto_credit'],
  correction: ['credit', 'refund', 'fee', 'correction'],
}
const kindsOf = (kind: Entry['kind'] | undefined) => (kind === undefined ? Object.values(kinds).flat() : kind === 'credit_limit' ? [] : kinds[kind])

const PERIOD = (at: string) => `($7::date is null or ${at} >= ${dayStart('$7')}) and ($8::date is null or ${at} < ${dayEnd('$8')})`

/** Transfers and changes of limits of the wallets that `whose` selects; `most` ends each half. $5 kinds of transfers, $6 payment mode or null. */
const entriesOf = (whose: (wallet: string) => string, { filters }: Asked, most = '') => {
  const transfers = `
    (select t.wallet_id, t.seq as no, t.wallet_id || '-' || t.seq as entry_id, case when t.kind in ('top_up', 'auto_credit') then t.kind else 'correction' end as kind,
            case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount, t.balance_after as after, t.payment_mode, t.remarks, t.created_by, t.created_at
       from transfers t
      where t.tenant_id = $1 and t.kind <> 'sale' and ${whose('t.wallet_id')} and t.kind = any ($5::text[]) and ($6::text is null or t.payment_mode = $6) and ${PERIOD('t.created_at')}
      ${most && `order by t.created_at desc, t.wallet_id desc, t.seq desc ${most}`})`
  const limits = `
    (select c.wallet_id, 0::bigint as no, c.id::text as entry_id, 'credit_limit' as kind, c.limit_after - c.limit_before as amount, c.limit_after as after, '' as payment_mode,
            c.remarks, c.created_by, c.created_at
       from credit_limit_changes c where c.tenant_id = $1 and ${whose('c.wallet_id')} and ${PERIOD('c.created_at')}
      ${most && `order by c.created_at desc, c.wallet_id desc, c.id desc ${most}`})`
  const hasLimits = (filters.kind ?? 'credit_limit') === 'credit_limit' && filters.payment_mode === undefined
  // For limits alone the transfers stay in the statement with an empty list of kinds, because they give the parameters their types.
  return hasLimits ? `${transfers} union all ${limits}` : transfers
}

/** The condition on a wallet. $4: ids of few wallets; when null, $9 is the search text. */
const meant =
  (few: readonly string[] | null, { search_text }: Asked) =>
  (wallet: string) =>
    few
      ? `${wallet} = any ($4::uuid[])`
      : `exists (select from wallets w ${search_text ? 'join organisations o on o.tenant_id = $1 and o.id = w.organisation_id' : ''}
                where ${OWN_CUSTOMER} and w.organisation_id = ${wallet} ${search_text ? `and strpos(o.full_search, $9) > 0` : ''})`

const parameters = (actor: SignedIn, few: readonly string[] | null, { filters, search_text }: Asked) => [
  ...ownCustomers(actor),
  few,
  kindsOf(filters.kind),
  filters.payment_mode ?? null,
  filters.date_from ?? null,
  filters.date_to ?? null,
  searchFor(search_text),
]
/** Gives every parameter its type, even those a statement does not use. */
const TYPED = '$2::uuid is not null and ($3 or true) and ($4::uuid[] is null or true) and ($9::text is null or true)'

const ORDER = 'e.created_at desc, e.wallet_id desc, e.no desc, e.entry_id desc'

/** Each half reads no more than the page may need; few wallets are read one by one, in the order of their index. */
export const entries = (q: Query, actor: SignedIn, few: readonly string[] | null, asked: Asked) => {
  const most = 'limit $10::bigint + $11::bigint'
  const all = few
    ? `select x.* from unnest($4::uuid[]) as k(id) cross join lateral (${entriesOf((wallet) => `${wallet} = k.id`, asked, most)}) x`
    : entriesOf(meant(few, asked), asked, most)
  return q.query<Entry>(
    `select e.entry_id, o.id as customer_id, o.name as customer_name, e.kind, e.amount, e.after - e.amount as before, e.after, e.payment_mode, e.remarks,
            case when e.kind = 'auto_credit' then '' else coalesce(u.full_name, '') end as created_by, e.created_at,
            wrong.seq as wrong_seq, wrong.amount as wrong_amount, wrong.created_at as wrong_at,
            case when e.kind not in ('top_up', 'auto_credit') or e.amount < 0 then null
                 when exists (select from corrections c where c.tenant_id = $1 and c.wallet_id = e.wallet_id and c.corrects = e.no) then 'done'
                 when exists (select from credit_requests r where r.tenant_id = $1 and r.wallet_id = e.wallet_id and r.corrects = e.no and r.state = 'waiting') then 'waiting'
                 else 'possible' end as correction
       from (select e.* from (${all}) e where ${TYPED} order by ${ORDER} limit $10 offset $11) e
       join organisations o on o.tenant_id = $1 and o.id = e.wallet_id
       left join users u on u.tenant_id = $1 and u.id = e.created_by
       left join corrections right_one on right_one.tenant_id = $1 and right_one.wallet_id = e.wallet_id and right_one.seq = e.no
       left join transfers wrong on wrong.tenant_id = $1 and wrong.wallet_id = e.wallet_id and wrong.seq = right_one.corrects
      order by ${ORDER}`,
    [...parameters(actor, few, asked), asked.limit, asked.page * asked.limit],
  )
}

export type Totals = { bookings: number; amount: Money; limits: Money }

const TOTALS = `
  select coalesce(sum(e.bookings), 0)::int as bookings, coalesce(sum(e.amount) filter (where e.kind <> 'credit_limit'), 0)::bigint as amount,
         coalesce(sum(e.amount) filter (where e.kind = 'credit_limit'), 0)::bigint as limits from`

/** Totals over all matches, not only the page. Uses the tally where it can: it has no days per wallet. */
export async function totals(q: Query, actor: SignedIn, few: readonly string[] | null, asked: Asked): Promise<Totals> {
  const { kind, date_from, date_to } = asked.filters
  const all = parameters(actor, few, asked)
  const isOfSome = few !== null || asked.search_text !== undefined
  const whose = meant(few, asked)
  if (isOfSome && (date_from !== undefined || date_to !== undefined)) {
    const [row] = await q.query<Totals>(`${TOTALS} (select e.*, 1 as bookings from (${entriesOf(whose, asked)}) e where ${TYPED}) e`, all)
    return row ?? NOTHING
  }
  const until = await untilOf(q, actor.tenant_id, 'booked')
  const young = (wallet: string) =>
    `${whose(wallet)} and ${wallet.split('.')[0]}.created_at >= $10 and ${wallet.split('.')[0]}.created_at >= ${UNTIL('booked')}`
  const old = isOfSome
    ? `select b.bookings, b.amount, b.kind from booked_wallets b where b.tenant_id = $1 and ${whose('b.wallet_id')}`
    : `select b.bookings, b.amount, b.kind from booked_days b where b.tenant_id = $1 and (b.parent_id = $2 or $3)
          and ($7::date is null or b.day >= $7::date) and ($8::date is null or b.day <= $8::date)`
  const [row] = await q.query<Totals>(
    `${TOTALS} (${old} and ($11::text is null or b.kind = $11) and ($6::text is null or b.payment_mode = $6)
                union all select 1, e.amount, e.kind from (${entriesOf(young, asked)}) e where ${TYPED}) e`,
    [...all, until, kind ?? null],
  )
  return row ?? NOTHING
}

const NOTHING: Totals = { bookings: 0, amount: 0, limits: 0 }
