// The push subscription of this browser: its permission, and the address from its push service.

/** Thrown when the user has not granted permission, or if this browser has no push service. */
export class NotAllowed extends Error {}

/** Returns the app's service worker if this browser supports push. The worker exists once the app has been stored for use offline. */
export async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}

export async function subscribe(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const push = (await worker())?.pushManager
  if (!push) throw new NotAllowed()
  const wanted = { userVisibleOnly: true, applicationServerKey: key }
  // Subscribing fails if this browser has a subscription for another key. That subscription is then removed and a new one made.
  const made = await push.subscribe(wanted).catch(async () => {
    await unsubscribe()
    return push.subscribe(wanted)
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

export async function unsubscribe(): Promise<void> {
  const subscription = await (await worker())?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
