// The menu of every kind of user: seven entries at most in a group, in one order, and nothing lost behind a tab.
import { expect, test } from 'vitest'
import { accountRole, type Flag, flags, internalRole, roles } from '../../contract/kit/access.ts'
import { waitingKinds } from '../../contract/messages/waiting.ts'
import type { UserInfo } from '../../contract/people/account.ts'
import { inMenu, isHere, type MenuGroup, menuOf } from './menu.ts'
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

test.each(people)('%s has at most seven entries in a group, and every screen of the menu once', (_, user) => {
  const menu = menuOf(user)
  expect(tooLong(menu)).toEqual([])
  const paths = inMenu(menu).map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test('control: without tabs a group has more than seven entries', () => {
  const [, user] = people.find(([name]) => name === 'reseller manager with every right') ?? []
  const bare = menuOf(user as UserInfo).map((group) => ({
    ...group,
    screens: group.screens.flatMap(({ tabs }) => tabs.map((tab) => ({ ...tab, tabs: [tab] }))),
  }))
  expect(tooLong(bare)).not.toEqual([])
})

test('screens that share an entry are in one group, and the entry has a name of its own or of one of them; the entry of one screen has its name', () => {
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
    '/customer/credit/requests',
  ])
  expect(manager.find(({ title }) => title === 'claims')?.path).toBe('/reclaim-requests')
  const staff = menuOf(someone('reseller', false, ['has_dynamic_products'])).flatMap(({ screens: entries }) => entries)
  for (const { tabs, title } of staff) if (tabs.length === 1) expect(tabs[0]?.title).toBe(title)
})

test('an entry is marked while one of its tabs, or a screen below one, is open', () => {
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

test('each count of waiting matters is shown at one screen', () => {
  expect(screens.flatMap(({ menu }) => menu?.waits ?? []).sort()).toEqual([...waitingKinds].sort())
})
