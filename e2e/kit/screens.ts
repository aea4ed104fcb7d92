// Compares every screen with the access rules for the user of a page: does the screen open, or does it say that it is not allowed? Screens about a row are
// opened with an id that does not exist, and must say so and offer a link back.
import type { Page } from 'playwright-core'
import { type Access, type Actor, accountRole, allows, flags, roles } from '../../contract/kit/access.ts'
import type { Messages } from '../../web/i18n/catalogue.ts'
import { t } from './texts.ts'

export type Screen = { path: string; title: keyof Messages['house']['screens']; menu?: { head?: string } }
type House = { screens: readonly Screen[]; accessOf: (screen: Screen) => Access }

/** The screens are imported by URL, because their code is not type-checked in this project. */
export const { screens, accessOf }: House = await import(new URL('../../web/screens/screens.ts', import.meta.url).href)

/** An id that belongs to no row. */
export const NOBODY = '00000000-0000-7000-8000-000000000000'
const CLOSED = '/pages/not-authorized'
/** The path of a nearly empty screen. It is opened between two screens, so that a test cannot mistake the first screen for the second. */
const BARE = '/version'
const WAIT_MS = 30_000
/** How often the test looks at the page, in ms. Most screens are refused within a frame; a longer interval would double the time that all screens take. */
const LOOK_MS = 4
/** After this many problems no further screen is opened. */
const ENOUGH = 6

type Rule = (screen: Screen) => Access
/** Returns each screen's path and whether the rule opens it to this person. */
export const expected = (actor: Actor, rule: Rule = accessOf) =>
  screens.map((screen) => `${screen.path} ${allows(rule(screen), actor) ? 'opens' : 'is closed'}`)

export const isOfOne = ({ path }: Screen) => path.includes('$')
export const withIds = (path: string, id: string) => path.replace(/\$\w+/g, id)

/** Opens the app, which follows later changes of the address; returns the signed-in user. */
export async function enter(page: Page): Promise<Actor> {
  const asked = page.waitForResponse('**/api/auth_check/')
  await page.goto('/settings')
  const actor = actorOf(await (await asked).json())
  // Once the heading is shown, the router listens; before that, it would miss a change of the address.
  await page.getByRole('heading', { level: 1, name: t('house.screens.settings') }).waitFor()
  return actor
}

/**
 * Opens all screens on a page. Returns the user, whether each screen opened, and problems in the messages of screens about a row, which are opened with an id
 * that does not exist.
 */
export async function walked(page: Page): Promise<{ actor: Actor; seen: string[]; wrongs: string[] }> {
  const actor = await enter(page)
  const seen: string[] = []
  const wrongs: string[] = []
  for (const screen of screens) {
    const there = await arrived(page, withIds(screen.path, NOBODY), screen)
    const isOpen = there.path !== CLOSED
    seen.push(`${screen.path} ${isOpen ? 'opens' : 'is closed'}`)
    if (isOpen && isOfOne(screen)) wrongs.push(...wrongsOf(there))
  }
  return { actor, seen, wrongs }
}

/** Opens these addresses, each with an id that does not exist for this user; returns the problems of the messages shown there. */
export async function wrongsAt(page: Page, paths: readonly string[]): Promise<string[]> {
  const wrongs: string[] = []
  for (const path of paths) if (wrongs.length < ENOUGH) wrongs.push(...wrongsOf(await arrived(page, path)))
  return wrongs
}

export function actorOf(user: Record<string, unknown>): Actor {
  return {
    role: roles.find((role) => accountRole[role] === user.account_role) ?? 'seller',
    is_manager: user.internal_role === 0,
    flags: flags.filter((flag) => user[flag] === 1),
    enable_web_view: user.enable_web_view === 1,
  }
}

type There = Awaited<ReturnType<typeof arrived>>

/** Returns the problems of a screen's message about a missing row, of which a missing message is one; empty if there is no problem. */
function wrongsOf({ target, path, said, titles, busy, failures, main }: There): string[] {
  if (!said) return [`${target} at ${path}: ${main.slice(0, 300)}`]
  const wrongs = [
    path !== target && 'leads elsewhere',
    said.links === 0 && 'no way back',
    titles !== 1 && 'not one title',
    said.titles !== 1 && 'does not say what',
    /not_found|invalid_input|undefined|\bnull\b|\{|shell\./.test(said.text) && 'a raw code',
    busy > 0 && 'still loading',
    failures && 'a failure',
  ].filter(Boolean)
  return wrongs.length > 0 ? [`${target}: ${wrongs.join(', ')} — ${said.text}`] : []
}

/**
 * Goes to an address within the page, as a link does, and returns the content as soon as one of three things has happened: the screen is refused, shows its
 * title with nothing left to load, or says what does not exist. All of it runs in one evaluation, because a round trip to the page takes longer than looking.
 */
async function arrived(page: Page, target: string, screen?: Screen) {
  const heading = screen && !isOfOne(screen) ? t(`house.screens.${screen.title}`) : undefined
  const words = { bare: t('house.screens.version'), closed: t('house.screens.not_authorized'), failed: t('house.empty.failed') }
  const there = await page.evaluate(
    async ({ target, heading, bare, closed, failed, BARE, CLOSED, LOOK_MS, WAIT_MS }) => {
      const count = (within: ParentNode, css: string) => within.querySelectorAll(css).length
      const title = () => document.querySelector('h1')?.textContent
      const until = async (isSo: () => boolean) => {
        for (const begun = performance.now(); !isSo(); await new Promise((done) => setTimeout(done, LOOK_MS)))
          if (performance.now() - begun > WAIT_MS) return false
        return true
      }
      const busy = () => count(document, 'main [aria-busy="true"]')
      const missing = () => document.querySelector<HTMLElement>('main [data-missing]')
      const isShown = () => title() === heading && document.title.endsWith(`| ${heading}`) && busy() === 0
      // A message about a missing row that is still shown could be mistaken for the next one, so a nearly empty screen is opened first.
      const push = (path: string) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }
      if (missing()) push(BARE)
      const isBare = await until(() => !missing() || title() === bare)
      push(target)
      const isDecided = await until(() => {
        if (location.pathname === CLOSED) return title() === closed
        return heading === undefined ? missing() !== null : location.pathname === target && isShown()
      })
      const said = missing()
      const main = document.querySelector('main')?.innerText ?? ''
      return {
        ...{ target, isSettled: isBare && isDecided, path: location.pathname, titles: count(document, 'h1'), busy: busy(), main },
        failures: main.includes(failed),
        said: said && { text: said.innerText, links: count(said, 'a[href]'), titles: count(said, 'h2') },
      }
    },
    { target, heading, ...words, BARE, CLOSED, LOOK_MS, WAIT_MS },
  )
  if (heading !== undefined && !there.isSettled) throw new Error(`${target} did not settle; the page is at ${page.url()} and shows: ${there.main}`)
  return there
}
