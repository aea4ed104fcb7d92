// What every journey needs: one browser a file, fresh pages a test, a way in, and a picture where somebody wants to look.
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { DEMO_PASSWORD } from '../server/seeds/demo-world.ts'
import { openBrowser } from '../tools/browser.ts'

const WAIT_MS = 15_000

export type PageOptions = Pick<BrowserContextOptions, 'storageState' | 'viewport'> & { host?: string; language?: string; mode?: 'light' | 'dark' }

/** `newPage` opens a page in a browser of nobody; at the end it is closed and must have thrown nothing. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture has to be a pattern
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('newPage', async ({ browser }, { onCleanup }) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    onCleanup(async () => {
      await Promise.all(contexts.map((context) => context.close()))
      expect(errors, 'what the pages threw').toEqual([])
    })
    return async ({ host = 'localhost', language, mode, ...options }: PageOptions = {}) => {
      const context = await browser.newContext({ baseURL: originOf(host), locale: 'fr-FR', reducedMotion: 'reduce', ...options })
      contexts.push(context)
      context.setDefaultTimeout(WAIT_MS)
      if (language) await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
      if (mode) await context.addInitScript((chosen) => localStorage.setItem('mode', chosen), mode)
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
      page.on('console', (line) => line.text().includes('Content Security Policy') && errors.push(line.text()))
      return page
    }
  })

export const originOf = (host: string) => `http://${host}:${inject('port')}`

/** Through the login as a person would; ends on the landing page. */
export async function signIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, username, password)
  await page.waitForURL((url) => !/^\/(login|loading)?$/.test(url.pathname))
  await page.getByRole('main').waitFor()
}

export async function typeSignIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Nom d’utilisateur').fill(username)
  await page.getByLabel('Mot de passe', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** An amount as it stands on the screen, in cents. */
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
  if (process.env.E2E_SHOTS) await page.screenshot({ path: join(process.env.E2E_SHOTS, `${name}.png`), fullPage: true })
}
