// Every screen × every kind of person, in the browser: what the rule opens shows itself, what it does not says so.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Access, type Actor, accountRole, allows, flags, roles } from '../contract/kit/access.ts'
import french from '../web/i18n/house.fr.json' with { type: 'json' }
import { test } from './browser.ts'

type Screen = { path: string; title: keyof typeof french.screens }
type House = { screens: readonly Screen[]; accessOf: (screen: Screen) => Access }

/** By its address: the screens' own code is not this project's to check. */
const { screens, accessOf }: House = await import(new URL('../web/screens.ts', import.meta.url).href)

const PLATFORM = 'platform.localhost'
const people = [
  { as: 'platform', host: PLATFORM },
  { as: 'support', host: PLATFORM },
  ...['nord', 'nord-stock', 'kiosque', 'kiosque-caisse', 'sud'].map((as) => ({ as, host: 'localhost' })),
]
const NOBODY = '00000000-0000-7000-8000-000000000000'
const CLOSED = '/pages/not-authorized'
const WAIT_MS = 30_000

type Rule = (screen: Screen) => Access
/** Path and whether it opens. */
const expected = (actor: Actor, rule: Rule = accessOf) => screens.map((screen) => `${screen.path} ${allows(rule(screen), actor) ? 'opens' : 'is closed'}`)

test.for(people)('$as opens what the rules say, and nothing else', async ({ as, host }, { newPage }) => {
  const page = await newPage({ as, host, kept: { language: 'fr' } })
  const asked = page.waitForResponse('**/api/auth_check/')
  await page.goto('/settings')
  const actor = actorOf(await (await asked).json())
  // Its heading stands once the router listens: before that, a change of the address would go unheard.
  await page.getByRole('heading', { level: 1, name: french.screens.settings }).waitFor()
  const seen: string[] = []
  for (const screen of screens) seen.push(`${screen.path} ${(await opens(page, screen)) ? 'opens' : 'is closed'}`)
  expect(seen).toEqual(expected(actor))
  // The control: one screen opened to all is noticed, wherever this person finds one closed.
  const closed = screens.find((screen) => !allows(accessOf(screen), actor))
  if (closed) expect(seen).not.toEqual(expected(actor, (screen) => (screen === closed ? 'all' : accessOf(screen))))
})

function actorOf(user: Record<string, unknown>): Actor {
  return {
    role: roles.find((role) => accountRole[role] === user.account_role) ?? 'seller',
    is_manager: user.internal_role === 0,
    flags: flags.filter((flag) => user[flag] === 1),
    enable_web_view: user.enable_web_view === 1,
  }
}

/** Goes there within the page, as a link does, and waits until it shows itself or says no. */
async function opens(page: Page, { path, title }: Screen): Promise<boolean> {
  const target = path.replace(/\$\w+/, NOBODY)
  const before = await page.title()
  await page.evaluate((to) => history.pushState(null, '', to), target)
  const shown = { target, closed: CLOSED, heading: path.includes('$') ? undefined : french.screens[title] }
  const settled = page.waitForFunction(
    ({ target, closed, heading }) => {
      if (location.pathname === closed) return document.querySelector('h1') !== null
      if (location.pathname !== target || document.querySelector('main [aria-busy="true"]')) return false
      return heading === undefined || (document.querySelector('h1')?.textContent === heading && document.title.endsWith(`| ${heading}`))
    },
    shown,
    { timeout: WAIT_MS },
  )
  await settled.catch(async (cause) => {
    throw new Error(`${target} did not settle; the page is at ${page.url()} and shows: ${await page.locator('body').innerText()}`, { cause })
  })
  // A row nobody has opens and then says so: the address alone decides, once another title stands or it had time to be taken back.
  if (path.includes('$')) await page.waitForFunction((title) => document.title !== title, before, { timeout: 300 }).catch(() => undefined)
  return new URL(page.url()).pathname !== CLOSED
}
