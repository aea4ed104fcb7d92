// The rights of a person as the form shows them: grouped as in the menu, with presets, and with what a change adds and removes.

import { flags as allFlags, type Flag, internalRole } from '../../../../contract/kit/access.ts'
import type { UserInfo } from '../../../../contract/people/account.ts'
import { tillFlags, usualFlags } from '../../../../contract/people/staff.ts'
import type { Group } from '../../../screens/screen.ts'

/** One line of the list of rights. It has three levels (none, read, full) if there is a separate right to read, otherwise two. */
export type Right = { flag: Exclude<Flag, 'has_customers_read'>; read?: 'has_customers_read' }
export type Level = 'none' | 'read' | 'full'

const alone = (...flags: Right['flag'][]): Right[] => flags.map((flag) => ({ flag }))

export const rightGroups: readonly { group: Group; rights: readonly Right[] }[] = [
  { group: 'sell', rights: alone('has_cash_card', 'has_gift_card', 'has_direct_recharge', 'has_dt_one', 'has_flixbus') },
  { group: 'shop', rights: alone('has_transaction') },
  { group: 'catalogue', rights: alone('has_product', 'has_inventory', 'has_supplier', 'has_dynamic_products') },
  {
    group: 'customers',
    rights: [
      { flag: 'has_customers', read: 'has_customers_read' },
      ...alone('has_credit', 'has_credit_and_balance', 'has_discount_slab', 'has_assign_product'),
    ],
  },
  { group: 'billing', rights: alone('has_invoice') },
  { group: 'reports', rights: alone('has_reports') },
  { group: 'service', rights: alone('has_reclamation', 'has_device') },
]

const selling = ['has_cash_card', 'has_gift_card', 'has_direct_recharge', 'has_dt_one', 'has_flixbus'] as const
const pricing = ['has_discount_slab', 'has_assign_product'] as const

export const presets = {
  sells: tillFlags,
  shop: usualFlags.seller,
  cashier: selling,
  lead: [...selling, 'has_transaction', 'has_reports'],
  stock: ['has_product', 'has_inventory', 'has_supplier'],
  accounting: ['has_invoice', 'has_reports', 'has_transaction', 'has_credit_and_balance', 'has_customers_read'],
  credit: ['has_customers', 'has_customers_read', 'has_credit', 'has_credit_and_balance', ...pricing, 'has_transaction', 'has_reports', 'has_invoice'],
  house: usualFlags.reseller,
  full: allFlags,
} as const satisfies Record<string, readonly Flag[]>
export type Preset = keyof typeof presets

/** The three presets for each kind of customer, and for people who work at each kind of organisation. */
export const presetsFor = {
  shop: ['sells', 'shop', 'full'],
  reseller: ['credit', 'house', 'full'],
  shop_staff: ['cashier', 'lead', 'full'],
  office_staff: ['stock', 'accounting', 'full'],
} as const satisfies Record<string, readonly Preset[]>
export type PresetsFor = keyof typeof presetsFor

/** Returns the rights of a preset that the organisation has and so can give. */
export const presetOf = (name: Preset, held: readonly Flag[]): Flag[] => held.filter((flag) => presets[name].some((one) => one === flag))

/** Returns the presets that would give at least one right. Of presets that would give the same rights it returns only the first. */
export const offered = (kind: PresetsFor, held: readonly Flag[]): Preset[] =>
  presetsFor[kind].filter((name, i, all) => {
    const rights = presetOf(name, held)
    return rights.length > 0 && !all.slice(0, i).some((one) => isSame(presetOf(one, held), rights))
  })

export const isSame = (a: readonly Flag[], b: readonly Flag[]) => a.length === b.length && a.every((flag) => b.includes(flag))

export const levelOf = ({ flag, read }: Right, given: readonly Flag[]): Level =>
  given.includes(flag) ? 'full' : read && given.includes(read) ? 'read' : 'none'

/** Returns the rights after one line of the list is set to a level. The full right includes reading, so only one of the two flags is set. */
export function withLevel({ flag, read }: Right, level: Level, given: readonly Flag[]): Flag[] {
  const others = given.filter((one) => one !== flag && one !== read)
  if (level === 'none') return others
  return [...others, level === 'read' && read ? read : flag]
}

/** Returns the flags in the order of the list, so that removing and adding a right again is no change. */
export const inOrder = (given: readonly Flag[]): Flag[] => allFlags.filter((flag) => given.includes(flag))

/**
 * Returns the rights in the form after a change of role. A manager has all rights, so no rights are sent; a manager who becomes staff begins without rights.
 */
export const flagsAs = (role: number, before: Flag[] | undefined, typed: Flag[] | undefined) => (role === internalRole.manager ? before : (typed ?? []))

export type Effect = { gains: Flag[]; loses: Flag[] }
export const effectOf = (before: readonly Flag[], after: readonly Flag[]): Effect => ({
  gains: after.filter((flag) => !before.includes(flag)),
  loses: before.filter((flag) => !after.includes(flag)),
})

/** Returns an invented user with these rights, for the preview of the menu. */
export function madeUp(user: UserInfo, account_role: number, is_manager: boolean, given: readonly Flag[]): UserInfo {
  const rights = Object.fromEntries(allFlags.map((flag) => [flag, given.includes(flag) ? 1 : 0])) as Record<Flag, 0 | 1>
  return { ...user, account_role, internal_role: is_manager ? internalRole.manager : internalRole.staff, view: null, ...rights }
}
