// Bookings that wait for a second person, and the rule that makes them wait.
import type { requestTypes, walletChanges } from '../../../contract/credit.ts'
import type { creditRequestsList } from '../../../contract/credit-rules.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import type { Money } from '../../../contract/kit/money.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { OWN_CUSTOMER, ownCustomers } from './history.sql.ts'

type Type = (typeof requestTypes)[number]
export type State = 'waiting' | 'approved' | 'refused'

type Asking = { key: string; customer_id: string; amount: Money; payment_mode: string; remarks: string }
/** `corrects`: which transfer of the wallet was wrong. */
export type Booking = Asking & ({ type: (typeof walletChanges)[number]; corrects?: undefined } | { type: 'correction'; corrects: number })

export type Standing = {
  name: string
  parent_id: string
  balance: Money
  credit_limit: Money
  available: Money
  /** The rule of the organisation above. */
  above: Money | null
  /** Something was booked under the key. */
  is_booked: boolean
  /** The request under the key, where there is one, and whether it asks for the same. */
  state: State | null
  is_same: boolean
  asked_at: Date | null
}

/** The wallet a booking is for and what became of its key; none when it is not the actor's customer. */
export const standingOf = (q: Query, actor: SignedIn, { key, customer_id, type, amount, corrects }: Booking) =>
  q.query<Standing>(
    `select o.name, w.parent_id, w.balance, w.credit_limit, w.balance + w.credit_limit - w.held as available, p.credit_approval_above as above,
            is_key_used($1, $5) as is_booked, r.state,
            coalesce(r.wallet_id = $4 and r.type = $6 and r.amount = $7 and r.corrects is not distinct from $8, false) as is_same, r.asked_at
       from wallets w
       join organisations o on o.tenant_id = $1 and o.id = w.organisation_id
       join organisations p on p.tenant_id = $1 and p.id = w.parent_id
       left join credit_requests r on r.tenant_id = $1 and r.id = $5
      where ${OWN_CUSTOMER} and w.organisation_id = $4`,
    [...ownCustomers(actor), customer_id, key, type, amount, corrects ?? null],
  )

/** Under the booking's own key: the same key asks once. No row when it asked before. */
export const addRequest = (q: Query, { tenant_id, user_id, full_name, username }: SignedIn, booking: Booking, now: Date) =>
  q.query(
    `insert into credit_requests (tenant_id, id, wallet_id, type, amount, payment_mode, remarks, asked_by, asked_name, asked_at, corrects)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning id`,
    [
      tenant_id,
      booking.key,
      booking.customer_id,
      booking.type,
      booking.amount,
      booking.payment_mode,
      booking.remarks,
      user_id,
      full_name || username,
      now,
      booking.corrects ?? null,
    ],
  )

/** Who may say yes to what somebody of an organisation's asks: its other managers, and staff with the right. None of the platform's, which is at home elsewhere. */
export const deciders = (q: Query, tenant_id: number, organisation_id: string, asker_id: string) =>
  q.query<{ user_id: string }>(
    `select u.id as user_id from users u
      where u.tenant_id = $1 and u.organisation_id = $2 and u.id <> $3 and u.is_active and (u.internal_role = 0 or 'has_credit' = any (u.flags)) order by u.id`,
    [tenant_id, organisation_id, asker_id],
  )

export type Request = {
  request_id: string
  customer_id: string
  customer_name: string
  type: Type
  amount: Money
  payment_mode: string
  remarks: string
  state: State
  asked_by: string
  asked_at: Date
  decided_by: string
  decided_at: Date | null
  reason: string
  is_own: boolean
  corrects: number | null
}

const COLUMNS = `r.id as request_id, r.wallet_id as customer_id, o.name as customer_name, r.type, r.amount, r.payment_mode, r.remarks, r.state, r.corrects,
       r.asked_name as asked_by, r.asked_at, r.decided_by, r.decided_at, r.reason, r.asked_by = $4 as is_own`
const FROM = `
    from credit_requests r
    join wallets w on w.tenant_id = $1 and w.organisation_id = r.wallet_id
    join organisations o on o.tenant_id = $1 and o.id = r.wallet_id
   where r.tenant_id = $1 and ${OWN_CUSTOMER}`

type Asked = InputOf<typeof creditRequestsList>

/** Those that wait come first, the oldest of them on top; what is decided stands below, newest first. */
export const requests = (q: Query, actor: SignedIn, { filters, page, limit }: Asked) =>
  q.query<Request>(
    `select ${COLUMNS} ${FROM} and ($5::text is null or r.state = $5)
      order by (r.state = 'waiting') desc, case when r.state = 'waiting' then r.asked_at end, r.decided_at desc, r.id limit $6 offset $7`,
    [...ownCustomers(actor), actor.user_id, filters.state ?? null, limit, page * limit],
  )

export const requestsCount = async (q: Query, actor: SignedIn, { filters }: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM} and ($4::text is null or r.state = $4)`, [...ownCustomers(actor), filters.state ?? null]))[0]
    ?.n ?? 0

/** With whoever asked and where they are at home: the platform's people at the root. */
export const oneRequest = (q: Query, actor: SignedIn, request_id: string) =>
  q.query<Request & { asker_id: string; asker_organisation_id: string }>(
    `select ${COLUMNS}, r.asked_by as asker_id,
            coalesce((select u.organisation_id from users u where u.tenant_id = $1 and u.id = r.asked_by), o.path[1]) as asker_organisation_id
     ${FROM} and r.id = $5`,
    [...ownCustomers(actor), actor.user_id, request_id],
  )

export const ownRule = async (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  (
    await q.query<{ above: Money | null }>('select credit_approval_above as above from organisations where tenant_id = $1 and id = $2', [
      tenant_id,
      organisation_id,
    ])
  )[0]?.above ?? null

export const setApprovalRule = (q: Query, { tenant_id, organisation_id }: SignedIn, above: Money | null) =>
  q.query('update organisations set credit_approval_above = $3 where tenant_id = $1 and id = $2', [tenant_id, organisation_id, above])

/** Of the organisation above a customer. */
export const ruleAbove = async (q: Query, tenant_id: number, customer_id: string) =>
  (
    await q.query<{ above: Money | null }>(
      `select p.credit_approval_above as above from wallets w join organisations p on p.tenant_id = $1 and p.id = w.parent_id
        where w.tenant_id = $1 and w.organisation_id = $2`,
      [tenant_id, customer_id],
    )
  )[0]?.above ?? null
