// Browser contexts that are like new for each page. When a test ends, its context is given to the next test with the same options. Loaded and compiled scripts
// stay, but the data of the user is removed.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Disposable } from 'playwright-core'
import { LANGUAGE_DEFAULT } from '../../contract/kit/languages.ts'
import { sessionFor } from './calls.ts'
import { language } from './texts.ts'

const WAIT_MS = 15_000
/** The limit for closing a context. Closing takes far less even on the busiest machine, so only pages that never close reach the limit. */
const CLOSE_MS = 60_000
/** The limit for closing the pages of a context, which usually takes a tenth of a second. */
const PAGES_MS = 15_000
/** A cookie of this name is in the context until the present test has loaded a page in it. */
const NEW = 'new_here'

export type ContextOptions = Pick<BrowserContextOptions, 'viewport' | 'hasTouch'> & {
  host?: string
  /** The port of another server than the one that all journeys share. */
  port?: number
  as?: string
  kept?: Record<string, string>
  /**
   * Shares one browser context among all pages of this file that set this option and have otherwise the same options, so that scripts are loaded and compiled
   * once.
   */
  together?: boolean
  /** Whether the context has the app's service worker. */
  worker?: boolean
  /**
   * Opens the page in a context that is never shared. For tests that count the requests of a first visit, or that set the page's clock, which cannot be undone.
   */
  alone?: boolean
}

type Use = { key: string; isForNext: boolean; undo: Disposable[] }

const free = new Map<string, BrowserContext[]>()
const uses = new WeakMap<BrowserContext, Use>()

export async function openContext(browser: Browser, origin: string, options: ContextOptions): Promise<BrowserContext> {
  const { host = 'localhost', port: _, as, kept = {}, together = false, worker = false, alone = false, ...fixed } = options
  const session = as ? stateOf(await sessionFor(as, host)) : { cookies: [], items: {} }
  const isForNext = !together && !worker && !alone
  const key = JSON.stringify([origin, language(), fixed])
  const context = (isForNext ? free.get(key)?.pop() : undefined) ?? (await newContext(browser, origin, worker, fixed))
  const alike = { domain: host, path: '/', expires: -1, secure: false, sameSite: 'Strict' } as const
  await context.clearCookies()
  await context.addCookies([
    ...session.cookies.map((cookie) => ({ ...alike, ...cookie, httpOnly: true })),
    { ...alike, name: NEW, value: '1', httpOnly: false },
  ])
  const items = { ...kept, ...(language() !== LANGUAGE_DEFAULT && { language: language() }) }
  const begun = await context.addInitScript(begin, { items, session: session.items, together, cookie: NEW })
  uses.set(context, { key, isForNext, undo: [begun] })
  return context
}

async function newContext(browser: Browser, origin: string, worker: boolean, fixed: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: `${language()}-${language().toUpperCase()}`,
    reducedMotion: 'reduce',
    // A test cannot interrupt requests that a service worker answers.
    serviceWorkers: worker ? 'allow' : 'block',
    ...fixed,
  })
  context.setDefaultTimeout(WAIT_MS)
  const notForNext = () => Object.assign(uses.get(context) ?? {}, { isForNext: false })
  context.on('close', notForNext)
  // A page that visited another origin may have stored data there, which the next test would find. So this context is not reused.
  const look = (url: string) => url.startsWith('http') && new URL(url).origin !== origin && notForNext()
  context.on('page', (page) => page.on('framenavigated', (frame) => void look(frame.url())))
  return context
}

type Begin = { items: Record<string, string>; session: Record<string, string>; together: boolean; cookie: string }

/** Runs in the page before its scripts: removes the data of earlier pages from this browser, and signs the user in before the first page loads. */
function begin({ items, session, together, cookie }: Begin): void {
  const isNew = together ? !sessionStorage.getItem('begun') : document.cookie.split('; ').includes(`${cookie}=1`)
  if (isNew) localStorage.clear()
  const all = together ? { ...session, ...items } : items
  if (together) sessionStorage.setItem('begun', JSON.stringify(all))
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and the cookie must be gone before the page's own scripts run
  document.cookie = `${cookie}=; path=/; max-age=0`
  if (isNew) for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value)
  for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value)
}

/** The cookies and stored values that the login leaves in a browser. */
function stateOf({ authorization = '', customer = '', session = '', cookie = '' }: Record<string, string>) {
  return {
    cookies: cookie.split('; ').map((pair) => ({ name: pair.split('=', 1)[0] ?? '', value: pair.slice(pair.indexOf('=') + 1) })),
    items: { accessToken: authorization.replace('Bearer ', ''), customer_id: customer, session_id: session, active: String(Date.now()) },
  }
}

/** Records what a test adds to a context (routes, scripts), so that it is removed before the next test gets the context. */
export const forThisTest = (context: BrowserContext, ...added: Disposable[]): void => void uses.get(context)?.undo.push(...added)

/**
 * Waits for `done`, but at most for a limited time, because closing has no time limit of its own, and a page that did not close has already blocked a whole
 * run.
 */
async function inTime(what: string, done: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${CLOSE_MS} ms`)), CLOSE_MS)
  })
  await Promise.race([done, late]).finally(() => clearTimeout(timer))
}

/** Makes a context ready for the next test; called at the end of the test that used it. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const use = uses.get(context)
  if (!use?.isForNext) return inTime('closing a browser context', context.close())
  const addresses = context.pages().map((page) => page.url())
  const closed = Promise.all(context.pages().map((page) => page.close()))
  const isClosed = await Promise.race([closed.then(() => true), pause(PAGES_MS, false, { ref: false })])
  if (!isClosed) {
    // Rarely, and for an unknown reason, a page that was left in the middle of a navigation never closes. Its whole context is then closed and not reused.
    process.stderr.write(`\nPages that did not close went with their context: ${addresses.join(', ')}\n`)
    closed.catch(() => undefined)
    return inTime(`closing the context of ${addresses.join(', ')}`, context.close())
  }
  for (const one of use.undo) await inTime('taking away what a test added', one.dispose())
  free.set(use.key, [...(free.get(use.key) ?? []), context])
}

/** Forgets all contexts; called when the browser ends. */
export const forgetContexts = (): void => free.clear()
