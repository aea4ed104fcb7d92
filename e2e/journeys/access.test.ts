// Every screen × every kind of person, in the browser: a screen the rule opens is shown, any other says that it is not allowed.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Access, type Actor, accountRole, allows, flags, roles } from '../../contract/kit/access.ts'
import french from '../../web/i18n/fr/house.json' with { type: 'json' }
import { test } from '../kit/browser.ts'
import { beforeTheApp } from '../kit/calls.ts'
import { customerId } from '../kit/card.ts'
import { begins, t } from '../kit/texts.ts'

type Screen = { path: string; title: keyof typeof french.screens }
type House = { screens: readonly Screen[]; accessOf: (screen: Screen) => Access }

/** Imported by URL, because the code of the screens is not type-checked in this project. */
const { screens, accessOf }: House = await import(new URL('../../web/screens/screens.ts', import.meta.url).href)

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
/** Each screen's path with whether it opens. */
const expected = (actor: Actor, rule: Rule = accessOf) => screens.map((screen) => `${screen.path} ${allows(rule(screen), actor) ? 'opens' : 'is closed'}`)

test.for(people)('$as opens what the rules say, and nothing else', async ({ as, host }, { newPage }) => {
  const page = await newPage({ as, host, kept: { language: 'fr' } })
  const asked = page.waitForResponse('**/api/auth_check/')
  await page.goto('/settings')
  const actor = actorOf(await (await asked).json())
  // The heading is there once the router listens; an earlier change of the address would go unnoticed.
  await page.getByRole('heading', { level: 1, name: french.screens.settings }).waitFor()
  const seen: string[] = []
  for (const screen of screens) seen.push(`${screen.path} ${(await opens(page, screen)) ? 'opens' : 'is closed'}`)
  expect(seen).toEqual(expected(actor))
  // The control: one closed screen opened to all must be noticed, if this person has a closed one.
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

/** Goes to the screen within the page, as a link does, and waits until it is shown or refused. */
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
  // A screen about a row that does not exist opens and says so, so only the address decides: once the title has changed, or after time for a redirect.
  if (path.includes('$')) await page.waitForFunction((title) => document.title !== title, before, { timeout: 300 }).catch(() => undefined)
  return new URL(page.url()).pathname !== CLOSED
}

test('of a customer further below, prices and credit say who sets them, and offer nothing to change', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const id = await customerId(page, 'Épicerie du Port')
  for (const path of [`/customer/${id}/credit/add`, `/customer/${id}/credit/auto`, `/customer/${id}/dynamic/discount`]) {
    await page.goto(path)
    await page.getByRole('heading', { name: t('house.not_your_customer.title') }).waitFor()
    expect(await page.locator('main').getByRole('textbox').count()).toBe(0)
  }
  await page.goto(`/customer/${id}/pad`)
  await page.getByText(begins('prices.pad_theirs')).waitFor()
  const switches = await page.locator('main').getByRole('switch').all()
  expect(switches.length).toBeGreaterThan(0)
  for (const one of switches) expect(await one.isDisabled()).toBe(true)
  expect(
    await page
      .getByRole('button', { name: t('goods.products.assigned.why') })
      .first()
      .isVisible(),
  ).toBe(true)
})
