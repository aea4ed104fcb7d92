// Keeps the app in this browser by a service worker (web/worker), so that it can be installed and opens without a connection. A newer worker takes over, and
// the page offers a reload, only when no sale is open and no input would be lost.
import { becomeStale, isFree } from './unsaved-input.ts'

const LOOK_MS = 15_000
/** How often the app looks for a new version, because a till stays open all day. */
const UPDATE_MS = 60 * 60_000

/** Tells a newer worker to take over, once a reload would lose no input and no open sale. */
export function offer({ waiting }: { waiting: Pick<ServiceWorker, 'postMessage'> | null }): void {
  if (isFree()) waiting?.postMessage('take over')
}

export async function keepShell(): Promise<void> {
  // Service workers exist only in secure contexts, and the app does not use them during development.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const { serviceWorker } = navigator
  try {
    // A browser that is configured to refuse service workers returns undefined.
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register('/worker.js', { updateViaCache: 'none' })
    if (!registration) return
    // Without an earlier worker this is the first worker and not an update, so no reload is offered.
    if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', becomeStale, { once: true })
    setInterval(() => offer(registration), LOOK_MS)
    setInterval(() => registration.update().catch(() => undefined), UPDATE_MS)
  } catch {
    // The app also works without a service worker, so this error is ignored.
  }
}
