// The service worker. It caches the shell, so that the app opens without a connection and shows that it is offline. Its only cache is filled at installation
// with the files listed by the build, and never changed afterwards.

import { pageOf, toldIn } from './push-content.ts'
import { wayOf } from './rule.ts'

/** Inserted by the build: the files of the login, and a version name that belongs to exactly these files. */
declare const SHELL: readonly string[]
declare const SHELL_NAME: string

declare class ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
declare class FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
declare function skipWaiting(): Promise<void>
declare class PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}
declare class NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}
declare const registration: ServiceWorkerRegistration
declare const clients: {
  claim(): Promise<void>
  matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly { visibilityState: string }[]>
  openWindow(path: string): Promise<unknown>
}

const PAGE = '/'
const files = new Set(SHELL)
const cacheName = `shell-${SHELL_NAME}`
/** If a page does not arrive within this time, the connection counts as lost, and the offline page is shown. */
const PAGE_MS = 10_000

addEventListener('install', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(fill())
})

/** Fills the cache with the shell's files, bypassing all other caches and without cookies, because the files are the same for everybody. */
async function fill() {
  const cache = await caches.open(cacheName)
  await cache.addAll([PAGE, ...files].map((path) => new Request(path, { cache: 'reload', credentials: 'omit' })))
}

addEventListener('activate', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(take())
})

async function take() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
  await clients.claim()
}

/** A newer worker waits until the page says that no sale is open. */
addEventListener('message', ({ data }) => {
  if (data === 'take over') void skipWaiting()
})

addEventListener('fetch', (event) => {
  if (!(event instanceof FetchEvent)) return
  const way = wayOf(event.request, location.origin, files)
  if (way === 'kept') event.respondWith(kept(event.request))
  if (way === 'page') event.respondWith(page(event.request))
})

addEventListener('push', (event) => {
  if (event instanceof PushEvent) event.waitUntil(tell(event))
})

/** Shows a message, unless the user is looking at the app, whose bell then shows the notice. A later message replaces an earlier one. */
async function tell({ data }: PushEvent) {
  const told = toldIn(() => data?.json())
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!told || pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  await registration.showNotification(told.title, { body: told.body, tag: 'notices', icon: '/icon-192.png', data: told.kind })
}

addEventListener('notificationclick', (event) => {
  if (!(event instanceof NotificationEvent)) return
  event.notification.close()
  event.waitUntil(clients.openWindow(pageOf(event.notification.data)))
})

const kept = async (request: Request) => (await (await caches.open(cacheName)).match(request.url)) ?? fetch(request)

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PAGE_MS) })
  } catch {
    return (await (await caches.open(cacheName)).match(PAGE)) ?? Response.error()
  }
}
