// Queries about sign-ins under way: their codes, and the sign-ins that managers decide. Every step is one conditional update, so no step is made twice.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { requestStates } from '../../../../contract/people/login-requests.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'

export type LoginRow = {
  id: string
  user_id: string
  username: string
  state: 'code' | 'waiting' | 'approved' | 'refused' | 'done' | 'over'
  code_hash: Buffer | null
  code_channel: 'none' | 'email' | 'sms' | 'app'
  code_tries: number
  codes_sent: number
  code_sent_at: Instant | null
  needs_approval: boolean
  approval_code: string
  approval_number: string
  reason: string
  fingerprint: string
  device: string
  device_hash: Buffer | null
  created_at: Instant
  expires_at: Instant
}

const COLUMNS = `
  l.id, l.user_id, u.username, l.state, l.code_hash, l.code_channel, l.code_tries, l.codes_sent, l.code_sent_at,
  l.needs_approval, l.approval_code, l.approval_number, l.reason, l.fingerprint, l.device, l.device_hash, l.created_at,
  l.expires_at`

/** The sign-in with this id and secret, if it has not expired. */
export const loginUnderWay = (q: Query, tenant_id: number, id: string, secret_hash: Buffer, now: Date) =>
  q.query<LoginRow>(
    `select ${COLUMNS} from logins l join users u on u.tenant_id = :tenant_id and u.id = l.user_id
      where l.tenant_id = :tenant_id and l.id = :id and l.secret_hash = :secret_hash and l.expires_at > :now`,
    { tenant_id, id, secret_hash, now },
  )

/** The sign-in that this browser began last under a user name and that waits for a code; a browser has only one under way for each account. */
export const loginBegunHere = (q: Query, tenant_id: number, username: string, device_hash: Buffer, now: Date) =>
  q.query<LoginRow>(
    `select ${COLUMNS} from logins l join users u on u.tenant_id = :tenant_id and u.id = l.user_id
      where l.tenant_id = :tenant_id and u.username = :username and l.device_hash = :device_hash and l.state = 'code'
        and l.expires_at > :now
      order by l.created_at desc limit 1`,
    { tenant_id, username, device_hash, now },
  )

/** Locks the account, so that its sign-ins are begun one after the other and counted exactly. */
export const lockUser = (q: Query, tenant_id: number, user_id: string) =>
  q.query('select from users where tenant_id = :tenant_id and id = :user_id for no key update', { tenant_id, user_id })

/**
 * How many sign-ins of the account ended, or will end, after `since`: `codes` with a code, `requests` with an approval. Sign-ins are counted by their end,
 * so that no hour has more tries than allowed.
 */
export const challengesOf = (q: Query, tenant_id: number, user_id: string, since: Date) =>
  q.query<{ codes: number; requests: number }>(
    `select count(*) filter (where code_channel <> 'none')::int as codes,
            count(*) filter (where needs_approval)::int as requests
       from logins where tenant_id = :tenant_id and user_id = :user_id and expires_at > :since`,
    { tenant_id, user_id, since },
  )

export type NewLogin = Omit<LoginRow, 'username' | 'reason' | 'code_tries'> & { tenant_id: number; secret_hash: Buffer; address: string }

/** Adds a sign-in; ends earlier ones that the browser began for this account. */
export async function addLogin(q: Query, login: NewLogin): Promise<void> {
  await q.query(
    `update logins set state = 'over'
      where tenant_id = :tenant_id and user_id = :user_id and device_hash = :device_hash
        and state in ('code', 'waiting')`,
    { tenant_id: login.tenant_id, user_id: login.user_id, device_hash: login.device_hash },
  )
  await q.query(`insert into logins ${columnsAndValues(Object.keys(login))}`, login)
}

/** Takes one try of a code; returns no row if no try was left. */
export const countTry = (q: Query, tenant_id: number, id: string, most: number) =>
  q.query<{ code_tries: number }>(
    `update logins set code_tries = code_tries + 1
      where tenant_id = :tenant_id and id = :id and state = 'code' and code_tries < :most returning code_tries`,
    { tenant_id, id, most },
  )

/** Moves a sign-in from one state to another; returns no row if another request was first. */
export const moveLogin = (q: Query, tenant_id: number, id: string, from: LoginRow['state'], to: LoginRow['state']) =>
  q.query('update logins set state = :to where tenant_id = :tenant_id and id = :id and state = :from returning id', { tenant_id, id, from, to })

/** Counts one more code that is sent. Returns no row if a code was sent after `sentBefore` (also by a simultaneous request), or if `most` were sent. */
export const countCode = (q: Query, tenant_id: number, id: string, now: Date, sentBefore: Date, most: number) =>
  q.query(
    `update logins set codes_sent = codes_sent + 1, code_sent_at = :now
      where tenant_id = :tenant_id and id = :id and state = 'code' and code_sent_at <= :sent_before
        and codes_sent < :most returning id`,
    { tenant_id, id, now, sent_before: sentBefore, most },
  )

export const setCode = (q: Query, tenant_id: number, id: string, code_hash: Buffer, expires_at: Instant) =>
  q.query('update logins set code_hash = :code_hash, expires_at = :expires_at where tenant_id = :tenant_id and id = :id', {
    tenant_id,
    id,
    code_hash,
    expires_at,
  })

/** Ends all sign-ins under way of an account whose password or second step was changed, or which was deactivated. */
export const endLogins = (q: Query, tenant_id: number, user_id: string) =>
  q.query(
    `update logins set state = 'over'
      where tenant_id = :tenant_id and user_id = :user_id and state in ('code', 'waiting', 'approved')`,
    { tenant_id, user_id },
  )

const STATE = `
  case when l.state = 'waiting' and l.expires_at <= :now then 'expired'
       when l.state in ('approved', 'done') then 'approved'
       when l.state = 'over' then 'expired'
       else l.state end`

/**
 * SQL: sign-ins that needed approval, decided or not, by users of the actor's organisation and of the organisations
 * below it, as far as they match the filters.
 */
const REQUESTS = {
  from: `logins l
         join users u on u.tenant_id = :tenant_id and u.id = l.user_id
         join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id`,
  where: `l.tenant_id = :tenant_id and :organisation_id = any (o.path) and l.needs_approval and l.state <> 'code'
          and (:state::text is null or ${STATE} = :state)
          and (:search::text is null or strpos(lower(u.username), :search) > 0
               or strpos(lower(u.full_name), :search) > 0 or strpos(o.name_search, :search) > 0
               or strpos(l.approval_code, :search) > 0)`,
}

export type RequestRow = {
  reference_id: string
  approval_code: string
  username: string
  full_name: string
  organisation_name: string
  device: string
  device_seen_before: boolean
  address: string
  state: (typeof requestStates)[number]
  requested_at: Instant
  expires_at: Instant
  decided_by: string
  decided_at: Instant | null
  reason: string
  is_own: boolean
}

type RequestsAsked = { now: Date; state: string | undefined; search: string | null; limit: number; page: number }

export const loginRequests = (q: Query, { tenant_id, organisation_id, user_id }: SignedIn, { now, state, search, limit, page }: RequestsAsked) =>
  q.query<RequestRow>(
    pageOf(
      {
        select: `l.id as reference_id, l.approval_code, u.username, u.full_name, o.name as organisation_name, l.device,
                 l.address, ${STATE} as state,
                 exists (select from devices_known d
                          where d.tenant_id = :tenant_id and d.user_id = u.id and d.fingerprint = l.fingerprint
                            and d.fingerprint <> '') as device_seen_before,
                 l.created_at as requested_at, l.expires_at, l.decided_by, l.decided_at, l.reason,
                 l.user_id = :user_id as is_own`,
        ...REQUESTS,
        order: `(${STATE} = 'waiting') desc, l.created_at desc, l.id`,
      },
      { tenant_id, organisation_id, now, state: state ?? null, search, user_id },
      { limit, page },
    ),
  )

export const loginRequestCount = (q: Query, { tenant_id, organisation_id }: SignedIn, { now, state, search }: RequestsAsked) =>
  countOf(q, REQUESTS, { tenant_id, organisation_id, now, state: state ?? null, search })

export type RequestToDecide = {
  id: string
  user_id: string
  username: string
  full_name: string
  organisation_id: string
  state: LoginRow['state']
  expires_at: Instant
  approval_number: string
}

export const requestToDecide = (q: Query, { tenant_id, organisation_id }: SignedIn, id: string) =>
  q.query<RequestToDecide>(
    `select l.id, l.user_id, u.username, u.full_name, u.organisation_id, l.state, l.expires_at, l.approval_number
       from logins l join users u on u.tenant_id = :tenant_id and u.id = l.user_id
       join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
      where l.tenant_id = :tenant_id and l.id = :id and :organisation_id = any (o.path) and l.needs_approval
        and l.state <> 'code' for no key update of l`,
    { tenant_id, organisation_id, id },
  )

export const decideRequest = (q: Query, tenant_id: number, id: string, state: 'approved' | 'refused', by: string, now: Date, reason: string) =>
  q.query(
    `update logins set state = :state, decided_by = :by, decided_at = :now, reason = :reason
      where tenant_id = :tenant_id and id = :id and state = 'waiting' and expires_at > :now returning id`,
    { tenant_id, id, state, by, now, reason },
  )

/** Counts a wrong number; the last one that is allowed ends the request. */
export const countNumber = (q: Query, tenant_id: number, id: string, most: number) =>
  q.query(
    `update logins set number_tries = number_tries + 1,
            state = case when number_tries + 1 >= :most then 'over' else state end
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, most },
  )
