// Statements that add and change a customer. Money functions open and suspend its wallet in the same transaction.
import { internalRole } from '../../../../contract/kit/access.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'

/** The fields that a parent sets, named as their columns are. */
export type Fields = {
  name: string
  address: string
  house_no: string
  postal: string
  city: string
  country: string
  email: string
  mobile: string
  alternative_mobiles: readonly string[]
  organisation_type: string | null
  shop_type: string | null
  ustidnr: string
  stnr: string
  customer_number: string
  sub_domain: string
  sms_sender_id: string
  template: number
  default_language: string
  flags: readonly string[]
  mask_seller_discount: boolean
  show_print_popup: boolean
  merge_receipts: boolean
  pin_download: boolean
  enable_web_view: boolean
  terminal_limit: number
  devices_only: boolean
  plan_id: string | null
}

const columnsOf = (fields: Partial<Fields>) => (fields.name === undefined ? fields : { ...fields, name_search: fold(fields.name) })

export type Parent = { id: string; kind: string; name: string; path: string[]; flags: string[]; country: string; template: number; default_language: string }

/** The parent of a new customer: the actor's own organisation. The platform has a row in every tenant, so the platform is found in the same way. */
export const parentOf = (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  q.query<Parent>(
    `select id, kind, name, path, flags, country, template, default_language from organisations
      where tenant_id = :tenant_id and id = :organisation_id`,
    { tenant_id, organisation_id },
  )

export type NewCustomer = { id: string; kind: 'reseller' | 'seller'; parent: Parent; fields: Fields; now: Date }

/** Adds an organisation. Returns no row if one with this id exists: then the transaction key, which becomes the id, was used before. */
export const addOrganisation = (q: Query, tenant_id: number, { id, kind, parent, fields, now }: NewCustomer) => {
  const row = { tenant_id, id, parent_id: parent.id, kind, path: [...parent.path, id], created_at: now, ...columnsOf(fields) }
  return q.query<{ id: string }>(
    `insert into organisations ${columnsAndValues(Object.keys(row))} on conflict (tenant_id, id) do nothing
     returning id`,
    row,
  )
}

export const openWallet = (q: Query, tenant_id: number, id: string) => q.query('select open_wallet(:tenant_id, :id)', { tenant_id, id })

type NewManager = { user_id: string; customer_id: string; username: string; full_name: string; email: string; mobile: string; enable_otp: boolean; now: Date }

/** Adds the first manager's account; returns no row if the user name is taken. The account has no password until its user has registered. */
export const addManager = (q: Query, tenant_id: number, { user_id, customer_id, username, full_name, email, mobile, enable_otp, now }: NewManager) =>
  q.query(
    `insert into users (tenant_id, id, organisation_id, username, full_name, email, mobile, internal_role, otp_type,
                        otp_required, password_hash, created_at)
     values (:tenant_id, :user_id, :customer_id, :username, :full_name, :email, :mobile, ${internalRole.manager},
             case when :enable_otp then 'email' else 'none' end, :enable_otp, '', :now)
     on conflict (tenant_id, username) do nothing returning id`,
    { tenant_id, user_id, customer_id, username, full_name, email, mobile, enable_otp, now },
  )

/** Whether an earlier request with the same key has already added this customer: one with this id, this name and a user of this user name. */
export const madeBefore = async (q: Query, { tenant_id, organisation_id }: SignedIn, id: string, given: { name: string; username: string }) =>
  (
    await q.query(
      `select from organisations o join users u on u.tenant_id = :tenant_id and u.organisation_id = o.id
        where o.tenant_id = :tenant_id and o.id = :id and o.parent_id = :organisation_id and o.name = :name
          and u.username = :username`,
      { tenant_id, id, organisation_id, name: given.name, username: given.username },
    )
  ).length > 0

/** Whether the plan is the owner's. Locks the plan, so that it is not removed before a customer has it. */
export const isPlanOf = async (q: Query, tenant_id: number, plan: string, owner: string) =>
  (await q.query('select from plans where tenant_id = :tenant_id and id = :plan and owner_id = :owner for share', { tenant_id, plan, owner })).length > 0

export type Locked = Fields & {
  id: string
  kind: 'reseller' | 'seller'
  parent_id: string
  parent_kind: string
  parent_flags: string[]
  is_active: boolean
  stopped_reason: string
  version: number
  remarks: string
  api_enabled: boolean
  api_key_last4: string
  api_addresses: string[]
  api_key_hash: Buffer | null
  api_scopes: string[]
  api_calls_per_minute: number
  api_amount_per_day: number | null
  api_user_id: string | null
  full_name: string
  username: string
  user_id: string | null
  user_email: string
  user_mobile: string
  enable_otp: boolean
  otp_type: 'none' | 'email' | 'sms' | 'app'
  login_approval: boolean
}

/** The customers to be changed that are below the actor. Their rows are locked, in the order of their ids, until the transaction ends. */
export const customersToChange = (q: Query, { tenant_id, organisation_id }: SignedIn, ids: readonly string[]) =>
  q.query<Locked>(
    `select o.*, parent.kind as parent_kind, parent.flags as parent_flags, u.id as user_id,
            coalesce(u.full_name, '') as full_name, coalesce(u.username, '') as username,
            coalesce(u.email, '') as user_email, coalesce(u.mobile, '') as user_mobile,
            coalesce(u.otp_required, false) as enable_otp,
            coalesce(u.otp_type, 'none') as otp_type, coalesce(u.login_approval, false) as login_approval
       from organisations o
       join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
       left join lateral (select * from users u
                           where u.tenant_id = :tenant_id and u.organisation_id = o.id and ${IS_MANAGER}
                           order by u.id limit 1) u on true
      where o.tenant_id = :tenant_id and o.id = any (:ids::uuid[]) and :organisation_id = any (o.path)
        and o.id <> :organisation_id order by o.id for no key update of o`,
    { tenant_id, organisation_id, ids },
  )

/** Changes these fields of an organisation and no others; returns the new version of its row. */
export const changeOrganisation = (q: Query, tenant_id: number, id: string, fields: Partial<Fields>) => {
  const columns = columnsOf(fields)
  return q.query<{ version: number }>(
    `update organisations
        set ${[...Object.keys(columns).map((name) => `${name} = :${name}`), 'version = version + 1'].join(', ')}
      where tenant_id = :tenant_id and id = :id returning version`,
    { ...columns, tenant_id, id },
  )
}

/** Sets the number of a customer; fails with 23505 (unique violation) if another customer of the same parent has the number. */
export const setNumber = (q: Query, tenant_id: number, id: string, customer_number: string) =>
  q.query('update organisations set customer_number = :customer_number where tenant_id = :tenant_id and id = :id', { tenant_id, id, customer_number })

/** Takes rights from everybody below a customer that lost them, because nobody may have what its parent does not have. */
export const takeBelow = (q: Query, tenant_id: number, id: string, flags: readonly string[]) =>
  q.query<{ name: string }>(
    `update organisations o set flags = array(select f from unnest(o.flags) f where f <> all (:flags::text[])),
            version = version + 1
      where o.tenant_id = :tenant_id and :id = any (o.path) and o.id <> :id and o.flags && :flags::text[]
      returning o.name`,
    { tenant_id, id, flags },
  )

/**
 * Changes the name and the second step at sign-in of the first manager's account. Until the manager has registered, the account also gets the customer's mail
 * address and mobile number, because the registration link goes there.
 */
export const changeManager = (q: Query, tenant_id: number, user_id: string, given: { full_name: string; email: string; mobile: string; enable_otp: boolean }) =>
  q.query(
    `update users set full_name = :full_name, email = case when password_hash = '' then :email else email end,
            mobile = case when password_hash = '' then :mobile else mobile end,
            otp_required = :enable_otp,
            otp_type = case when :enable_otp and otp_type = 'none' then 'email' else otp_type end
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id, user_id, full_name: given.full_name, email: given.email, mobile: given.mobile, enable_otp: given.enable_otp },
  )

/**
 * Sets the second step of the manager's sign-in, and whether a sign-in needs approval. `none` also removes an authenticator app and the recovery codes, which
 * helps a user who lost the phone.
 */
export const setOtp = (q: Query, tenant_id: number, user_id: string, otp_type: string, login_approval: boolean) =>
  q.query(
    `update users set otp_type = :otp_type, otp_required = :otp_type <> 'none', login_approval = :login_approval,
            otp_pending = null,
            otp_secret = case when :otp_type = 'none' then null else otp_secret end,
            recovery_codes = case when :otp_type = 'none' then '{}' else recovery_codes end
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id, user_id, otp_type, login_approval },
  )

/** Suspends a customer or lets it work again: locks its wallet, and changes organisation and wallet together. */
export const setActive = (q: Query, { tenant_id, organisation_id }: SignedIn, id: string, is_active: boolean) =>
  q.query('select set_customer_active(:tenant_id, :organisation_id, :id, :is_active)', { tenant_id, organisation_id, id, is_active })

/** Notes who suspended a customer, when and why; if the customer may work again, `at` is null and the texts are blank. */
export const setStopped = (q: Query, tenant_id: number, id: string, at: Date | null, by: string, reason: string) =>
  q.query(
    `update organisations set stopped_at = :at, stopped_by = :by, stopped_reason = :reason
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, at, by, reason },
  )

export type Api = {
  enabled: boolean
  addresses: readonly string[]
  scopes: readonly string[]
  calls_per_minute: number
  amount_per_day: number | null
  key: { hash: Buffer; last4: string } | null
  user_id: string | null
}

export const setApi = (q: Query, tenant_id: number, id: string, api: Api) =>
  q.query(
    `update organisations set api_enabled = :enabled, api_addresses = :addresses,
            api_key_hash = coalesce(:hash, api_key_hash), api_key_last4 = coalesce(:last4, api_key_last4),
            api_scopes = :scopes, api_calls_per_minute = :calls_per_minute, api_amount_per_day = :amount_per_day,
            api_user_id = :user_id, api_held_at = case when :enabled then null else api_held_at end
      where tenant_id = :tenant_id and id = :id`,
    {
      tenant_id,
      id,
      enabled: api.enabled,
      addresses: api.addresses,
      hash: api.key?.hash ?? null,
      last4: api.key?.last4 ?? null,
      scopes: api.scopes,
      calls_per_minute: api.calls_per_minute,
      amount_per_day: api.amount_per_day,
      user_id: api.user_id,
    },
  )

export const setRemarks = (q: Query, tenant_id: number, id: string, remarks: string) =>
  q.query('update organisations set remarks = :remarks where tenant_id = :tenant_id and id = :id', { tenant_id, id, remarks })

/** Who changed a customer last, and when. A user whose change is refused, because the row has changed, is shown both. */
export const lastChange = (q: Query, tenant_id: number, id: string) =>
  q.query<{ who: string; at: Instant }>(
    `select coalesce(nullif(full_name, ''), username) as who, at from audit
      where tenant_id = :tenant_id and subject_id = :id::text and action in ('customerUpdate', 'customerExtra')
      order by id desc limit 1`,
    { tenant_id, id },
  )
