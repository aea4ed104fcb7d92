// What every journey needs: one browser per file, new pages per test, a way to sign in, and screenshots on demand.
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { LANGUAGE_DEFAULT, type Language } from '../../contract/auth.ts'
import { DEMO_PASSWORD } from '../../server/seeds/demo-world.ts'
import { openBrowser } from '../../tools/browser.ts'
import { language, speak, t } from './texts.ts'

const WAIT_MS = 15_000

export type PageOptions = Pick<BrowserContextOptions, 'viewport' | 'hasTouch'> & {
  host?: string
  /** The port of another server than the one all journeys share. */
  port?: number
  as?: string
  kept?: Record<string, string>
  account?: Record<string, unknown>
}
export type NewPage = (options?: PageOptions) => Promise<Page>
type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Sessions by person and language: each signs in only once per file. */
const sessions = new Map<string, Session>()

// biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture has to be a pattern
const withBrowser = base.extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
  const browser = await openBrowser()
  onCleanup(() => browser.close())
  return browser
})

const sessionOf = (username: string, host: string) => `${username} ${host} ${language()}`

/** A page in a browser context of its own; what it throws is added to `errors`. */
async function openPage(
  browser: Browser,
  errors: string[],
  { host = 'localhost', port, as, kept: given = {}, account, ...options }: PageOptions,
): Promise<Page> {
  const kept = { ...given, ...(language() !== LANGUAGE_DEFAULT && { language: language() }) }
  const storageState = as ? (sessions.get(sessionOf(as, host)) ?? (await enter(browser, errors, as, host, kept))) : undefined
  const context = await browser.newContext({
    baseURL: originOf(host, port),
    locale: `${language()}-${language().toUpperCase()}`,
    reducedMotion: 'reduce',
    ...options,
    ...(storageState && { storageState }),
  })
  context.setDefaultTimeout(WAIT_MS)
  await context.addInitScript((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
  }, kept)
  const page = await context.newPage()
  if (account)
    await page.route('**/api/auth_check/', async (route) => {
      // Undefined where the page was closed meanwhile.
      const response = await route.fetch().catch(() => undefined)
      if (response) await route.fulfill({ response, json: { ...(await response.json()), ...account } })
    })
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  page.on('console', (line) => line.text().includes('Content Security Policy') && errors.push(line.text()))
  return page
}

async function enter(browser: Browser, errors: string[], username: string, host: string, kept: Record<string, string>): Promise<Session> {
  const page = await openPage(browser, errors, { host, kept })
  await signIn(page, username)
  const session = await page.context().storageState()
  await page.context().close()
  sessions.set(sessionOf(username, host), session)
  return session
}

/**
 * `newPage` opens a page in a browser context of its own: signed in `as` somebody or as nobody, with `kept` in its local storage. `account` replaces
 * fields of the auth check's answer, such as the preferences.
 * At the end the page is closed and must have thrown nothing.
 */
const walkedIn = (wanted?: Language) =>
  withBrowser.extend('newPage', async ({ browser, task }, { onCleanup }) => {
    speak(wanted)
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    onCleanup(async () => {
      for (const page of contexts.flatMap((context) => context.pages())) await shoot(page, `end of ${task.name.slice(0, 60)}`)
      await Promise.all(contexts.map((context) => context.close()))
      expect(errors, 'what the pages threw').toEqual([])
    })
    return async (options: PageOptions = {}): Promise<Page> => {
      const page = await openPage(browser, errors, options)
      contexts.push(page.context())
      return page
    }
  })

/** A journey in French, or in the language of E2E_LANGUAGE. */
export const test = walkedIn()

/** Those that every shop walks daily are walked in German too: nothing on the way may hang on the French words. */
export function inTwoLanguages(name: string, walk: (context: { newPage: NewPage }) => Promise<void>): void {
  test(name, walk)
  walkedIn('de')(`${name} (in German)`, walk)
}

export const originOf = (host: string, port = inject('port')) => `http://${host}:${port}`

/** For names nobody else has. */
export const unique = () => Math.random().toString(36).slice(2, 10)

/** Through the login as a person would; ends on the landing page. */
export async function signIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, username, password)
  await page.waitForURL((url) => !/^\/(login|loading)?$/.test(url.pathname))
  await page.getByRole('main').waitFor()
}

export async function typeSignIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel(t('auth.login.username')).fill(username)
  await page.getByLabel(t('auth.login.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Presses a button of the dialog that is open. */
export const pressInDialog = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('dialog').getByRole('button', { name }).click()

/** Enter on the card just picked, after a moment as a person takes: an immediate Enter sells nothing. */
export async function enterToSell(page: Page): Promise<void> {
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
}

/** An amount as shown on the screen, in cents. */
export const centsIn = (text: string): number =>
  Math.round(
    Number(
      text
        .replace(/[^\d,−-]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100,
  )

/** What the header says can still be spent, in cents. */
export async function availableIn(page: Page): Promise<number> {
  return centsIn((await page.getByRole('banner').getByText('€').textContent()) ?? '')
}

/** Into the folder of E2E_SHOTS, for eyes; nothing is compared. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.E2E_SHOTS) await page.screenshot({ path: join(process.env.E2E_SHOTS, `${name.replaceAll('/', '_')}.png`), fullPage: true })
}
