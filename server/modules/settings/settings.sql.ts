// Queries about personal and organisation settings.
import type { CodeChannel, Preferences } from '../../../contract/auth.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { ShopTimings } from '../../../contract/settings.ts'
import type { Query } from '../../kit/db.ts'

/** One-time codes being set up, as users.otp_pending keeps them: the app's secret sealed, a code hashed. */
export type PendingCode = { id: string; otp_type: Exclude<CodeChannel, 'none'>; until: string; tries: number; secret?: string; code_hash?: string }

export type PersonRow = {
  user_id: string
  username: string
  full_name: string
  organisation_id: string
  organisation_name: string
  language: string
  email: string
  mobile: string
  job_role: string
  last_login_at: Instant | null
  preferences: Preferences
  otp_type: CodeChannel
  otp_required: boolean
  recovery_codes_left: number
}

const PERSON = `
  select u.id as user_id, u.username, u.full_name, u.organisation_id, o.name as organisation_name, coalesce(u.language, o.default_language) as language,
         u.email, u.mobile, u.job_role, u.last_login_at, u.preferences, u.otp_type, u.otp_required, cardinality(u.recovery_codes) as recovery_codes_left
    from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id`

export const personById = (q: Query, tenant_id: number, user_id: string) =>
  q.query<PersonRow>(`${PERSON} where u.tenant_id = $1 and u.id = $2`, [tenant_id, user_id])

/** A person in the organisation or below it. */
export const personByName = (q: Query, tenant_id: number, organisation_id: string, username: string) =>
  q.query<PersonRow>(`${PERSON} where u.tenant_id = $1 and u.username = $3 and $2 = any (o.path)`, [tenant_id, organisation_id, username])

export type ProfileChange = { full_name?: string; email?: string; mobile?: string; language?: string; preferences?: Preferences }

/** Fields left out stay; preferences are merged into the existing ones. */
export const updateProfile = (q: Query, tenant_id: number, user_id: string, change: ProfileChange) =>
  q.query(
    `update users set full_name = coalesce($3, full_name), email = coalesce($4, email), mobile = coalesce($5, mobile), language = coalesce($6, language),
            preferences = preferences || coalesce($7::jsonb, '{}') where tenant_id = $1 and id = $2`,
    [
      tenant_id,
      user_id,
      change.full_name ?? null,
      change.email ?? null,
      change.mobile ?? null,
      change.language ?? null,
      change.preferences ? JSON.stringify(change.preferences) : null,
    ],
  )

export const setPassword = (q: Query, tenant_id: number, user_id: string, password_hash: string, must_change: boolean) =>
  q.query('update users set password_hash = $3, must_change_password = $4 where tenant_id = $1 and id = $2', [tenant_id, user_id, password_hash, must_change])

export const setPending = (q: Query, tenant_id: number, user_id: string, pending: PendingCode) =>
  q.query('update users set otp_pending = $3 where tenant_id = $1 and id = $2', [tenant_id, user_id, JSON.stringify(pending)])

/** Uses up one try of the first code; no row when none is left, no setup is under way, or it expired. */
export const countSetupTry = (q: Query, tenant_id: number, user_id: string, most: number, now: Date) =>
  q.query<{ pending: PendingCode }>(
    `update users set otp_pending = jsonb_set(otp_pending, '{tries}', to_jsonb((otp_pending ->> 'tries')::int + 1))
      where tenant_id = $1 and id = $2 and otp_pending is not null and (otp_pending ->> 'tries')::int < $3 and (otp_pending ->> 'until')::timestamptz > $4
      returning otp_pending as pending`,
    [tenant_id, user_id, most, now],
  )

export type Codes = { otp_type: CodeChannel; otp_secret: Buffer | null; otp_last_step: number; recovery_codes: Buffer[] }

/** With `pending_id` only once, and only while that setup is the current one. */
export const setCodes = (q: Query, tenant_id: number, user_id: string, codes: Codes, pending_id: string | null = null) =>
  q.query(
    `update users set otp_type = $3, otp_secret = $4, otp_last_step = $5, recovery_codes = $6, otp_pending = null
      where tenant_id = $1 and id = $2 and ($7::text is null or otp_pending ->> 'id' = $7) returning id`,
    [tenant_id, user_id, codes.otp_type, codes.otp_secret, codes.otp_last_step, codes.recovery_codes, pending_id],
  )

export type OrganisationSet = {
  name: string
  template: number
  default_language: string
  show_print_popup: boolean
  merge_receipts: boolean
  download_csv: boolean
  shop_timings: ShopTimings | null
  support_id: string | null
}

export const organisationSet = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<OrganisationSet>(
    `select name, template, default_language, show_print_popup, merge_receipts, download_csv, shop_timings, support_user_id as support_id
       from organisations where tenant_id = $1 and id = $2`,
    [tenant_id, organisation_id],
  )

export type OrganisationChange = Partial<Pick<OrganisationSet, 'template' | 'default_language' | 'show_print_popup' | 'merge_receipts' | 'download_csv'>>

export const updateOrganisation = (q: Query, tenant_id: number, organisation_id: string, change: OrganisationChange) =>
  q.query(
    `update organisations set template = coalesce($3, template), default_language = coalesce($4, default_language),
            show_print_popup = coalesce($5, show_print_popup), merge_receipts = coalesce($6, merge_receipts), download_csv = coalesce($7, download_csv)
      where tenant_id = $1 and id = $2`,
    [
      tenant_id,
      organisation_id,
      change.template ?? null,
      change.default_language ?? null,
      change.show_print_popup ?? null,
      change.merge_receipts ?? null,
      change.download_csv ?? null,
    ],
  )

/** The organisation itself or one below it. */
export const organisationBelow = (q: Query, tenant_id: number, organisation_id: string, asked_id: string) =>
  q.query<{ id: string; name: string; shop_timings: ShopTimings | null }>(
    'select o.id, o.name, o.shop_timings from organisations o where o.tenant_id = $1 and o.id = $3 and $2 = any (o.path) for no key update',
    [tenant_id, organisation_id, asked_id],
  )

export const setTimings = (q: Query, tenant_id: number, organisation_id: string, timings: ShopTimings) =>
  q.query('update organisations set shop_timings = $3 where tenant_id = $1 and id = $2', [tenant_id, organisation_id, JSON.stringify(timings)])

export const usersOf = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<{ user_id: string; full_name: string }>(
    `select id as user_id, coalesce(nullif(full_name, ''), username) as full_name from users where tenant_id = $1 and organisation_id = $2 and is_active
      order by full_name, id limit 200`,
    [tenant_id, organisation_id],
  )

/** The contact is copied, because the sign-in page shows it to people who may not see the user. */
export const setSupport = (q: Query, tenant_id: number, organisation_id: string, person: PersonRow) =>
  q.query('update organisations set support_user_id = $3, support_name = $4, support_phone = $5, support_email = $6 where tenant_id = $1 and id = $2', [
    tenant_id,
    organisation_id,
    person.user_id,
    person.full_name || person.username,
    person.mobile,
    person.email,
  ])
