// Tests who may open which screen: a committed table, in which a reviewer sees changes (docs/screens.md), and rules for every screen.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '../../contract/index.ts'
import { type Access, type Actor, allows, type Flag, flags, type Role, roles } from '../../contract/kit/access.ts'
import { admitted } from '../../server/sweeps/access-table.ts'
import { rightsText } from '../../tools/rights.ts'
import { areas } from '../i18n/texts.ts'
import type { Screen } from './screen.ts'
import { accessOf, isScreen, screens } from './screens.ts'

const manager = (role: Role): Actor => ({ role, is_manager: true, flags: [], enable_web_view: true })
const staff = (role: Role, ...held: Flag[]): Actor => ({ role, is_manager: false, flags: held, enable_web_view: false })

const opens = (actor: Actor) => screens.filter((screen) => allows(accessOf(screen), actor)).map((screen) => screen.path)

const TABLE = '../../docs/screens.md'
const committed = () => readFileSync(new URL(TABLE, import.meta.url), 'utf8')

function screensTable(all: readonly Screen[]): string {
  const rows = all.map((screen) => `| \`${screen.path}\` | ${screen.title} | ${admitted(accessOf(screen)).join(', ')} |`)
  const head = 'Made by `npm run generate` from web/screens; a test asks the same in a real browser. People named by a flag alone are staff of a reseller.'
  return ['# Who may open what', '', head, '', '| screen | title | who |', '|---|---|---|', ...rows, ''].join('\n')
}

test('web/kit/base/rights.json contains the contract’s rights to every call', async () => {
  await expect(rightsText(calls)).toMatchFileSnapshot('../kit/base/rights.json')
})

test('docs/screens.md lists exactly what the screens declare', async () => {
  await expect(screensTable(screens)).toMatchFileSnapshot(TABLE)
})

test('control: opening a screen to more people would change docs/screens.md', () => {
  for (const screen of screens) {
    const widened = screens.map((one) => (one === screen ? { ...one, access: 'all' as const } : one))
    if (accessOf(screen) !== 'all') expect(screensTable(widened), screen.path).not.toBe(committed())
  }
})

test.each(flags)('staff of a reseller whose only flag is %s open the screens of that flag and screens without a flag, and no other screens', (flag) => {
  const named = (access: Access) =>
    typeof access === 'object' && !access.managers && (access.only?.includes('reseller') ?? true) && access.flags?.includes(flag)
  const free = (access: Access) => access === 'all' || (typeof access === 'object' && !access.managers && !access.flags && access.roles?.includes('reseller'))
  const expected = screens.filter((screen) => named(accessOf(screen)) || free(accessOf(screen))).map((screen) => screen.path)
  expect(opens(staff('reseller', flag))).toEqual(expected)
})

test('only shops open the selling screens; no flag opens them to another role', () => {
  const tills = screens.filter((screen) => screen.call === 'sellerProductsV2').map(({ path }) => path)
  expect(tills.length).toBeGreaterThan(0)
  for (const role of roles) {
    const opened = opens({ role, is_manager: true, flags, enable_web_view: true })
    expect(
      tills.every((path) => opened.includes(path)),
      role,
    ).toBe(role === 'seller')
  }
})

test('a person who is not signed in can open no screen', () => {
  for (const screen of screens) expect(allows(accessOf(screen), null), screen.path).toBe(false)
})

test('everybody who may open a screen may also make the screen’s call', () => {
  const actors = [...roles.map(manager), ...roles.flatMap((role) => flags.map((flag) => staff(role, flag)))]
  for (const screen of screens)
    for (const actor of actors) {
      if (screen.call && allows(accessOf(screen), actor)) expect(allows(calls[screen.call].access, actor), `${screen.path} for ${actor.role}`).toBe(true)
    }
})

test('no two screens have the same path or letter, and every parent of a screen is in the menu', () => {
  const paths = screens.map((screen) => screen.path)
  const letters = screens.flatMap((screen) => screen.letter ?? [])
  expect(new Set(paths).size).toBe(paths.length)
  expect(new Set(letters).size).toBe(letters.length)
  for (const { parent } of screens) if (parent) expect(screens.find((screen) => screen.path === parent)?.menu).toBeDefined()
})

test('every screen’s area has texts', () => {
  for (const { area } of screens) expect(areas, area).toContain(area)
})

test('an address of a screen is known with and without a slash at its end; other addresses are unknown', () => {
  for (const path of ['/dashboard', '/cashcards', '/cashcards/', '/inventory/details/7', '/customer/7/credit/add', '/live-cases'])
    expect(isScreen(path), path).toBe(true)
  for (const path of ['/nonsense', '/inventory/details', '/dashboard/more', '/']) expect(isScreen(path), path).toBe(false)
})
