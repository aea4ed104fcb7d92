// Queries of the requests that wait for a second person, and of the amount above which a booking becomes such a request.
import type { walletChanges } from '../../../../contract/customers/credit.ts'
import type { creditRequestsList, requestTypes } from '../../../../contract/customers/credit-rules.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import type { PricesAsked } from '../../goods/prices/prices.ts'
import type { LiveAsked } from '../../live/live-products/live-products.ts'
import type { Rule } from './auto-credit.ts'
import { OWN_CUSTOMER, ownCustomers } from './history.sql.ts'

export type RequestType = (typeof requestTypes)[number]
export type State = 'waiting' | 'approved' | 'refused'

type Asking = { key: string; customer_id: string; amount: Money; payment_mode: string; remarks: string }
/**
 * `corrects`: the number, in the wallet, of the transfer that is to be reversed. A correction without this number books
 * what the customer owed when it was moved in (decision 0100).
 */
export type Booking = Asking &
  (
    | { type: (typeof walletChanges)[number]; corrects?: undefined }
    | { type: 'correction'; corrects: number }
    | { type: 'correction'; corrects: null; payment_mode: 'moved_in' }
  )

export type Standing = {
  name: string
  parent_id: string
  balance: Money
  credit_limit: Money
  available: Money
  /** Whether something was booked under this key. */
  is_booked: boolean
  /** `state`: the state of the request made under this key, null if there is none. `is_same`: whether that request was for the same booking. */
  state: State | null
  is_same: boolean
  asked_at: Instant | null
}

/**
 * Reads the wallet of a direct customer (for the platform, of any customer), and what the booking's key was used for before. The key is looked up last, so that
 * a request that is approved meanwhile counts as booked.
 */
export async function standingOf(q: Query, actor: SignedIn, { key, customer_id, type, amount, corrects }: Booking): Promise<Standing | undefined> {
  const [row] = await q.query<Omit<Standing, 'is_booked'>>(
    `select o.name, w.parent_id, w.balance, w.credit_limit, w.balance + w.credit_limit - w.held as available, r.state,
            coalesce(r.wallet_id = :customer_id and r.type = :type and r.amount = :amount
                     and r.corrects is not distinct from :corrects, false) as is_same, r.asked_at
       from wallets w
       join organisations o on o.tenant_id = :tenant_id and o.id = w.organisation_id
       left join credit_requests r on r.tenant_id = :tenant_id and r.id = :key
      where ${OWN_CUSTOMER} and w.organisation_id = :customer_id`,
    { ...ownCustomers(actor), customer_id, key, type, amount, corrects: corrects ?? null },
  )
  const [used] = await q.query<{ is_booked: boolean }>('select is_key_used(:tenant_id, :key) as is_booked', { tenant_id: actor.tenant_id, key })
  return row && used && { ...row, ...used }
}

/**
 * What a request stores besides the booking: a rule of automatic credit, a change of prices or a decision about live goods. `before`: if the request changes
 * the amount up to which one person may book alone, that amount before the change.
 */
export type Payload = PricesAsked & LiveAsked & Partial<Rule> & { before?: Money | null }

export type Request = {
  request_id: string
  /** The organisation that the request is about, for a customer its parent. Its users and the platform's may decide the request. */
  organisation_id: string
  customer_id: string
  customer_name: string
  type: RequestType
  amount: Money | null
  payment_mode: string
  remarks: string
  payload: Payload
  state: State
  asked_by: string
  asked_at: Instant
  decided_by: string
  decided_at: Instant | null
  reason: string
  asker_id: string
  hands: string[]
  corrects: number | null
}

/** SQL: the columns of a request. A request about several customers shows its organisation in place of a customer. */
const COLUMNS = `
  r.id as request_id, r.organisation_id, o.id as customer_id, o.name as customer_name, r.type, r.amount,
  r.payment_mode, r.remarks, r.payload, r.state, r.asked_name as asked_by, r.asked_at, r.decided_by, r.decided_at,
  r.reason, r.asked_by as asker_id, r.hands, r.corrects`
const REQUESTS = {
  from: `credit_requests r
         join organisations o on o.tenant_id = :tenant_id and o.id = coalesce(r.wallet_id, r.organisation_id)`,
  where: `r.tenant_id = :tenant_id and (r.organisation_id = :organisation_id or :is_platform)`,
}

const IN_STATE = `${REQUESTS.where} and (:state::text is null or r.state = :state)`

type CreditRequestsListInput = InputOf<typeof creditRequestsList>

/** A page of requests: waiting ones first, the oldest on top; then decided ones, the newest first. */
export const requests = (q: Query, actor: SignedIn, { filters, page, limit }: CreditRequestsListInput) =>
  q.query<Request>(
    pageOf(
      {
        select: COLUMNS,
        ...REQUESTS,
        where: IN_STATE,
        order: `(r.state = 'waiting') desc, case when r.state = 'waiting' then r.asked_at end, r.decided_at desc, r.id`,
      },
      { ...ownCustomers(actor), state: filters.state ?? null },
      { page, limit },
    ),
  )

export const requestsCount = (q: Query, actor: SignedIn, { filters }: CreditRequestsListInput) =>
  countOf(q, { ...REQUESTS, where: IN_STATE }, { ...ownCustomers(actor), state: filters.state ?? null })

/** A request, with the organisation of its asker; for a user of the platform that organisation is the root of the tenant. */
export const oneRequest = (q: Query, actor: SignedIn, request_id: string) =>
  q.query<Request & { asker_organisation_id: string }>(
    `select ${COLUMNS},
            coalesce((select u.organisation_id from users u where u.tenant_id = :tenant_id and u.id = r.asked_by),
                     o.path[1]) as asker_organisation_id
       from ${REQUESTS.from} where ${REQUESTS.where} and r.id = :request_id`,
    { ...ownCustomers(actor), request_id },
  )

/**
 * The amount above which credit of this organisation needs a second person; null if no amount does. `lock`: a locking
 * clause, for a transaction that changes this amount.
 */
export const ruleOf = async (q: Query, tenant_id: number, organisation_id: string, lock = '') =>
  (
    await q.query<{ above: Money | null }>(
      `select credit_approval_above as above from organisations
        where tenant_id = :tenant_id and id = :organisation_id ${lock}`,
      { tenant_id, organisation_id },
    )
  )[0]?.above ?? null
export const LOCK = 'for no key update'

export const setApprovalRule = (q: Query, tenant_id: number, organisation_id: string, above: Money | null) =>
  q.query(
    `update organisations set credit_approval_above = :above
      where tenant_id = :tenant_id and id = :organisation_id`,
    { tenant_id, organisation_id, above },
  )
