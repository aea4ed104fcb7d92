// Tests the list of single rights: which rights and presets it offers, and what a change adds and removes.
import { expect, test } from 'vitest'
import { flags } from '../../../../contract/kit/access.ts'
import { effectOf, flagsAs, inOrder, levelOf, offered, type Preset, presetOf, presets, presetsFor, type Right, rightGroups, withLevel } from './rights.ts'

const all = rightGroups.flatMap(({ rights }) => rights)
const customers: Right = { flag: 'has_customers', read: 'has_customers_read' }

test('the list of single rights contains every right exactly once', () => {
  expect(all.flatMap(({ flag, read }) => (read ? [flag, read] : [flag])).sort()).toEqual([...flags].sort())
})

test('a preset gives only rights that the organisation has, and the preset “full” gives all of them', () => {
  expect(presetOf('stock', ['has_product', 'has_credit'])).toEqual(['has_product'])
  expect(presetOf('full', ['has_product', 'has_credit'])).toEqual(['has_product', 'has_credit'])
  for (const name of Object.keys(presets) as Preset[]) expect(presetOf(name, flags)).toHaveLength(presets[name].length)
})

test('three presets are offered for each kind of customer or people; each gives at least one right, and no two give the same rights', () => {
  for (const kind of Object.keys(presetsFor) as (keyof typeof presetsFor)[]) expect(offered(kind, flags), kind).toHaveLength(3)
  // If two presets would give the same rights, only one is offered; a preset that would give no right is not offered.
  expect(offered('shop', ['has_cash_card'])).toEqual(['sells'])
  expect(offered('office_staff', ['has_invoice'])).toEqual(['accounting'])
  expect(offered('reseller', [])).toEqual([])
})

test('presets for stock, accounting and a shop’s people give no right to credit customers, change them or set their prices', () => {
  for (const name of ['stock', 'accounting', 'cashier', 'lead', 'sells', 'shop'] as const)
    for (const flag of ['has_credit', 'has_customers', 'has_discount_slab', 'has_assign_product'] as const) expect(presets[name], name).not.toContain(flag)
})

test('the right to customers is the only one with a level “read”', () => expect(all.filter(({ read }) => read)).toEqual([customers]))

test('the right to customers can be set to none, read or full; every other right is either given or not given', () => {
  expect(levelOf(customers, ['has_customers_read'])).toBe('read')
  expect(withLevel(customers, 'full', ['has_credit', 'has_customers_read'])).toEqual(['has_credit', 'has_customers'])
  expect(withLevel(customers, 'none', ['has_credit', 'has_customers', 'has_customers_read'])).toEqual(['has_credit'])
  expect(withLevel({ flag: 'has_credit' }, 'full', [])).toEqual(['has_credit'])
})

test('a change of rights lists the rights gained and lost', () => {
  expect(effectOf(['has_credit', 'has_product'], ['has_product', 'has_device'])).toEqual({ gains: ['has_device'], loses: ['has_credit'] })
})

test('a manager who becomes staff begins without rights, and staff who become managers get their rights back when they become staff again', () => {
  expect(flagsAs(1, undefined, undefined)).toEqual([])
  expect(flagsAs(0, ['has_credit'], ['has_credit', 'has_device'])).toEqual(['has_credit'])
  expect(flagsAs(1, ['has_credit'], ['has_credit'])).toEqual(['has_credit'])
})

test('a right that is taken away and given again counts as no change', () => {
  const [first = 'has_credit', second = 'has_device'] = flags
  const again = withLevel({ flag: 'has_credit' }, 'full', withLevel({ flag: 'has_credit' }, 'none', ['has_credit', 'has_device']))
  expect(again).not.toEqual(['has_credit', 'has_device'])
  expect(inOrder(again)).toEqual(inOrder(['has_credit', 'has_device']))
  expect(inOrder([second, first])).toEqual([first, second])
})
