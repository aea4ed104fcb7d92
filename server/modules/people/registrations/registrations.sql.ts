// Queries of registrations: opening a registration, taking each of its steps only once, and listing registrations for the organisations above.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { registrationStates } from '../../../../contract/people/registrations.ts'
import { ACCOUNT_ROLE, IS_MANAGER } from '../../../kit/actor.ts'
import { PORTAL } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'

export type RegistrationRow = {
  id: string
  user_id: string
  organisation_id: string
  step: 'username' | 'code' | 'password' | 'done'
  code_hash: Buffer | null
  code_tries: number
  codes_sent: number
  code_sent_at: Instant | null
  proof_hash: Buffer | null
  expires_at: Instant
  username: string
  full_name: string
  email: string
  mobile: string
  language: string
  organisation_name: string
  portal_name: string
}

const COLUMNS = `
  r.id, r.user_id, r.organisation_id, r.step, r.code_hash, r.code_tries, r.codes_sent, r.code_sent_at, r.proof_hash,
  r.expires_at, u.username, u.full_name, u.email, u.mobile, coalesce(u.language, o.default_language) as language,
  o.name as organisation_name, ${PORTAL} as portal_name`
const FROM = `
  from registrations r
  join users u on u.tenant_id = :tenant_id and u.id = r.user_id
  join organisations o on o.tenant_id = :tenant_id and o.id = r.organisation_id`

/**
 * The registration with this id and secret, if it is open and neither its user nor the organisation is suspended. `lock`: a locking clause, for a transaction
 * that writes.
 */
export const openOne = (q: Query, tenant_id: number, id: string, secret_hash: Buffer, now: Date, lock: '' | 'for no key update of r' = '') =>
  q.query<RegistrationRow>(
    `select ${COLUMNS} ${FROM}
      where r.tenant_id = :tenant_id and r.id = :id and r.secret_hash = :secret_hash and r.expires_at > :now
        and r.completed_at is null and r.cancelled_at is null
        and u.is_active
        and not exists (select from organisations a
                         where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active) ${lock}`,
    { tenant_id, id, secret_hash, now },
  )

type NewRow = {
  tenant_id: number
  id: string
  user_id: string
  organisation_id: string
  secret_hash: Buffer
  created_by: string | null
  created_at: Instant
  expires_at: Instant
}

export const addRegistration = (q: Query, { tenant_id, id, user_id, organisation_id, secret_hash, created_by, created_at, expires_at }: NewRow) =>
  q.query(
    `insert into registrations (tenant_id, id, user_id, organisation_id, secret_hash, created_by, created_at,
                                expires_at)
     values (:tenant_id, :id, :user_id, :organisation_id, :secret_hash, :created_by, :created_at, :expires_at)`,
    { tenant_id, id, user_id, organisation_id, secret_hash, created_by, created_at, expires_at },
  )

/** Puts a registration back to its first step, with a new link. */
export const restart = (q: Query, tenant_id: number, id: string, secret_hash: Buffer, expires_at: Date) =>
  q.query(
    `update registrations set secret_hash = :secret_hash, expires_at = :expires_at, step = 'username', code_hash = null,
            code_tries = 0, codes_sent = 0, code_sent_at = null, proof_hash = null
      where tenant_id = :tenant_id and id = :id and completed_at is null and cancelled_at is null`,
    { tenant_id, id, secret_hash, expires_at },
  )

export const cancel = (q: Query, tenant_id: number, id: string, now: Date) =>
  q.query(
    `update registrations set cancelled_at = :now
      where tenant_id = :tenant_id and id = :id and completed_at is null and cancelled_at is null`,
    { tenant_id, id, now },
  )

export const cancelOthers = (q: Query, tenant_id: number, user_id: string, now: Date) =>
  q.query(
    `update registrations set cancelled_at = :now
      where tenant_id = :tenant_id and user_id = :user_id and completed_at is null and cancelled_at is null`,
    { tenant_id, user_id, now },
  )

/** Sets the user name; fails with 23505 (unique violation) if another user has the name. */
export const nameUser = (q: Query, tenant_id: number, user_id: string, username: string) =>
  q.query('update users set username = :username where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id, username })

export const takenNames = async (q: Query, tenant_id: number, user_id: string, names: readonly string[]) =>
  (
    await q.query<{ username: string }>(
      `select username from users
        where tenant_id = :tenant_id and username = any (:names) and id <> :user_id`,
      { tenant_id, user_id, names },
    )
  ).map((row) => row.username)

/** Stores a new code, for which all tries are left. */
export const setCode = (q: Query, tenant_id: number, id: string, code_hash: Buffer, codes_sent: number, now: Date) =>
  q.query(
    `update registrations set step = 'code', code_hash = :code_hash, code_tries = 0, codes_sent = :codes_sent,
            code_sent_at = :now, proof_hash = null where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, code_hash, codes_sent, now },
  )

/** Takes one try of the code, in a transaction of its own; returns no row if no try was left. */
export const countTry = (q: Query, tenant_id: number, id: string, secret_hash: Buffer, most: number) =>
  q.query<{ code_tries: number }>(
    `update registrations set code_tries = code_tries + 1
      where tenant_id = :tenant_id and id = :id and secret_hash = :secret_hash and step = 'code'
        and code_hash is not null and code_tries < :most returning code_tries`,
    { tenant_id, id, secret_hash, most },
  )

/** Uses the code up and stores the hash of the proof, which the next step must show. */
export const setProof = (q: Query, tenant_id: number, id: string, proof_hash: Buffer) =>
  q.query(
    `update registrations set step = 'password', code_hash = null, proof_hash = :proof_hash
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, proof_hash },
  )

/** Sets the password of the account, stores that its mail address is proven, and closes the registration. */
export async function complete(q: Query, tenant_id: number, { id, user_id }: RegistrationRow, password_hash: string, now: Date) {
  await q.query(
    `update users set password_hash = :password_hash, must_change_password = false, email_proven = email
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id, user_id, password_hash },
  )
  await q.query(
    `update registrations set step = 'done', completed_at = :now, proof_hash = null
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, now },
  )
}

/** The organisation that is notified: that of the user who opened the registration; if no user did, the organisation above that of the registering user. */
export const openerOf = (q: Query, tenant_id: number, id: string) =>
  q.query<{ organisation_id: string }>(
    `select coalesce(c.organisation_id, o.parent_id, o.id) as organisation_id
       from registrations r join organisations o on o.tenant_id = :tenant_id and o.id = r.organisation_id
       left join users c on c.tenant_id = :tenant_id and c.id = r.created_by
      where r.tenant_id = :tenant_id and r.id = :id`,
    { tenant_id, id },
  )

export type ListRow = {
  registration_id: string
  full_name: string
  username: string
  organisation_name: string
  account_role: number
  is_staff: boolean
  email: string
  mobile: string
  state: (typeof registrationStates)[number]
  created_at: Instant
  expires_at: Instant
  completed_at: Instant | null
}
export type ListAsked = { state: string | undefined; search: string | null; now: Date }

const STATE = `
  case when r.completed_at is not null then 'done' when r.cancelled_at is not null then 'cancelled'
       when r.expires_at <= :now then 'expired' else 'waiting' end`

/** SQL: registrations of the actor's organisation and of those below it that match the filters. */
const SEEN = `${FROM}
 where r.tenant_id = :tenant_id and :organisation_id = any (o.path) and (:state::text is null or ${STATE} = :state)
   and (:search::text is null or strpos(lower(u.username), :search) > 0 or strpos(lower(u.full_name), :search) > 0
        or strpos(lower(u.email), :search) > 0
        or strpos(o.name_search, :search) > 0)`

export const list = (q: Query, tenant_id: number, organisation_id: string, { state, search, now }: ListAsked, most: number) =>
  q.query<ListRow>(
    `select r.id as registration_id, u.full_name, u.username, o.name as organisation_name, u.email, u.mobile,
            not ${IS_MANAGER} as is_staff, ${STATE} as state,
            ${ACCOUNT_ROLE} as account_role, r.created_at,
            r.expires_at, r.completed_at
     ${SEEN} order by r.created_at desc, r.id desc limit :most`,
    { tenant_id, organisation_id, now, state: state ?? null, search, most },
  )

export const listCount = async (q: Query, tenant_id: number, organisation_id: string, { state, search, now }: ListAsked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${SEEN}`, { tenant_id, organisation_id, now, state: state ?? null, search }))[0]?.n ?? 0

export type Seen = RegistrationRow & { completed_at: Instant | null; cancelled_at: Instant | null }

/** A registration that the actor may change, in any state; its row is locked. */
export const seen = (q: Query, tenant_id: number, organisation_id: string, id: string) =>
  q.query<Seen>(
    `select ${COLUMNS}, r.completed_at, r.cancelled_at ${FROM}
      where r.tenant_id = :tenant_id and :organisation_id = any (o.path) and r.id = :id for no key update of r`,
    { tenant_id, organisation_id, id },
  )

export const setContact = (q: Query, tenant_id: number, user_id: string, email: string, mobile: string) =>
  q.query('update users set email = :email, mobile = :mobile where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id, email, mobile })
