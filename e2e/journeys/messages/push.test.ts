// Push messages in a real browser: a shop switches them on, closes its page, gets credit, and the browser shows a message. Only the push service between the
// server and the browser is simulated, because real push services are on the internet. The test hands the decrypted message to the service worker through the
// browser's developer tools.
import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { pushService } from '../../../server/modules/messages/push/fixtures/push-service.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { newShop } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

/** The job that sends push messages runs each minute. */
const A_ROUND = { timeout: 100_000 }
type Message = { title: string; body?: string; data?: unknown }
/** The part of the service worker's global scope that the test uses. */
type Scope = {
  shown: Message[]
  registration: { showNotification: (title: string, options: Omit<Message, 'title'>) => Promise<void> }
  clients: { openWindow: (path: string) => Promise<void> }
  NotificationEvent: { prototype: Event }
}
type Subscription = { endpoint: string; p256dh: string; auth: string }

/** Lets the browser subscribe at the simulated push service instead of the push service of the browser's maker. */
const subscribesAt = (page: Page, subscription: Subscription) =>
  page.addInitScript(({ endpoint, ...keys }) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription
  }, subscription)

/** Hands messages to the service worker of an origin, as the browser does with the messages of its push service. Needs an open page of the context. */
async function delivering(context: BrowserContext, page: Page, origin: string) {
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await tools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (data: string) => tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

/**
 * Records the messages that the service worker shows, and which page a press on the last one opens. The browser's headless form never grants the permission to
 * show messages, so the browser's functions that show a message and open a page are replaced.
 */
async function recordingMessages(worker: Worker) {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.showNotification = async (title, { body, data }) => void scope.shown.push({ title, body, data })
  })
  return {
    shown: () => worker.evaluate(() => (globalThis as unknown as Scope).shown),
    press: () =>
      worker.evaluate(() => {
        const scope = globalThis as unknown as Scope
        return new Promise<string>((resolve) => {
          scope.clients.openWindow = async (path) => resolve(path)
          const click = Object.setPrototypeOf(new Event('notificationclick'), scope.NotificationEvent.prototype)
          Object.defineProperty(click, 'notification', { value: { ...scope.shown.at(-1), close: () => undefined } })
          Object.defineProperty(click, 'waitUntil', { value: () => undefined })
          dispatchEvent(click)
        })
      }),
  }
}

test('a shop whose page is closed sees a message when it gets credit, and a press on the message opens the page it is about; while the page is open, only the bell shows the notice', async ({
  newPage,
}) => {
  const service = await pushService()
  try {
    const shop = await newShop()
    const page = await newPage({ as: shop.username, worker: true })
    const context = page.context()
    await context.grantPermissions(['notifications'])
    await subscribesAt(page, service.browser('/shop'))
    await page.goto('/dashboard')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const origin = new URL(page.url()).origin
    await page.reload()
    await page.getByRole('button', { name: begins('house.shell.notices') }).click()
    await page.getByRole('button', { name: t('notices.push.begin') }).click()
    await page.getByRole('button', { name: t('notices.push.end') }).waitFor()
    await shoot(page, 'push switched on')

    const elsewhere = await context.newPage()
    const deliver = await delivering(context, elsewhere, origin)
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('no service worker')
    const said = await recordingMessages(worker)
    await deliver(JSON.stringify({ title: 'Control', body: 'the page is in sight', kind: 'credit_received' }))
    await deliver('not a message of this app')

    const nord = await callsAs('nord')
    await nord.walletChange({ ...(await nord.transactionKey({})), customer_id: shop.customer_id, amount: 12.5 * EURO, payment_mode: 'bank_transfer' })
    await page.close()
    await expect.poll(() => service.came.length, A_ROUND).toBe(1)
    expect(await said.shown()).toEqual([])
    await deliver(JSON.stringify(service.came[0]?.told))
    await expect.poll(said.shown).toMatchObject([{ title: shop.name, data: 'credit_received' }])
    expect(JSON.stringify(await said.shown())).not.toMatch(/12[.,]50/)
    expect(await said.press()).toBe('/seller/credit')
  } finally {
    await service.end()
  }
})
