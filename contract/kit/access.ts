// Who may make which call and open which screen, as data and one pure function. The server enforces it, the web hides what is not allowed, and a test prints
// it.
export const roles = ['superadmin', 'reseller', 'seller', 'web_support'] as const
export type Role = (typeof roles)[number]

/** `account_role` on the wire; 3 is our own addition (docs/domain.md, Roles). */
export const accountRole = { superadmin: 0, reseller: 1, seller: 2, web_support: 3 } as const satisfies Record<Role, number>

/** `internal_role` on the wire; every number except the manager's means staff. */
export const internalRole = { manager: 0, staff: 1 } as const

export const flags = [
  'has_invoice',
  'has_reports',
  'has_dynamic_products',
  'has_credit_and_balance',
  'has_direct_recharge',
  'has_dt_one',
  'has_flixbus',
  'has_transaction',
  'has_cash_card',
  'has_gift_card',
  'has_reclamation',
  'has_product',
  'has_supplier',
  'has_inventory',
  'has_customers',
  'has_customers_read',
  'has_assign_product',
  'has_discount_slab',
  'has_credit',
  'has_device',
] as const
export type Flag = (typeof flags)[number]

/** The facts from which access is decided: the organisation's role, whether the user is a manager or staff, and the user's effective flags. */
export type Actor = { role: Role; is_manager: boolean; flags: readonly Flag[]; enable_web_view: boolean }

export type Access =
  | 'public'
  /** Any signed-in user. */
  | 'all'
  | { only?: readonly Role[]; roles?: readonly Role[]; flags?: readonly Flag[]; managers?: true }

/** Access to the till: only shops have tills. The flags decide which staff of a shop may use it; outside a shop they admit nobody. */
export const atTill = { only: ['seller'], roles: ['seller'], flags: ['has_cash_card', 'has_gift_card'] } as const

/** The rights that an API key can have: those needed for the calls in the guide for customers' own systems. */
const keyFlags: readonly Flag[] = ['has_cash_card', 'has_gift_card', 'has_dt_one', 'has_direct_recharge', 'has_reports', 'has_transaction']
/** Rights to goods that suppliers deliver at the moment of sale. Every shop has them, because its prices determine which of these goods it sells. */
const ofShops: readonly Flag[] = ['has_dt_one', 'has_direct_recharge']

/** The rights that can be given to an API key of an organisation that holds the rights `held`; a shop can also give those in `ofShops`. */
export const keyFlagsOf = (isShop: boolean, held: readonly string[]): Flag[] =>
  keyFlags.filter((flag) => held.includes(flag) || (isShop && ofShops.includes(flag)))

/**
 * Access is granted by a matching role or by a matching flag (docs/domain.md, Rights). A role admits its managers; staff are admitted by role only if the rule
 * names no flag, and otherwise by flag. Managers and staff of support are treated alike; without `enable_web_view` they are admitted only where every signed-in
 * user is. `managers` keeps all staff out. `only` keeps out all other roles whatever flags they have, so no flag lets a user of a reseller or of the platform
 * sell.
 */
export function allows(access: Access, actor: Actor | null): boolean {
  if (access === 'public') return true
  if (!actor) return false
  if (actor.role === 'web_support' && !actor.enable_web_view) return access === 'all'
  if (access === 'all') return true
  if (access.managers && !actor.is_manager) return false
  if (access.only && !access.only.includes(actor.role)) return false
  const byRole = access.roles?.includes(actor.role) ?? false
  const byFlag = access.flags?.some((flag) => actor.flags.includes(flag)) ?? false
  return byFlag || (byRole && (actor.is_manager || actor.role === 'web_support' || !access.flags))
}

/** The value by which a refusal says that only a manager may do this. It is not a flag. */
export const MANAGER = 'manager'
/** A right that a refusal can name as missing. */
export type Right = Flag | Role | typeof MANAGER

/** What this actor lacks, for the text of a refusal: the position of manager, the flags that would admit the actor, or the admitted roles. */
export function missing(access: Access, actor: Actor): readonly Right[] {
  if (typeof access === 'string') return []
  if (access.only && !access.only.includes(actor.role)) return access.roles ?? access.only
  const isOfRole = access.roles?.includes(actor.role) ?? true
  if (access.managers && isOfRole) return [MANAGER]
  return access.flags ?? access.roles ?? []
}
