// Queries about personal and organisation settings.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { Preferences } from '../../../../contract/people/account.ts'
import type { CodeChannel } from '../../../../contract/people/auth.ts'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import type { Query } from '../../../postgres/db.ts'

/**
 * One-time codes that are being switched on, as stored in users.otp_pending. `secret`: that of the app, sealed; `code_hash`: the hash of a code that was
 * sent.
 */
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
  select u.id as user_id, u.username, u.full_name, u.organisation_id, o.name as organisation_name,
         coalesce(u.language, o.default_language) as language,
         u.email, u.mobile, u.job_role, u.last_login_at, u.preferences, u.otp_type, u.otp_required,
         cardinality(u.recovery_codes) as recovery_codes_left
    from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id`

export const personById = (q: Query, tenant_id: number, user_id: string) =>
  q.query<PersonRow>(`${PERSON} where u.tenant_id = :tenant_id and u.id = :user_id`, { tenant_id, user_id })

/** A user of the organisation or of one below it, by user name. */
export const personByName = (q: Query, tenant_id: number, organisation_id: string, username: string) =>
  q.query<PersonRow>(
    `${PERSON}
     where u.tenant_id = :tenant_id and u.username = :username and :organisation_id = any (o.path)`,
    { tenant_id, organisation_id, username },
  )

export type ProfileChange = { full_name?: string; email?: string; mobile?: string; language?: string; preferences?: Preferences }

/** Changes a profile. Fields that are not sent stay; preferences that are sent are added to the stored ones. */
export const updateProfile = (q: Query, tenant_id: number, user_id: string, change: ProfileChange) =>
  q.query(
    `update users set full_name = coalesce(:full_name, full_name), email = coalesce(:email, email),
            mobile = coalesce(:mobile, mobile), language = coalesce(:language, language),
            preferences = preferences || coalesce(:preferences::jsonb, '{}')
      where tenant_id = :tenant_id and id = :user_id`,
    {
      tenant_id,
      user_id,
      full_name: change.full_name ?? null,
      email: change.email ?? null,
      mobile: change.mobile ?? null,
      language: change.language ?? null,
      preferences: change.preferences ? JSON.stringify(change.preferences) : null,
    },
  )

export const setPassword = (q: Query, tenant_id: number, user_id: string, password_hash: string, must_change: boolean) =>
  q.query(
    `update users set password_hash = :password_hash, must_change_password = :must_change
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id, user_id, password_hash, must_change },
  )

export const setPending = (q: Query, tenant_id: number, user_id: string, pending: PendingCode) =>
  q.query('update users set otp_pending = :pending where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id, pending: JSON.stringify(pending) })

/** Counts a try at the code that completes the set-up of one-time codes; no row if no try is left, no set-up is under way, or its time has expired. */
export const countSetupTry = (q: Query, tenant_id: number, user_id: string, most: number, now: Date) =>
  q.query<{ pending: PendingCode }>(
    `update users
        set otp_pending = jsonb_set(otp_pending, '{tries}', ((otp_pending ->> 'tries')::int + 1)::text::jsonb)
      where tenant_id = :tenant_id and id = :user_id and otp_pending is not null
        and (otp_pending ->> 'tries')::int < :most and otp_pending ->> 'until' > :now::text
      returning otp_pending as pending`,
    { tenant_id, user_id, most, now: now.toISOString() },
  )

export type Codes = { otp_type: CodeChannel; otp_secret: Buffer | null; otp_last_step: number; recovery_codes: Buffer[] }

/**
 * Stores how a user gets one-time codes; if by mail, the mail address counts as proven. With `pending_id` the change is made only while the set-up with this id
 * is under way, and so only once.
 */
export const setCodes = (q: Query, tenant_id: number, user_id: string, codes: Codes, pending_id: string | null = null) =>
  q.query(
    `update users set otp_type = :otp_type, otp_secret = :otp_secret, otp_last_step = :otp_last_step,
            recovery_codes = :recovery_codes, otp_pending = null,
            email_proven = case when :otp_type = 'email' then email else email_proven end
      where tenant_id = :tenant_id and id = :user_id
        and (:pending_id::text is null or otp_pending ->> 'id' = :pending_id) returning id`,
    {
      tenant_id,
      user_id,
      otp_type: codes.otp_type,
      otp_secret: codes.otp_secret,
      otp_last_step: codes.otp_last_step,
      recovery_codes: codes.recovery_codes,
      pending_id,
    },
  )

export type OrganisationSet = {
  name: string
  template: number
  default_language: string
  show_print_popup: boolean
  merge_receipts: boolean
  download_csv: boolean
  lock_minutes: number
  shop_timings: ShopTimings | null
  support_id: string | null
}

export const organisationSet = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<OrganisationSet>(
    `select name, template, default_language, show_print_popup, merge_receipts, download_csv, lock_minutes,
            shop_timings,
            support_user_id as support_id
       from organisations where tenant_id = :tenant_id and id = :organisation_id`,
    { tenant_id, organisation_id },
  )

export type OrganisationChange = Partial<
  Pick<OrganisationSet, 'template' | 'default_language' | 'show_print_popup' | 'merge_receipts' | 'download_csv' | 'lock_minutes'>
>

export const updateOrganisation = (q: Query, tenant_id: number, organisation_id: string, change: OrganisationChange) =>
  q.query(
    `update organisations set template = coalesce(:template, template),
            default_language = coalesce(:default_language, default_language),
            show_print_popup = coalesce(:show_print_popup, show_print_popup),
            merge_receipts = coalesce(:merge_receipts, merge_receipts),
            download_csv = coalesce(:download_csv, download_csv),
            lock_minutes = coalesce(:lock_minutes, lock_minutes)
      where tenant_id = :tenant_id and id = :organisation_id`,
    {
      tenant_id,
      organisation_id,
      template: change.template ?? null,
      default_language: change.default_language ?? null,
      show_print_popup: change.show_print_popup ?? null,
      merge_receipts: change.merge_receipts ?? null,
      download_csv: change.download_csv ?? null,
      lock_minutes: change.lock_minutes ?? null,
    },
  )

/** The organisation with this id, if it is the actor's own or one below it. */
export const organisationBelow = (q: Query, tenant_id: number, organisation_id: string, asked_id: string) =>
  q.query<{ id: string; name: string; shop_timings: ShopTimings | null }>(
    `select o.id, o.name, o.shop_timings from organisations o
      where o.tenant_id = :tenant_id and o.id = :asked_id and :organisation_id = any (o.path) for no key update`,
    { tenant_id, organisation_id, asked_id },
  )

export const setTimings = (q: Query, tenant_id: number, organisation_id: string, timings: ShopTimings) =>
  q.query('update organisations set shop_timings = :timings where tenant_id = :tenant_id and id = :organisation_id', {
    tenant_id,
    organisation_id,
    timings: JSON.stringify(timings),
  })

export const usersOf = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<{ user_id: string; full_name: string }>(
    `select id as user_id, coalesce(nullif(full_name, ''), username) as full_name from users
      where tenant_id = :tenant_id and organisation_id = :organisation_id and is_active
      order by full_name, id limit 200`,
    { tenant_id, organisation_id },
  )

/** Copies the user's name, phone number and mail address to the organisation, because the sign-in page and mails show them to people who may not see users. */
export const setSupport = (q: Query, tenant_id: number, organisation_id: string, person: PersonRow) =>
  q.query(
    `update organisations set support_user_id = :user_id, support_name = :full_name, support_phone = :mobile,
            support_email = :email where tenant_id = :tenant_id and id = :organisation_id`,
    { tenant_id, organisation_id, user_id: person.user_id, full_name: person.full_name || person.username, mobile: person.mobile, email: person.email },
  )
