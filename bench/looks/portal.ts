// The demo world as the looks benchmark opens it: people of four roles, each signed in once, and new browser contexts with their sessions.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { openBrowser } from '../../tools/browser.ts'
import { callsOf, enter, startDemo } from '../demo-portal.ts'
import type { Stage } from '../stage.ts'

/** The four roles whose menus and screens differ, each with a user of the demo world and the host where that user signs in. */
export const ROLES = {
  reseller: { as: 'nord', host: 'localhost' },
  shop: { as: 'kiosque', host: 'localhost' },
  accountant: { as: 'nord-compta', host: 'localhost' },
  platform: { as: 'platform', host: 'platform.localhost' },
} as const
export type Role = keyof typeof ROLES

export type Portal = {
  stage: Stage
  port: number
  browser: Browser
  /** The options of a context that has this role's session, or no session without a role. The app is in French, whatever the account says. */
  session: (role?: Role) => Promise<BrowserContextOptions>
  /** A new context with this role's session. */
  context: (role: Role, options: BrowserContextOptions) => Promise<BrowserContext>
}

export async function openPortal(stage: Stage): Promise<Portal> {
  const port = await startDemo(stage)
  const browser = await openBrowser('installed')
  stage.later(() => browser.close())
  await simplify(port)
  const states = new Map<Role, BrowserContextOptions['storageState']>()
  const at = (host: string): BrowserContextOptions => ({ baseURL: `http://${host}:${port}`, locale: 'fr-FR', serviceWorkers: 'block' })
  async function session(role?: Role): Promise<BrowserContextOptions> {
    if (!role) return at('localhost')
    const { as, host } = ROLES[role]
    if (!states.has(role)) {
      const context = await browser.newContext(at(host))
      const page = await context.newPage()
      await enter(page, as)
      await page.evaluate("localStorage.setItem('language', 'fr')")
      states.set(role, await context.storageState())
      await context.close()
    }
    return { ...at(host), storageState: states.get(role) }
  }
  async function context(role: Role, options: BrowserContextOptions): Promise<BrowserContext> {
    const opened = await browser.newContext({ ...(await session(role)), ...options })
    // The program that runs TypeScript wraps named functions in a call of __name, also functions that run on a page, so the page needs a function of this name.
    await opened.addInitScript('globalThis.__name = (named) => named')
    return opened
  }
  return { stage, port, browser, session, context }
}

/** Gives the demo world's accountant an accountant's rights alone, and a sign-in without a code, which would have to be read in a mail. */
async function simplify(port: number): Promise<void> {
  const { staffList, staffUpdate } = await callsOf(port, ROLES.reseller.as)
  const { content } = await staffList({ search_text: ROLES.accountant.as })
  const accountant = content.find(({ username }) => username === ROLES.accountant.as)
  if (!accountant) throw new Error('the demo world has no accountant')
  await staffUpdate({ user_id: accountant.user_id, flags: ['has_invoice', 'has_reports'], otp_type: 'none' })
}
