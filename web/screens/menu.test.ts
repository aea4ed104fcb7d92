// Tests the menu of every kind of user: a group has at most seven entries, always in the same order, and each screen of the menu can be reached.
import { expect, test } from 'vitest'
import { accountRole, type Flag, flags, internalRole, roles } from '../../contract/kit/access.ts'
import { waitingKinds } from '../../contract/messages/waiting.ts'
import type { UserInfo } from '../../contract/people/account.ts'
import { days } from './days.ts'
import { inMenu, isHere, LINES_MAX, linesOf, type MenuGroup, menuOf, shownOf } from './menu.ts'
import { groups } from './screen.ts'
import { screens } from './screens.ts'

const MOST = 7
const someone = (role: (typeof roles)[number], is_manager: boolean, held: readonly Flag[]) =>
  ({
    account_role: accountRole[role],
    internal_role: is_manager ? internalRole.manager : internalRole.staff,
    enable_web_view: 1,
    view: null,
    ...Object.fromEntries(flags.map((flag) => [flag, held.includes(flag) ? 1 : 0])),
  }) as unknown as UserInfo
const people = roles.flatMap((role) => [
  [`${role} manager`, someone(role, true, [])] as const,
  [`${role} manager with every right`, someone(role, true, flags)] as const,
  [`${role} staff with every right`, someone(role, false, flags)] as const,
  ...flags.map((flag) => [`${role} staff with ${flag}`, someone(role, false, [flag])] as const),
])
const tooLong = (menu: readonly MenuGroup[]) => menu.filter((group) => group.screens.length > MOST).map(({ name, screens: { length } }) => `${name} ${length}`)

test.each(people)('the menu of %s has at most seven entries in a group, and every screen once', (_, user) => {
  const menu = menuOf(user)
  expect(tooLong(menu)).toEqual([])
  const paths = inMenu(menu).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('control: without tabs a group of the menu would have more than seven entries', () => {
  const [, user] = people.find(([name]) => name === 'reseller manager with every right') ?? []
  const bare = menuOf(user as UserInfo).map((group) => ({
    ...group,
    screens: group.screens.flatMap(({ tabs }) => tabs.map((tab) => ({ ...tab, tabs: [tab] }))),
  }))
  expect(tooLong(bare)).not.toEqual([])
})

test('screens that share a menu entry are in one group; only a shared entry may have a name that none of its screens has', () => {
  const heads = new Map<string, Set<string>>()
  for (const { menu } of screens) if (menu?.head) heads.set(menu.head, (heads.get(menu.head) ?? new Set()).add(menu.group ?? ''))
  for (const [head, groups] of heads) expect([...groups], head).toHaveLength(1)
  const manager = menuOf(someone('reseller', true, flags)).flatMap(({ screens: entries }) => entries)
  const credit = manager.find(({ title }) => title === 'credit')
  expect(credit?.tabs.map(({ path }) => path)).toEqual([
    '/customer/credit/add',
    '/customer/credit/multi',
    '/customer/credit/round',
    '/customer/credit/history',
    '/customer/credit/auto',
    '/customer/credit/reminders',
    '/customer/credit/requests',
  ])
  expect(manager.find(({ title }) => title === 'claims')?.path).toBe('/reclaim-requests')
  const staff = menuOf(someone('reseller', false, ['has_dynamic_products'])).flatMap(({ screens: entries }) => entries)
  for (const { tabs, title } of staff) if (tabs.length === 1) expect(tabs[0]?.title).toBe(title)
})

test('an entry of the menu is marked while one of its tabs, or a screen below a tab, is open', () => {
  const entries = menuOf(someone('reseller', true, flags)).flatMap(({ screens: all }) => all)
  const marked = (path: string) =>
    entries.filter((entry) =>
      isHere(
        entry,
        screens.find((screen) => screen.path === path),
      ),
    )
  for (const [path, title] of [
    ['/customer/credit/history', 'credit'],
    ['/customer/add', 'customers'],
    ['/inventory/held', 'stock'],
    ['/invoice/$customerId', 'invoices'],
  ] as const)
    expect(
      marked(path).map((entry) => entry.title),
      path,
    ).toEqual([title])
})

test('each count of waiting matters is shown at exactly one screen', () => {
  expect(screens.flatMap(({ menu }) => menu?.waits ?? []).sort()).toEqual([...waitingKinds].sort())
})

const usual = { folded: [], unfolded: [] }
const places = [undefined, ...screens]

test.each(people)('for %s the menu shows at most fourteen lines, whichever page is open', (_, user) => {
  const menu = menuOf(user)
  const tooMany = places.filter((open) => linesOf(shownOf(menu, open, usual)) > LINES_MAX)
  expect(tooMany.map((open) => open?.path)).toEqual([])
})

test('control: if a manager of a reseller unfolds every group, the menu has more than fourteen lines', () => {
  const menu = menuOf(someone('reseller', true, flags))
  expect(linesOf(shownOf(menu, undefined, { folded: [], unfolded: [...groups] }))).toBeGreaterThan(LINES_MAX)
})

test('a menu that fits is fully unfolded; otherwise only the group of the open page is unfolded, or the group with which the user’s day begins', () => {
  const openIn = (menu: readonly MenuGroup[], path: string, kept = usual as Record<'folded' | 'unfolded', string[]>) =>
    shownOf(
      menu,
      screens.find((screen) => screen.path === path),
      kept,
    ).flatMap(({ name, isOpen }) => (name && isOpen ? name : []))
  const cashier = menuOf(someone('seller', false, ['has_cash_card', 'has_transaction']))
  expect(shownOf(cashier, undefined, usual).every(({ isOpen }) => isOpen)).toBe(true)
  const reseller = menuOf(someone('reseller', true, flags))
  expect(openIn(reseller, '/dashboard')).toEqual(['customers'])
  expect(openIn(reseller, '/inventory/add')).toEqual(['catalogue'])
  expect(openIn(reseller, '/inventory/add', { folded: ['catalogue'], unfolded: ['reports'] })).toEqual(['reports'])
})

test('a folded group of the menu still shows the entry of the open page', () => {
  const menu = menuOf(someone('reseller', true, flags))
  const open = screens.find(({ path }) => path === '/inventory/add')
  const group = shownOf(menu, open, { folded: ['catalogue'], unfolded: [] }).find(({ name }) => name === 'catalogue')
  expect(group?.shown.map(({ title }) => title)).toEqual(['stock'])
})

test('each kind of person has an order that contains all groups of the menu; the menu begins with the group that this kind needs first', () => {
  for (const order of Object.values(days)) expect([...order].sort()).toEqual([...groups].sort())
  const first = (role: (typeof roles)[number], is_manager: boolean, held: readonly Flag[]) =>
    menuOf(someone(role, is_manager, held)).flatMap(({ name }) => name ?? [])[0]
  expect(first('seller', true, flags)).toBe('sell')
  expect(first('reseller', true, flags)).toBe('customers')
  expect(first('superadmin', true, flags)).toBe('service')
  expect(first('reseller', false, ['has_invoice', 'has_reports', 'has_customers_read', 'has_credit_and_balance', 'has_transaction'])).toBe('billing')
})
