// Every screen against the rules: whether it opens for whoever is signed in on a page, or says that it is not allowed.
import type { Page } from 'playwright-core'
import { type Access, type Actor, accountRole, allows, flags, roles } from '../../contract/kit/access.ts'
import french from '../../web/i18n/fr/house.json' with { type: 'json' }

export type Screen = { path: string; title: keyof typeof french.screens; menu?: { head?: string } }
type House = { screens: readonly Screen[]; accessOf: (screen: Screen) => Access }

/** Imported by URL, because the code of the screens is not type-checked in this project. */
export const { screens, accessOf }: House = await import(new URL('../../web/screens/screens.ts', import.meta.url).href)

/** An id that nobody has. */
export const NOBODY = '00000000-0000-7000-8000-000000000000'
const CLOSED = '/pages/not-authorized'
const WAIT_MS = 30_000

type Rule = (screen: Screen) => Access
/** Each screen's path with whether it opens. */
export const expected = (actor: Actor, rule: Rule = accessOf) =>
  screens.map((screen) => `${screen.path} ${allows(rule(screen), actor) ? 'opens' : 'is closed'}`)

/** Walks through all screens on a page in French; answers who walked, and each screen's path with whether it opened. */
export async function walked(page: Page): Promise<{ actor: Actor; seen: string[] }> {
  const asked = page.waitForResponse('**/api/auth_check/')
  await page.goto('/settings')
  const actor = actorOf(await (await asked).json())
  // The heading is there once the router listens; an earlier change of the address would go unnoticed.
  await page.getByRole('heading', { level: 1, name: french.screens.settings }).waitFor()
  const seen: string[] = []
  for (const screen of screens) seen.push(`${screen.path} ${(await opens(page, screen)) ? 'opens' : 'is closed'}`)
  return { actor, seen }
}

export function actorOf(user: Record<string, unknown>): Actor {
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
  await page.evaluate(
    ({ to, isOne }) => {
      // The next screen says its title also where it is the same as before.
      if (isOne) document.title = ''
      history.pushState(null, '', to)
    },
    { to: target, isOne: path.includes('$') },
  )
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
  // A screen about a row that does not exist opens and says so, so only the address decides: once it says its title or leads on, or after time for that.
  if (path.includes('$'))
    await page.waitForFunction((closed) => document.title !== '' || location.pathname === closed, CLOSED, { timeout: 300 }).catch(() => undefined)
  return new URL(page.url()).pathname !== CLOSED
}
