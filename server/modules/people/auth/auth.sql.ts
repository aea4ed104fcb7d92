// Queries about hosts, accounts, known browsers, and the tenants that the platform may view.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { Preferences } from '../../../../contract/people/account.ts'
import type { Host } from '../../../http/hosts.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { PORTAL } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'

type OrganisationRow = { name: string; template: number; default_language: string; support_name: string; support_phone: string; support_email: string }

export const organisationOf = (q: Query, { tenant_id, organisation_id }: Host) =>
  q.query<OrganisationRow>(
    `select name, template, default_language, support_name, support_phone, support_email from organisations
      where tenant_id = :tenant_id and id = :organisation_id and is_active`,
    { tenant_id, organisation_id },
  )

export type AccountRow = {
  user_id: string
  username: string
  full_name: string
  organisation_id: string
  organisation_name: string
  password_hash: string
  kind: SignedIn['kind']
  is_active: boolean
  /** Whether the user is active, even if the organisation is not. */
  is_person_active: boolean
  language: string
  email: string
  mobile: string
  otp_type: 'none' | 'email' | 'sms' | 'app'
  otp_secret: Buffer | null
  otp_last_step: number
  login_approval: boolean
  login_token: Buffer | null
  login_token_until: Instant | null
  /** The id of the browser that makes the request; null if the account does not know the browser, or only by a cashier's code. */
  browser_id: string | null
}

const ACCOUNT = `
  select u.id as user_id, u.username, u.full_name, u.organisation_id, o.name as organisation_name, u.password_hash,
         o.kind, coalesce(u.language, o.default_language) as language, u.email, u.mobile, u.otp_type, u.otp_secret,
         u.otp_last_step, u.login_approval, u.login_token, u.login_token_until, d.id as browser_id,
         u.is_active as is_person_active,
         u.is_active
         and not exists (select from organisations a
                          where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active) as is_active
    from users u
    join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
    left join devices_known d on d.tenant_id = :tenant_id and d.user_id = u.id and d.secret_hash = :device
     and not d.by_code`

/** Whom a user should call: the name and number of the parent of the suspended organisation (the user's own, or the highest suspended one above it). */
export const whoStopped = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<{ name: string; phone: string }>(
    `select p.name, coalesce(nullif(p.support_phone, ''), p.mobile) as phone
       from organisations o
       join organisations a on a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active
       join organisations p on p.tenant_id = :tenant_id and p.id = a.parent_id
      where o.tenant_id = :tenant_id and o.id = :organisation_id
      order by cardinality(a.path) limit 1`,
    { tenant_id, organisation_id },
  )

/** The account with this user name. `is_active`: the user, the organisation and all organisations above are active. */
export const accountByName = (q: Query, tenant_id: number, username: string, device: Buffer) =>
  q.query<AccountRow>(`${ACCOUNT} where u.tenant_id = :tenant_id and u.username = :username`, { tenant_id, username, device })

export const accountById = (q: Query, tenant_id: number, user_id: string, device: Buffer) =>
  q.query<AccountRow>(`${ACCOUNT} where u.tenant_id = :tenant_id and u.id = :user_id`, { tenant_id, user_id, device })

type UserRow = {
  internal_role: number
  email: string
  mobile: string
  otp_type: AccountRow['otp_type']
  preferences: Preferences
  address: string
  house_no: string
  postal: string
  city: string
  country: string
  default_language: string
  portal_name: string
  support: { name: string; phone: string; email: string } | null
  show_print_popup: boolean
  merge_receipts: boolean
  download_csv: boolean
}

/** The signed-in user, with details of the organisation that the user belongs to. */
export const userOf = (q: Query, { home_tenant_id, user_id }: SignedIn) =>
  q.query<UserRow>(
    `select u.internal_role, u.email, u.mobile, u.otp_type, u.preferences, o.address, o.house_no, o.postal, o.city,
            o.country, o.default_language, o.show_print_popup, o.merge_receipts, o.download_csv,
            ${PORTAL} as portal_name,
            case when a.id is not null then
              json_build_object('name', coalesce(nullif(a.support_name, ''), a.name),
                                'phone', coalesce(nullif(a.support_phone, ''), a.mobile),
                                'email', coalesce(nullif(a.support_email, ''), a.email)) end as support
       from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
       left join organisations a on a.tenant_id = :tenant_id and a.id = o.parent_id
      where u.tenant_id = :tenant_id and u.id = :user_id`,
    { tenant_id: home_tenant_id, user_id },
  )

/** The name of a tenant, and the language of its first reseller; if it has no reseller yet, the platform's language. */
export const houseOf = (q: Query, tenant_id: number) =>
  q.query<{ name: string; default_language: string }>(
    `select t.name, o.default_language
       from tenants t join organisations o on o.tenant_id = :tenant_id and o.kind <> 'seller'
      where t.tenant_id = :tenant_id
      order by o.kind = 'platform', cardinality(o.path), o.id limit 1`,
    { tenant_id },
  )

/** All tenants except 0, which is the platform's own. */
export const tenants = (q: Query) =>
  q.query<{ tenant_id: number; name: string }>(
    `select tenant_id, name from tenants
      where tenant_id > 0 order by tenant_id`,
  )

export const chooseTenant = (q: Query, { home_tenant_id, session_id }: SignedIn, tenant_id: number) =>
  q.query('update sessions set chosen_tenant_id = :chosen_tenant_id where tenant_id = :tenant_id and id = :session_id', {
    tenant_id: home_tenant_id,
    session_id,
    chosen_tenant_id: tenant_id,
  })

export type BrowserSeen = { tenant_id: number; id: string; user_id: string; secret_hash: Buffer; fingerprint: string; name: string; address: string; now: Date }

/**
 * Stores that an account was used in a browser. `is_new`: the account did not know the browser before, or only by a cashier's code; `others`: how many other
 * browsers the account knows.
 */
export async function rememberBrowser(q: Query, browser: BrowserSeen): Promise<{ id: string; is_new: boolean; others: number } | undefined> {
  const { tenant_id, user_id, secret_hash } = browser
  const [before] = await q.query<{ is_new: boolean; others: number }>(
    `select coalesce(bool_and(by_code) filter (where secret_hash = :secret_hash), true) as is_new,
            count(*) filter (where secret_hash <> :secret_hash)::int as others
       from devices_known where tenant_id = :tenant_id and user_id = :user_id`,
    { tenant_id, user_id, secret_hash },
  )
  const [row] = await q.query<{ id: string }>(
    `insert into devices_known (tenant_id, id, user_id, secret_hash, fingerprint, name, address, created_at,
                                last_seen_at)
     values (:tenant_id, :id, :user_id, :secret_hash, :fingerprint, :name, :address, :now, :now)
     on conflict (tenant_id, user_id, secret_hash) do update set fingerprint = excluded.fingerprint,
       name = excluded.name, address = excluded.address, last_seen_at = excluded.last_seen_at, by_code = false
     returning id`,
    browser,
  )
  return before && row && { ...row, ...before }
}

export const noteSignIn = (q: Query, tenant_id: number, user_id: string, now: Date) =>
  q.query('update users set last_login_at = :now where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id, now })

/** Uses up a single-use token; of simultaneous requests only the first gets a row. */
export const useLoginToken = (q: Query, tenant_id: number, user_id: string, token: Buffer, now: Date) =>
  q.query(
    `update users set login_token = null, login_token_until = null
      where tenant_id = :tenant_id and id = :user_id and login_token = :token and login_token_until > :now returning id`,
    { tenant_id, user_id, token, now },
  )

/** Uses up the time step of an app's code, so that the code works once; of simultaneous requests only the first gets a row. */
export const useAppStep = (q: Query, tenant_id: number, user_id: string, step: number) =>
  q.query(
    `update users set otp_last_step = :step
      where tenant_id = :tenant_id and id = :user_id and otp_last_step < :step returning id`,
    { tenant_id, user_id, step },
  )

export const useRecoveryCode = (q: Query, tenant_id: number, user_id: string, digest: Buffer) =>
  q.query(
    `update users set recovery_codes = array_remove(recovery_codes, :digest)
      where tenant_id = :tenant_id and id = :user_id and :digest = any (recovery_codes) returning id`,
    { tenant_id, user_id, digest },
  )

/**
 * Forgets the wrong tries of a cashier's code at all devices, because its owner has entered the password. The total of wrong tries since the code was set
 * stays.
 */
export const forgiveCode = (q: Query, tenant_id: number, user_id: string) =>
  q.query('delete from cashier_tries where tenant_id = :tenant_id and user_id = :user_id', { tenant_id, user_id })

export const dropCode = (q: Query, tenant_id: number, user_id: string) =>
  q.query('delete from cashier_codes where tenant_id = :tenant_id and user_id = :user_id returning user_id', { tenant_id, user_id })
