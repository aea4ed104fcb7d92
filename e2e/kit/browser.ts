// The kit of every journey: one browser per worker, new pages per test, a way to sign in, and screenshots on demand.
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { DEMO_PASSWORD } from '../../server/seeds/demo-world.ts'
import { lookedAt } from '../../server/test/coverage-count.ts'
import { openBrowser } from '../../tools/browser.ts'
import { forgetSessions } from './calls.ts'
import { type ContextOptions, forgetContexts, giveBack, openContext } from './contexts.ts'
import { aMomentLater } from './moments.ts'
import { fetched } from './requests.ts'
import { language, t } from './texts.ts'

export type PageOptions = ContextOptions & {
  account?: Record<string, unknown>
  /** Keeps the page open, so that the next test of this file with the same options uses and resets it (open-page.ts). */
  stays?: boolean
}
export type NewPage = (options?: PageOptions) => Promise<Page>

/** Browser contexts by their options. */
const shared = new Map<string, Promise<BrowserContext>>()
const staying = new Map<string, Page>()
/** Errors thrown by the pages of this file since the last test ended. */
const thrown: string[] = []

// biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture has to be a pattern
const withWorkerBrowsers = base.extend('workerBrowsers', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const browsers = new Map<boolean, Promise<Browser>>()
  onCleanup(async () => {
    forgetContexts()
    for (const browser of await Promise.all(browsers.values())) await browser.close()
  })
  return (isSweep: boolean) => {
    const browser = browsers.get(isSweep) ?? openBrowser(isSweep ? 'packaged' : 'installed')
    browsers.set(isSweep, browser)
    return browser
  }
})

/**
 * Files that sweep over screens. They use the browser from a package, which needs only two thirds of an installed browser's time for hundreds of screens.
 * Journeys use the installed browser, if there is one, because it is as new as customers' browsers.
 */
const SWEEPS = /e2e\/views\/|-screens\.test\.ts$/

const withBrowser = withWorkerBrowsers.extend('browser', { scope: 'file' }, async ({ workerBrowsers }, { onCleanup }) => {
  onCleanup(async () => {
    for (const context of await Promise.all(shared.values())) await context.close()
    shared.clear()
    staying.clear()
    forgetSessions()
  })
  return workerBrowsers(SWEEPS.test(expect.getState().testPath ?? ''))
})

/** Opens a page in a browser context of its own, or in a shared context that contains no trace of earlier pages. */
async function openPage(browser: Browser, { account, stays, ...options }: PageOptions): Promise<Page> {
  const key = JSON.stringify([options, language()])
  const there = stays ? staying.get(key) : undefined
  if (there && !there.isClosed()) return there
  const context = shared.get(key) ?? openContext(browser, originOf(options.host ?? 'localhost', options.port), options)
  if (options.together) shared.set(key, context)
  const page = await (await context).newPage()
  if (stays) staying.set(key, page)
  if (account)
    await page.route('**/api/auth_check/', async (route) => {
      // If the page is closed meanwhile, the answer can no longer be read, which is not an error.
      const replaced = async () => {
        const response = await fetched(route)
        await route.fulfill({ response, json: { ...(await response.json()), ...account } })
      }
      await replaced().catch((error: unknown) => {
        if (!page.isClosed() && !/closed|disposed/.test(String(error))) throw error
      })
    })
  page.on('pageerror', (error) => thrown.push(`${page.url()}: ${error.message}`))
  page.on('console', (line) => line.text().includes('Content Security Policy') && thrown.push(line.text()))
  return page
}

/**
 * `newPage` opens a page in a browser context of its own, signed in `as` a user or as nobody, with `kept` in its local storage. `account` replaces fields of
 * the auth check's answer, such as the preferences. The login page is skipped, because it has its own journey. At the end the page is closed, and it must have
 * thrown no error.
 */
export const test = withBrowser.extend('newPage', async ({ browser, task }, { onCleanup }) => {
  lookedAt(task, { languages: [language()] })
  const contexts = new Set<BrowserContext>()
  onCleanup(async () => {
    for (const page of [...contexts].flatMap((context) => context.pages())) await shoot(page, `end of ${task.name.slice(0, 60)}`)
    const kept = await Promise.all(shared.values())
    const stay = [...staying.values()]
    for (const context of contexts) {
      const pages = context.pages().filter((page) => !stay.includes(page))
      await Promise.all(kept.includes(context) ? pages.map((page) => page.close()) : [giveBack(context)])
    }
    expect(thrown.splice(0), 'what the pages threw').toEqual([])
  })
  return async (options: PageOptions = {}): Promise<Page> => {
    const page = await openPage(browser, options)
    contexts.add(page.context())
    return page
  }
})

export const originOf = (host: string, port = inject('port')) => `http://${host}:${port}`

/** Returns a text that makes a name unique, so that no other test uses the same name. */
export const unique = () => Math.random().toString(36).slice(2, 10)

/** Signs in through the login page like a person; ends on the page that the user sees first. */
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

/** Presses Enter on the card just chosen, after a pause as long as a person's, because an immediate Enter counts as part of a scan and sells nothing. */
export async function enterToSell(page: Page): Promise<void> {
  await aMomentLater(page)
  await page.keyboard.press('Enter')
}

/** Returns an amount shown on the screen, in cents. */
export const centsIn = (text: string): number =>
  Math.round(
    Number(
      text
        .replace(/[^\d,−-]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100,
  )

/** Returns the amount, in cents, that the header shows as available. */
export async function availableIn(page: Page): Promise<number> {
  return centsIn((await page.getByRole('banner').getByText('€').textContent()) ?? '')
}

/** Stores a screenshot in the folder E2E_SHOTS, for people to look at; nothing is compared. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env.E2E_SHOTS) await page.screenshot({ path: join(process.env.E2E_SHOTS, `${name.replaceAll('/', '_')}.png`), fullPage: true })
}
