// The signed-in user as every call sees it, built from the rows of session, user and organisation.
import { type Actor, accountRole, flags as allFlags, type Flag, internalRole, keyFlagsOf, type Role } from '../../contract/kit/access.ts'
import type { Instant } from '../../contract/kit/field.ts'
import type { ShopTimings } from '../../contract/people/settings.ts'

export type SignedIn = Actor & {
  /** The tenant the request acts in: for a superadmin or a support view the tenant being viewed, for everybody else their own. */
  tenant_id: number
  /** The tenant the user and the session belong to. */
  home_tenant_id: number
  user_id: string
  /** The person's own organisation, which the Customer header must name. In a support view the person acts for another organisation. */
  home_organisation_id: string
  organisation_id: string
  /** The ids of the organisations from the root to this one. */
  organisation_path: readonly string[]
  organisation_name: string
  /** The name of whoever grants this user's rights: the parent for a manager, the organisation itself for its staff. */
  grantor: string
  session_id: string
  browser_id: string | null
  /** The reason why this browser may not sell, if the organisation sells on its own devices only. */
  till_barred: TillBarred
  username: string
  full_name: string
  kind: 'platform' | 'reseller' | 'seller'
  template: number
  language: string
  pin_download: boolean
  mask_seller_discount: boolean
  shop_timings: ShopTimings | null
  must_change_password: boolean
  signed_in_at: Instant
  session_ends_at: Instant
  /** The limits of an API key, when a customer's own system calls instead of a browser. */
  key: KeyBounds | null
  /** Whether this is a practice session: it changes nothing, and its sales are simulated. */
  is_training: boolean
  /** Whether the session was opened with a cashier's code, not with the password. */
  by_code: boolean
  /** The shop's device that this browser is paired with. */
  paired_device_id: string | null
  /** Idle minutes after which a session at a paired device locks; 0: never. */
  lock_minutes: number
  is_locked: boolean
  /** The support view, if the session is in one: it can only read, sees masked personal data, and ends at `until`. */
  view: { organisation_name: string; until: Instant } | null
}

/** `amount_per_day`: face value in ten-thousandths of a euro; null: no bound. */
export type KeyBounds = { addresses: readonly string[]; calls_per_minute: number; amount_per_day: number | null }

/** `device_not_assigned`: the browser is not one of the organisation's devices. `terminal_inactive`: its terminal is not activated. */
export type TillBarred = 'device_not_assigned' | 'terminal_inactive' | null

export type SessionRow = {
  token_hash: Buffer
  cookie_hash: Buffer | null
  session_id: string
  browser_id: string | null
  till_barred: TillBarred
  user_id: string
  chosen_tenant_id: number | null
  view_tenant_id: number | null
  view_organisation_id: string | null
  view_until: Instant | null
  is_key: boolean
  is_training: boolean
  by_code: boolean
  locked_at: Instant | null
  paired_device_id: string | null
  lock_minutes: number
  address: string
  created_at: Instant
  last_seen_at: Instant
  ended_at: Instant | null
  ends_at: Instant | null
  username: string
  full_name: string
  internal_role: number
  is_web_support: boolean
  user_flags: string[]
  language: string | null
  user_active: boolean
  must_change_password: boolean
} & OrganisationRow

export type OrganisationRow = {
  organisation_id: string
  path: string[]
  kind: SignedIn['kind']
  name: string
  organisation_flags: string[]
  default_language: string
  template: number
  enable_web_view: boolean
  pin_download: boolean
  mask_seller_discount: boolean
  shop_timings: ShopTimings | null
  parent_name: string | null
  line_active: boolean
  api_scopes: Flag[]
  api_addresses: string[]
  api_calls_per_minute: number
  api_amount_per_day: number | null
}

/** SQL: columns of an organisation aliased `o` with its parent as `parent`. */
export const ORGANISATION = `
  o.id as organisation_id, o.path, o.kind, o.name, o.flags as organisation_flags, o.default_language, o.template,
  o.enable_web_view, o.pin_download,
  o.mask_seller_discount, o.shop_timings, o.api_scopes, o.api_addresses, o.api_calls_per_minute, o.api_amount_per_day,
  parent.name as parent_name,
  not exists (select from organisations a
               where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active) as line_active`

const roleOfKind: Record<SignedIn['kind'], Role> = { platform: 'superadmin', reseller: 'reseller', seller: 'seller' }

export function signedIn(row: SessionRow, tenant_id: number, is_locked: boolean): SignedIn {
  // An API key's rights come from its organisation, so editing the key's account among the staff gives the key no rights.
  const is_manager = !row.is_key && row.internal_role === internalRole.manager
  const { session_id, browser_id, till_barred, user_id, username, full_name, must_change_password } = row
  return {
    ...organisationOf(row),
    role: row.is_web_support ? 'web_support' : roleOfKind[row.kind],
    is_manager,
    flags: row.is_key ? keyFlagsOf(row.kind === 'seller', row.organisation_flags).filter((flag) => row.api_scopes.includes(flag)) : flagsOf(row, is_manager),
    tenant_id: row.kind === 'platform' ? (row.chosen_tenant_id ?? tenant_id) : tenant_id,
    home_tenant_id: tenant_id,
    home_organisation_id: row.organisation_id,
    grantor: is_manager ? (row.parent_name ?? row.name) : row.name,
    language: row.language ?? row.default_language,
    signed_in_at: row.created_at,
    session_ends_at: row.ends_at ?? NEVER,
    key: row.is_key ? keyOf(row) : null,
    is_training: row.is_training,
    by_code: row.by_code,
    paired_device_id: row.paired_device_id,
    lock_minutes: row.paired_device_id ? row.lock_minutes : 0,
    is_locked,
    view: null,
    session_id,
    browser_id,
    till_barred,
    user_id,
    username,
    full_name,
    must_change_password,
  }
}

const NEVER: Instant = '9999-12-31T00:00:00.000Z'

/** A support view: what the organisation's manager sees, without discounts. http/admit.ts refuses changes; a call that says 'decides' refuses them itself. */
export function viewing(supporter: SignedIn, organisation: OrganisationRow, tenant_id: number, until: Instant): SignedIn {
  return {
    ...supporter,
    ...organisationOf(organisation),
    role: roleOfKind[organisation.kind],
    is_manager: true,
    flags: flagsOf(organisation, true),
    tenant_id,
    mask_seller_discount: true,
    pin_download: false,
    view: { organisation_name: organisation.name, until },
  }
}

function organisationOf(row: OrganisationRow) {
  const { organisation_id, kind, template, enable_web_view, pin_download, mask_seller_discount, shop_timings } = row
  return {
    organisation_path: row.path,
    organisation_name: row.name,
    organisation_id,
    kind,
    template,
    enable_web_view,
    pin_download,
    mask_seller_discount,
    shop_timings,
  }
}

/**
 * The effective flags of a user: a manager has all flags of the organisation, staff have those of them that they were given. Nobody has a flag that
 * the organisation lacks.
 */
function flagsOf(row: { organisation_flags: string[]; user_flags?: string[] }, is_manager: boolean): Flag[] {
  return allFlags.filter((flag) => row.organisation_flags.includes(flag) && (is_manager || row.user_flags?.includes(flag)))
}

const keyOf = ({ api_addresses, api_calls_per_minute, api_amount_per_day }: SessionRow): KeyBounds => ({
  addresses: api_addresses,
  calls_per_minute: api_calls_per_minute,
  amount_per_day: api_amount_per_day,
})

/** SQL: the condition that a user aliased `u` is a manager. */
export const IS_MANAGER = `u.internal_role = ${internalRole.manager}`

/** SQL: `account_role` of an organisation aliased `o`. */
export const ACCOUNT_ROLE = `
  case o.kind when 'platform' then ${accountRole.superadmin}
              when 'reseller' then ${accountRole.reseller} else ${accountRole.seller} end`

/** The actor's role as the number `account_role` on the wire. */
export const accountRoleOf = (actor: Actor): number => accountRole[actor.role]
